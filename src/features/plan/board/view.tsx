import { NoResults } from '@/components/feedback/no-results';
import { boardColumns, isInColumn, type BoardColumn } from '@/domain/plan/plan';
import { parseDay, type Day } from '@/domain/eol/calendar';
import { formatCount } from '@/lib/numbers';
import { PlanCard } from '../card';
import type { ListedPlan } from '../query';
import { columnWords } from '../words';

export interface BoardProps {
  plans: readonly ListedPlan[];
  /** All that there are: a board shows so many at most. */
  total: number;
  today: Day;
  onClear: () => void;
}

/** Shows plans by the quarter that they are due in; what is overdue comes first, what is done last. */
export function Board({ plans, total, today, onClear }: BoardProps) {
  if (total === 0) return <NoResults title="No plan matches." onClear={onClear} />;
  return (
    <>
      {plans.length < total && (
        <p className="text-sm text-muted">
          The {formatCount(plans.length)} plans that are due first, of {formatCount(total)}. The
          table has all of them.
        </p>
      )}
      {/* Focusable, so that the keyboard scrolls what is beyond the edge; positioned, so that hidden words of cards do not
          reach beyond it. */}
      <div
        role="region"
        aria-label="Board"
        tabIndex={0}
        className="relative grid min-w-0 grid-cols-1 items-start gap-4 md:auto-cols-[minmax(10rem,1fr)] md:grid-flow-col md:grid-cols-none md:overflow-x-auto md:pb-2 print:grid-flow-row print:grid-cols-3"
      >
        {boardColumns(today).map((column) => (
          <Column
            key={column.kind === 'quarter' ? column.first : column.kind}
            column={column}
            plans={plans.filter((plan) => isIn(column, plan, today))}
          />
        ))}
      </div>
    </>
  );
}

function isIn(column: BoardColumn, { state, due_on: dueOn }: ListedPlan, today: Day): boolean {
  const due = parseDay(dueOn);
  return due !== null && isInColumn(column, { state, dueOn: due }, today);
}

interface ColumnProps {
  column: BoardColumn;
  plans: readonly ListedPlan[];
}

function Column({ column, plans }: ColumnProps) {
  const name = columnWords(column);
  return (
    <section aria-label={name} className="grid min-w-0 content-start gap-2">
      <h2 className="flex items-baseline gap-2 text-sm font-semibold">
        {name}
        <span data-numeric className="text-xs font-normal text-muted">
          {formatCount(plans.length)}
        </span>
      </h2>
      {plans.length === 0 ? (
        <p className="rounded-md border border-dashed px-3 py-2 text-xs text-muted">Nothing</p>
      ) : (
        <ul className="grid min-w-0 gap-2">
          {plans.map((plan) => (
            <PlanCard key={plan.id} plan={plan} />
          ))}
        </ul>
      )}
    </section>
  );
}
