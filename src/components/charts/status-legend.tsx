import { STATUS_LABELS, STATUSES, type Status } from '@/components/status/states';
import { StatusMark } from '@/components/status/status-mark';
import { cn } from '@/lib/cn';

export interface StatusLegendProps {
  /** The states that occur, when not all of them do. */
  statuses?: readonly Status[];
  className?: string;
}

/** What the marks and colours of a chart mean. */
export function StatusLegend({ statuses = STATUSES, className }: StatusLegendProps) {
  return (
    <ul
      aria-label="Legend"
      className={cn('flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted', className)}
    >
      {statuses.map((status) => (
        <li key={status} className="inline-flex items-center gap-1.5">
          <StatusMark status={status} />
          {STATUS_LABELS[status]}
        </li>
      ))}
    </ul>
  );
}
