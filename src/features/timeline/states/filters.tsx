'use client';

import { STATUS_LABELS, STATUSES, type Status } from '@/components/status/states';
import { StatusMark } from '@/components/status/status-mark';
import { countOf, formatCount } from '@/lib/numbers';

export interface StateFilterProps {
  /** Release cycles by state: of all, not only of those that are loaded. */
  counts: Readonly<Partial<Record<Status, number>>>;
  /** None: all of them. */
  chosen: readonly Status[];
  onChange: (states: Status[]) => void;
}

/** Counts the cycles of each state, names the marks, and keeps those that are pressed. */
export function StateFilter({ counts, chosen, onChange }: StateFilterProps) {
  const toggle = (status: Status) =>
    onChange(
      STATUSES.filter((one) => (one === status ? !chosen.includes(one) : chosen.includes(one))),
    );
  return (
    <ul
      aria-label="Release cycles by end of life"
      className="-mx-1.5 flex flex-wrap gap-x-1.5 text-xs text-muted"
    >
      {STATUSES.map((status) => (
        <li key={status}>
          <button
            type="button"
            aria-pressed={chosen.includes(status)}
            onClick={() => toggle(status)}
            aria-label={`${STATUS_LABELS[status]}: ${countOf(counts[status] ?? 0, 'release cycle')}`}
            className="inline-flex h-7 items-center gap-1.5 rounded-md px-1.5 hover:bg-hover hover:text-fg aria-pressed:bg-accent-soft aria-pressed:text-fg aria-pressed:not-focus-visible:outline aria-pressed:not-focus-visible:-outline-offset-1 aria-pressed:not-focus-visible:outline-accent-text pointer-coarse:h-10"
          >
            <StatusMark status={status} />
            {STATUS_LABELS[status]}
            <span data-numeric className="font-medium text-fg">
              {formatCount(counts[status] ?? 0)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
