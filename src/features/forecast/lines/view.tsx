import type { ReactNode } from 'react';
import { Card } from '@/components/ui/card';
import { TextLink } from '@/components/ui/text-link';
import { hrefs } from '@/features/hrefs';
import { timelineHref } from '@/features/timeline/params';
import {
  columnName,
  columnWords,
  endWords,
  lineName,
  planWords,
  teamWords,
  type Column,
  type Line,
} from '@/features/forecast/words';
import { sharedConditions, type ForecastParams } from '@/features/forecast/params';
import { countOf, formatCount } from '@/lib/numbers';

/** Of what has ended, and of a quarter: the page is to be one page of paper. */
const MOST_ENDED = 6;
const MOST_OF_QUARTER = 4;

export interface ColumnCardProps {
  column: Column;
  /** Its place; the first holds what has ended. */
  index: number;
  params: ForecastParams;
}

/** Lists what ends in a quarter, or has ended: those in most images first, and how many more there are. */
export function ColumnCard({ column, index, params }: ColumnCardProps) {
  const { lines, lines_left_out: leftOut } = column;
  const shown = lines.slice(0, index === 0 ? MOST_ENDED : MOST_OF_QUARTER);
  const more = lines.length + leftOut - shown.length;
  return (
    <Card
      flush
      title={index === 0 ? 'Ended, and still in use' : columnName(column)}
      description={columnWords(column)}
    >
      {shown.length > 0 && (
        <ul className="divide-y text-sm print:text-xs">
          {shown.map((line) => (
            <LineRow key={line.product_name} line={line} params={params} />
          ))}
        </ul>
      )}
      {more > 0 && (
        <p className="border-t px-4 py-1.5 text-xs text-muted">
          <MoreLink index={index} params={params}>
            {countOf(more, 'more product')}
          </MoreLink>
        </p>
      )}
    </Card>
  );
}

const WITHIN = [null, 'this-quarter', 'next-quarter'] as const;

/** Leads to all of a column where the timeline has it as a view. */
function MoreLink({
  index,
  params,
  children,
}: {
  index: number;
  params: ForecastParams;
  children: ReactNode;
}) {
  const shared = sharedConditions(params);
  const within = WITHIN[index];
  if (within === undefined) return children;
  const href = timelineHref(
    within === null ? { ...shared, state: ['ended'] } : { ...shared, within },
  );
  return <TextLink href={href}>{children}</TextLink>;
}

function LineRow({ line, params }: { line: Line; params: ForecastParams }) {
  const teams = teamWords(line);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-4 py-1.5 sm:grid-cols-[minmax(0,1.4fr)_7.5rem_5.5rem_minmax(0,1.6fr)] print:py-0.5">
      <span className="min-w-0 font-medium wrap-anywhere">
        <TextLink
          href={hrefs.softwareList({ product: line.product_name, ...sharedConditions(params) })}
        >
          {lineName(line)}
        </TextLink>
      </span>
      <span data-numeric className="text-right whitespace-nowrap text-muted sm:text-left">
        {endWords(line)}
      </span>
      <span data-numeric className="whitespace-nowrap">
        {countOf(line.images, 'image')}
      </span>
      <span className="col-span-2 min-w-0 wrap-anywhere text-muted sm:col-span-1">
        {[
          ...(teams === '' ? [] : [teams]),
          ...(line.move_to === null ? [] : [`move to ${line.move_to}`]),
        ].join(' · ')}
        {(teams !== '' || line.move_to !== null) && ' · '}
        <span className={line.plan.cover === 'all' ? undefined : 'font-medium text-fg'}>
          {planWords(line)}
        </span>
      </span>
    </li>
  );
}

/** Says how many quarters hold nothing, where some do: an empty card says less. */
export function EmptyQuarters({ columns }: { columns: readonly Column[] }) {
  if (columns.length === 0) return null;
  return (
    <p className="text-sm text-muted">
      Nothing ends in {columns.map(columnName).join(', ')}
      {columns.length > 1 && ` (${formatCount(columns.length)} quarters)`}.
    </p>
  );
}
