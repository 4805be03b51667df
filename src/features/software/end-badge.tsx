import { RelativeDate } from '@/components/status/relative-date';
import { StatusBadge } from '@/components/status/status-badge';
import type { Day } from '@/domain/eol/calendar';
import { stateOf } from '@/domain/eol/proximity';

export interface EndBadgeProps {
  /** A UTC day; null when nothing is known of the end. */
  day: string | null;
  /** False when the day only stands in for one that nobody knows. */
  known: boolean;
  /** The release cycle that the end was concluded from, where nobody says it. */
  estimatedFrom?: string | null;
  /** A UTC day. */
  today: string;
  variant?: 'tinted' | 'plain';
  show?: 'both' | 'relative';
}

/** When software ends, with the mark of its state. */
export function EndBadge({
  day,
  known,
  estimatedFrom = null,
  today,
  variant = 'plain',
  show = 'both',
}: EndBadgeProps) {
  // Both come from the server, whose schemas admit calendar days alone.
  const state = stateOf(day as Day | null, today as Day);
  return (
    <StatusBadge status={state} variant={variant}>
      <RelativeDate
        day={day}
        today={today}
        known={known}
        estimatedFrom={estimatedFrom}
        show={show}
      />
    </StatusBadge>
  );
}
