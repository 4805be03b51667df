import { RelativeDate } from '@/components/status/relative-date';
import type { Status } from '@/components/status/states';
import { StatusBadge } from '@/components/status/status-badge';
import type { Day } from '@/domain/eol/calendar';
import { stateOf } from '@/domain/eol/proximity';
import { undatedEnd } from '@/lib/dates';
import type { CycleFacts, SupportRecord } from '@/features/catalog/types';

type End = Pick<SupportRecord, 'ends_on' | 'ended'>;

/** The level that decides when a cycle ends. Every cycle has it. */
export function standardOf({ support }: Pick<CycleFacts, 'support'>): SupportRecord | null {
  return support.find(({ level }) => level === 'STANDARD_SUPPORT') ?? null;
}

/** How near the end of one support level is. */
export function endState(end: End | null, today: Day): Status {
  if (end?.ended && end.ends_on === null) return 'ended';
  // The server's schema admits calendar days alone.
  return stateOf((end?.ends_on ?? null) as Day | null, today);
}

export interface SupportEndProps {
  end: End | null;
  today: Day;
  /** The release cycle that the end was concluded from, where nobody says it. */
  estimatedFrom?: string | null;
  show?: 'both' | 'relative';
}

/** When one support level ends, with the mark of its state. */
export function SupportEnd({ end, today, estimatedFrom = null, show = 'both' }: SupportEndProps) {
  const isUndated = end?.ended === true && end.ends_on === null;
  return (
    <StatusBadge status={endState(end, today)} variant="plain" className="text-sm">
      {isUndated ? (
        undatedEnd(estimatedFrom)
      ) : (
        <RelativeDate day={end?.ends_on ?? null} today={today} show={show} />
      )}
    </StatusBadge>
  );
}
