import { Fragment, type ReactNode } from 'react';
import { Card } from '@/components/ui/card';
import { TextLink } from '@/components/ui/text-link';
import { degreeCountWords, EVIDENCE_DEGREES, type DegreeCounts } from '@/domain/evidence/degree';
import { hrefs } from '@/features/hrefs';
import { EvidenceWord, isNoteworthy } from '@/features/names/evidence';
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
import { sharedConditions, SHOWN_LINES, type ForecastParams } from '@/features/forecast/params';
import { countOf, formatCount } from '@/lib/numbers';

/** Lines of what has ended, and of a quarter. */
const ON_SCREEN = { ended: SHOWN_LINES, quarter: 4 } as const;
/** By how many quarters there are: the page is to be one sheet, of A4 and of Letter. */
const ON_PAPER = {
  4: { ended: 5, quarter: 3 },
  6: { ended: 4, quarter: 2 },
} as const;

export interface ColumnCardProps {
  column: Column;
  /** Its place; the first holds what has ended. */
  index: number;
  params: ForecastParams;
}

/** Lists what ends in a quarter, or has ended: those in most images first, and how many more there are. */
export function ColumnCard({ column, index, params }: ColumnCardProps) {
  const { lines, lines_left_out: leftOut } = column;
  const part = index === 0 ? 'ended' : 'quarter';
  const [onScreen, onPaper] = [ON_SCREEN[part], ON_PAPER[params.quarters][part]];
  const all = lines.length + leftOut;
  return (
    <Card
      flush
      title={index === 0 ? 'Ended, and still in use' : columnName(column)}
      description={
        <>
          {columnWords(column)}
          {isNoteworthy(degreesIn(column.evidence)) && (
            <span data-print="hide" className="block">
              Evidence: {degreeCountWords(column.evidence, formatCount)}
            </span>
          )}
          {all > onPaper && (
            <span className="hidden print:inline"> · {countOf(all - onPaper, 'more product')}</span>
          )}
        </>
      }
      className="print:[&_h2]:whitespace-nowrap print:[&>header]:py-1 print:[&>header>div]:flex print:[&>header>div]:items-baseline print:[&>header>div]:gap-2"
    >
      {lines.length > 0 && (
        <ul className="divide-y text-sm print:text-xs">
          {lines.slice(0, onScreen).map((line, place) => (
            <LineRow
              key={line.product_name}
              line={line}
              params={params}
              isOnPaper={place < onPaper}
            />
          ))}
        </ul>
      )}
      {all > onScreen && (
        <p data-print="hide" className="border-t px-4 py-1.5 text-xs text-muted">
          <MoreLink index={index} params={params}>
            {countOf(all - onScreen, 'more product')}
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

/** Stays with what it follows, so that no line begins with it. */
const DOT = '\u00a0· ';

interface LineRowProps {
  line: Line;
  params: ForecastParams;
  isOnPaper: boolean;
}

function LineRow({ line, params, isOnPaper }: LineRowProps) {
  const teams = teamWords(line);
  return (
    <li
      data-print={isOnPaper ? undefined : 'hide'}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-4 py-1.5 print:py-0.5"
    >
      <span className="min-w-0 font-medium wrap-anywhere">
        <TextLink
          href={hrefs.softwareList({ product: line.product_name, ...sharedConditions(params) })}
        >
          {lineName(line)}
        </TextLink>
      </span>
      <span data-numeric className="text-right whitespace-nowrap text-muted">
        {endWords(line)}
      </span>
      <span className="col-span-2 min-w-0 text-xs wrap-anywhere text-muted">
        {[
          countOf(line.images, 'image'),
          ...(teams === '' ? [] : [teams]),
          ...(line.move_to === null ? [] : [`move to ${line.move_to}`]),
        ].join(DOT)}
        {DOT}
        <span className={line.plan.cover === 'all' ? undefined : 'font-medium text-fg'}>
          {planWords(line)}
        </span>
        <LineEvidence line={line} />
      </span>
    </li>
  );
}

/** Names how well the ends of a line are known, best first, but where it is the catalog alone. */
function LineEvidence({ line }: { line: Line }) {
  const degrees = degreesIn(line.evidence);
  if (!isNoteworthy(degrees)) return null;
  return (
    <span data-print="hide">
      {DOT}
      <span className="sr-only">Evidence: </span>
      {degrees.map((degree, index) => (
        <Fragment key={degree}>
          {index > 0 && ', '}
          <EvidenceWord degree={degree} />
        </Fragment>
      ))}
    </span>
  );
}

const degreesIn = (counts: DegreeCounts) => EVIDENCE_DEGREES.filter((degree) => counts[degree] > 0);

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
