import { STATUS_LABELS, STATUSES, type Status } from '@/components/status/states';
import { StatusMark } from '@/components/status/status-mark';
import { countOf, formatCount } from '@/lib/numbers';
import type { Segment } from '../drawing/row-layout';
import { SegmentShape } from './bar-picture';
import { BAR_PX } from './geometry';

export interface StateCountsProps {
  /** Rows by state. */
  counts: Readonly<Record<Status, number>>;
  /** Goes to the first row of a state. */
  onJump: (status: Status) => void;
}

const SAMPLE_PX = 26;
const sample = (kind: Segment['kind'], fade: Segment['fade'] = null): Segment => ({
  kind,
  x: 0,
  widthPx: SAMPLE_PX,
  fade,
});
const SAMPLES: readonly (readonly [segment: Segment, label: string])[] = [
  [sample('active'), 'Active support'],
  [sample('standard'), 'Until end of life'],
  [sample('extended'), 'Extended support'],
  [sample('overrun'), 'In use past its end'],
  [sample('standard', 'out'), 'No known end'],
];

/** How many rows there are of each state. The numbers lead to the first of them. */
export function StateCounts({ counts, onJump }: StateCountsProps) {
  return (
    <ul
      aria-label="Numbers by end of life"
      className="-mx-1.5 flex flex-wrap gap-x-1.5 text-xs text-muted"
    >
      {STATUSES.filter((status) => counts[status] > 0).map((status) => (
        <li key={status}>
          <button
            type="button"
            onClick={() => onJump(status)}
            aria-label={`${STATUS_LABELS[status]}: ${countOf(counts[status], 'row')}, go to the first`}
            className="inline-flex h-7 items-center gap-1.5 rounded-md px-1.5 hover:bg-hover hover:text-fg"
          >
            <StatusMark status={status} />
            {STATUS_LABELS[status]}
            <span data-numeric className="font-medium text-fg">
              {formatCount(counts[status])}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What the parts of a bar mean. */
export function BarLegend() {
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {SAMPLES.map(([segment, label]) => (
        <li key={label} className="inline-flex items-center gap-1.5">
          <svg aria-hidden width={SAMPLE_PX} height={BAR_PX} data-print="exact">
            <SegmentShape segment={segment} x={0} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
