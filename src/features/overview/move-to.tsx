import { ArrowRight } from 'lucide-react';
import { TextLink } from '@/components/ui/text-link';
import { formatDay } from '@/lib/dates';
import { webAddress } from '@/lib/web-address';
import type { SoftwareToMove } from './overview-types';

/** Where to move: the next supported cycle and how long it is supported. */
export function MoveTo({ row }: { row: SoftwareToMove }) {
  const { nextCycle, inCatalog } = row;
  if (!nextCycle) {
    return (
      <span className="text-subtle">
        {inCatalog ? 'No newer supported cycle' : 'Not in the catalogue'}
      </span>
    );
  }
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1">
      <ArrowRight aria-hidden className="size-3.5 shrink-0 text-subtle" />
      <span className="min-w-0 truncate font-medium" title={nextCycle.label}>
        <span className="sr-only">Move to </span>
        {nextCycle.label}
      </span>
      <span className="shrink-0 text-muted">
        {nextCycle.endsOn ? `until ${formatDay(nextCycle.endsOn)}` : 'no end announced'}
      </span>
    </span>
  );
}

/** The vendor's own words on the cycle. */
export function VendorNotes({ row }: { row: SoftwareToMove }) {
  const address = webAddress(row.notesUrl);
  if (!address) return null;
  return (
    <TextLink href={address} external className="shrink-0 text-xs">
      Notes<span className="sr-only"> on {row.productName}</span>
    </TextLink>
  );
}
