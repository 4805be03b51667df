import type { Day } from '@/domain/eol/calendar';
import { stateOf } from '@/domain/eol/proximity';
import { RelativeDate } from '@/components/status/relative-date';
import { StatusMark } from '@/components/status/status-mark';
import type { ImageComponent, ImageFinding } from '../image-types';

export interface PackageMatchProps {
  match: ImageComponent['match'];
  maintainer: ImageComponent['maintainer'];
  /** The software that it was found as. */
  findings: readonly ImageFinding[] | undefined;
  /** A UTC day. */
  today: string;
}

/** What a package is known as, and its end. Unknown is a state of its own, not "fine". */
export function PackageMatch({ match, maintainer, findings, today }: PackageMatchProps) {
  return (
    <span className="grid gap-0.5 py-1 whitespace-normal">
      <span>
        {findings ? (
          <FoundSoftware findings={findings} today={today} />
        ) : (
          <CatalogWord match={match} maintainer={maintainer} />
        )}
      </span>
      {maintainer && <Evidence maintainer={maintainer} />}
    </span>
  );
}

/** Who maintains a package, and what says so. */
function Evidence({ maintainer }: { maintainer: NonNullable<ImageComponent['maintainer']> }) {
  const { kind, name, evidence } = maintainer;
  const by = kind === 'vendor' && name !== null ? `From ${name}: ` : '';
  return (
    <span className="text-xs wrap-anywhere whitespace-normal text-subtle first-letter:uppercase">
      {by}
      {evidence.join('; ')}
    </span>
  );
}

interface FoundSoftwareProps {
  findings: readonly ImageFinding[];
  today: string;
}

function FoundSoftware({ findings, today }: FoundSoftwareProps) {
  return findings.map(({ id, productName, releaseCycle, eolDate, eolDateKnown, estimatedFrom }) => (
    <span key={id} className="mr-3 inline-flex max-w-full items-center gap-1.5">
      {/* Both come from the server as UTC days. */}
      <StatusMark status={stateOf(eolDate as Day | null, today as Day)} />
      <span className="truncate">
        {productName} {releaseCycle}{' '}
        <RelativeDate
          day={eolDate}
          today={today}
          known={eolDateKnown}
          estimatedFrom={estimatedFrom}
          show="relative"
          inline
          className="text-muted"
        />
      </span>
    </span>
  ));
}

/** What the catalogue says of a package that nothing was found of. */
function CatalogWord({
  match: { state, product, cycle },
  maintainer,
}: Pick<PackageMatchProps, 'match' | 'maintainer'>) {
  const named = [product, cycle].filter(Boolean).join(' ');
  switch (state) {
    case 'matched':
      return (
        <span>
          {named} <span className="text-muted">no end announced</span>
        </span>
      );
    case 'distribution':
      return <span className="text-muted">Maintained by {named}</span>;
    case 'pending':
      return <span className="text-subtle">Not matched yet</span>;
    case 'unknown':
      return (
        <span className="inline-flex items-center gap-1.5">
          <StatusMark status="unknown" />
          {unknownWords(product, maintainer)}
        </span>
      );
  }
}

function unknownWords(product: string | null, maintainer: ImageComponent['maintainer']): string {
  if (product !== null) return `Unknown release of ${product}`;
  return maintainer?.kind === 'unknown'
    ? 'Nobody is known to maintain it'
    : 'Unknown to the catalogue';
}
