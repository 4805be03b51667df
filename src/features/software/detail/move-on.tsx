import Link from 'next/link';
import { RelativeDate } from '@/components/status/relative-date';
import { TextLink } from '@/components/ui/text-link';
import { webAddress } from '@/lib/web-address';
import { softwareHref } from '../software-page-params';
import type { SoftwareDetail } from '../software-types';

export interface MoveOnProps {
  software: SoftwareDetail;
  /** A UTC day. */
  today: string;
}

/** What to do about an end: the next supported cycle, its own end, and what the vendor says of it. */
export function MoveOn({ software, today }: MoveOnProps) {
  const { nextCycle, lifecycle, productName, catalog } = software;
  if (!nextCycle) {
    return <span className="text-muted">{nowhereWords(software)}</span>;
  }
  const name = `${productName} ${nextCycle.label}`;
  const held = lifecycle.find((cycle) => cycle.name === nextCycle.name)?.held[0];
  const notes =
    webAddress(nextCycle.releaseNotesUrl) ??
    webAddress(catalog?.references.find(({ type }) => type === 'CHANGELOG')?.url ?? null);
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-0.5">
      {held ? (
        <Link
          href={softwareHref(held.softwareId)}
          className="rounded-sm font-medium hover:text-accent-text"
        >
          {name}
        </Link>
      ) : (
        <span className="font-medium">{name}</span>
      )}
      {nextCycle.endsOn === null ? (
        <span className="text-muted">no end announced</span>
      ) : (
        <RelativeDate day={nextCycle.endsOn} today={today} inline className="text-muted" />
      )}
      {notes && (
        <TextLink href={notes} external>
          Release notes<span className="sr-only"> of {name}</span>
        </TextLink>
      )}
    </span>
  );
}

function nowhereWords({ catalog }: SoftwareDetail): string {
  return catalog
    ? 'The catalogue knows no newer cycle that is supported'
    : 'The catalogue does not know this cycle';
}
