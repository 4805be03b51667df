import Link from 'next/link';
import { RelativeDate } from '@/components/status/relative-date';
import { Badge } from '@/components/ui/badge';
import { TextLink } from '@/components/ui/text-link';
import { FindingVerdict } from '@/features/policy/verdicts';
import { formatDay } from '@/lib/dates';
import { webAddress } from '@/lib/web-address';
import { NoteEditor } from '@/features/note/editor';
import { softwareHref } from '@/features/software/software-page-params';
import type { ImageFinding } from '../image-types';
import { FindingCatalog } from './finding-catalog';
import { otherDates } from './finding-dates';
import { FindingPackages } from './finding-packages';

export interface FindingRowProps {
  imageTagId: string;
  finding: ImageFinding;
  /** A UTC day. */
  today: string;
}

/** One software cycle: when it ends, what is current, and the packages that brought it here. */
export function FindingRow({ imageTagId, finding, today }: FindingRowProps) {
  const { productName, releaseCycle, artifactType, lts, productNote, foundBy } = finding;
  const dates = otherDates(finding);
  return (
    <li className="group relative grid grid-cols-1 gap-x-6 gap-y-1 border-b px-3 py-2 pr-10 text-sm last:border-b-0 md:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_minmax(0,3fr)_minmax(0,3fr)]">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          href={softwareHref(finding.softwareId)}
          prefetch={false}
          className="rounded-sm font-medium wrap-anywhere hover:text-accent-text"
        >
          {productName} {releaseCycle}
        </Link>
        <Badge>{artifactType}</Badge>
        {lts && <Badge tone="outline">LTS</Badge>}
        {foundBy === 'catalog' && (
          <Badge tone="accent" title="The scanner did not report it">
            Found by the catalogue
          </Badge>
        )}
      </div>
      <div className="min-w-0">
        <RelativeDate
          day={finding.eolDate}
          today={today}
          known={finding.eolDateKnown}
          estimatedFrom={finding.estimatedFrom}
        />
        {dates && <p className="text-xs text-muted">{dates}</p>}
      </div>
      <FindingPackages imageTagId={imageTagId} finding={finding} />
      <LatestRelease finding={finding} />
      <FindingCatalog finding={finding} />
      <NoteEditor
        productName={productName}
        note={productNote}
        add="corner"
        className="md:col-span-4"
      />
      <FindingVerdict status={finding.policy} />
    </li>
  );
}

function LatestRelease({ finding }: { finding: ImageFinding }) {
  const { productName, catalog } = finding;
  const { latestRelease, latestReleaseDate } = catalog?.latestRelease ? catalog : finding;
  const link = webAddress(finding.productPermalink);
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 text-muted md:justify-end">
      {latestRelease && (
        <span>
          Latest <span className="font-mono text-xs text-fg">{latestRelease}</span>
          {latestReleaseDate && ` · ${formatDay(latestReleaseDate)}`}
        </span>
      )}
      {link && (
        <TextLink href={link} external>
          Life cycle<span className="sr-only"> of {productName}</span>
        </TextLink>
      )}
    </div>
  );
}
