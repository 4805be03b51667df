import type { ReactNode } from 'react';
import { FactList } from '@/components/ui/fact-list';
import { TextLink } from '@/components/ui/text-link';
import { otherDates } from '@/features/image/detail/finding-dates';
import { imagesHref } from '@/features/image/search-params';
import { formatDay } from '@/lib/dates';
import { countOf } from '@/lib/numbers';
import { webAddress } from '@/lib/web-address';
import { MoveAdvice } from '@/features/advice/move-advice';
import { EndBadge } from '../end-badge';
import { softwareHref } from '../software-page-params';
import type { SoftwareDetail } from '../software-types';

export interface SoftwareFactsProps {
  software: SoftwareDetail;
  /** A UTC day. */
  today: string;
}

/** When it ends, where to move, how much of it there is. */
export function SoftwareFacts({ software, today }: SoftwareFactsProps) {
  return (
    <section
      aria-label="Facts"
      className="grid gap-x-10 gap-y-2 rounded-md border bg-surface px-4 py-3 lg:grid-cols-2"
    >
      <FactList
        className="content-start"
        facts={[
          { label: 'End of life', value: <End software={software} today={today} /> },
          { label: 'Move to', value: <Move software={software} /> },
          { label: 'Held by', value: <HeldBy software={software} /> },
        ]}
      />
      <FactList
        className="content-start"
        facts={[
          { label: 'Released', value: day(software.releaseDate) },
          { label: 'Latest release', value: <LatestRelease software={software} /> },
          { label: 'First seen', value: day(software.firstSeenDate) },
          ...(lifeCyclePage(software) ?? []),
        ]}
      />
    </section>
  );
}

function End({ software, today }: SoftwareFactsProps) {
  const { eolDate, eolDateKnown, estimatedFrom, scannerEolDate } = software;
  // Whether its scanner reports it differs from image to image; a date of its own says that one does.
  const foundBy = scannerEolDate === null ? 'catalog' : 'scanner';
  const dates = otherDates({ ...software, foundBy });
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
        <EndBadge
          day={eolDate}
          known={eolDateKnown}
          estimatedFrom={estimatedFrom}
          today={today}
          variant="tinted"
          show="relative"
        />
        {eolDate !== null && eolDateKnown && formatDay(eolDate)}
      </span>
      {dates && <p className="text-xs text-muted">{dates}</p>}
    </>
  );
}

function Move({ software: { advice, productName, lifecycle } }: { software: SoftwareDetail }) {
  const hrefOf = (name: string) => {
    const held = lifecycle.find((cycle) => cycle.name === name)?.held[0];
    return held ? softwareHref(held.softwareId) : null;
  };
  return <MoveAdvice advice={advice} product={productName} hrefOf={hrefOf} />;
}

function HeldBy({ software }: { software: SoftwareDetail }) {
  const { id, images, projects } = software;
  if (images === 0) return <span className="text-muted">No image holds it now</span>;
  return (
    <>
      <TextLink href={imagesHref({ software: id })}>{countOf(images, 'image')}</TextLink>
      {' in '}
      <TextLink href={softwareHref(id, { view: 'projects' })} scroll={false}>
        {countOf(projects, 'project')}
      </TextLink>
    </>
  );
}

function LatestRelease({ software }: { software: SoftwareDetail }) {
  const { catalog } = software;
  const { latestRelease, latestReleaseDate } = catalog?.latestRelease ? catalog : software;
  if (!latestRelease) return <Unknown />;
  return (
    <>
      <span className="font-mono text-xs">{latestRelease}</span>
      {latestReleaseDate && <span className="text-muted"> · {formatDay(latestReleaseDate)}</span>}
    </>
  );
}

function lifeCyclePage({ productPermalink }: SoftwareDetail) {
  const href = webAddress(productPermalink);
  if (href === null) return null;
  const value = (
    <TextLink href={href} external>
      {new URL(href).host}
    </TextLink>
  );
  return [{ label: 'Life cycle', value }];
}

function day(date: string | null): ReactNode {
  return date === null ? <Unknown /> : formatDay(date);
}

function Unknown() {
  return <span className="text-subtle">Unknown</span>;
}
