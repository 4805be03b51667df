import { RelativeDate } from '@/components/status/relative-date';
import { Badge } from '@/components/ui/badge';
import { TextLink } from '@/components/ui/text-link';
import { formatDay } from '@/lib/dates';
import { webAddress } from '@/lib/web-address';
import type { ImageFinding } from '../image-types';
import { FindingPackages } from './finding-packages';

export interface FindingRowProps {
  finding: ImageFinding;
  /** A UTC day. */
  today: string;
}

/** One software cycle: when it ends, what is current, and the packages that brought it here. */
export function FindingRow({ finding, today }: FindingRowProps) {
  const { productName, releaseCycle, artifactType, lts, productNote } = finding;
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-1 border-b px-3 py-2 text-sm last:border-b-0 md:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_minmax(0,3fr)_minmax(0,3fr)]">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium wrap-anywhere">
          {productName} {releaseCycle}
        </span>
        <Badge>{artifactType}</Badge>
        {lts && <Badge tone="outline">LTS</Badge>}
      </div>
      <div className="min-w-0">
        <RelativeDate day={finding.eolDate} today={today} known={finding.eolDateKnown} />
        <OtherDate finding={finding} />
      </div>
      <FindingPackages packages={finding.packages} />
      <LatestRelease finding={finding} />
      {productNote?.noteContent && (
        <p className="border-l-2 border-border-strong pl-2 wrap-anywhere text-muted md:col-span-4">
          {productNote.noteContent}
          {productNote.userProfile && (
            <span className="text-subtle"> {productNote.userProfile}</span>
          )}
        </p>
      )}
    </li>
  );
}

const SOURCE_WORDS = {
  override: 'set by your organization',
  catalog: 'from the catalogue',
  scanner: null,
} as const;

/** Where the date comes from when it is not the scanner's own, and what the scanner said. */
function OtherDate({ finding }: { finding: ImageFinding }) {
  const { eolSource, eolDate, scannerEolDate } = finding;
  const source = SOURCE_WORDS[eolSource];
  if (source === null || eolDate === scannerEolDate) return null;
  const said = scannerEolDate
    ? `the scanner said ${formatDay(scannerEolDate)}`
    : 'the scanner knew none';
  return (
    <p className="text-xs text-muted">
      Date {source}; {said}
    </p>
  );
}

function LatestRelease({ finding }: { finding: ImageFinding }) {
  const { latestRelease, latestReleaseDate, productName } = finding;
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
