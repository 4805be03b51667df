import { ENDED_UNDATED, STATE_CLAUSES } from '@/domain/eol/words';
import { DateTime } from '@/components/status/date-time';
import { formatDay, lowerFirst } from '@/lib/dates';
import { countOf } from '@/lib/numbers';
import type { DateChange } from '@/features/catalog/types';
import { LEVEL_WORDS } from '@/features/catalog/words';

export interface DateHistoryProps {
  changes: readonly DateChange[];
  total: number;
}

/** Dates of the product that updates of the catalog changed, newest first. */
export function DateHistory({ changes, total }: DateHistoryProps) {
  return (
    <section aria-labelledby="history" className="grid min-w-0 grid-cols-1 gap-2">
      <h2 id="history" className="text-sm font-semibold">
        Changed dates
      </h2>
      {changes.length === 0 ? (
        <p className="text-sm text-muted">
          No update of the catalog has changed a date of this product.
        </p>
      ) : (
        <ul className="rounded-md border bg-surface text-sm">
          {changes.map((change) => (
            <li
              key={change.id}
              className="flex flex-wrap items-baseline justify-between gap-x-4 border-b px-3 py-2 last:border-b-0"
            >
              <span>
                <span className="font-medium">{change.cycle}</span> {changeWords(change)}
              </span>
              <DateTime value={change.changed_at} show="day" className="text-muted" />
            </li>
          ))}
        </ul>
      )}
      {total > changes.length && (
        <p className="text-xs text-muted">
          And {countOf(total - changes.length, 'earlier change')}.
        </p>
      )}
    </section>
  );
}

/** The change of a date in words: "left the catalog", "standard support: 30 Apr 2026, before 1 Apr 2026". */
export function changeWords(change: DateChange): string {
  const level = LEVEL_WORDS[change.level].toLowerCase();
  const before = endWords(change.old_ends_on, change.old_ended);
  const after = endWords(change.new_ends_on, change.new_ended);
  if (change.kind === 'removed') return `left the catalog, where ${level} was: ${before}`;
  if (change.kind === 'returned') return `is in the catalog again, ${level}: ${after}`;
  return `${level}: ${after}, before it was ${before}`;
}

function endWords(endsOn: string | null, ended: boolean): string {
  if (endsOn !== null) return formatDay(endsOn);
  return ended ? lowerFirst(ENDED_UNDATED) : STATE_CLAUSES.unknown;
}
