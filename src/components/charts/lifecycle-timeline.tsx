import { Fragment, type CSSProperties, type ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { LifecycleBar, type PhaseSpan, type TimelineMark } from './lifecycle-bar';
import { placeOfDay, scaleAround, yearTicks, type Tick, type TimeScale } from './time-scale';

export interface TimelineRow extends PhaseSpan {
  readonly id: string;
  /** Its name, with whatever follows it. */
  readonly label: ReactNode;
  /** Under the columns, in their order; the first says when it ends, in words. */
  readonly cells: readonly ReactNode[];
  readonly marks?: readonly TimelineMark[] | undefined;
  /** Steps back behind the others. */
  readonly muted?: boolean;
  /** The one that the page is about. */
  readonly current?: boolean;
  /** Opened below the row, in its whole width. */
  readonly detail?: ReactNode;
}

export interface LifecycleTimelineProps {
  /** Names the rows to a screen reader: "Release cycles of Node.js". */
  label: string;
  /** The head of the first column: "Cycle". */
  rowHeader: string;
  columns: readonly { readonly header: string; readonly align?: 'start' | 'end' }[];
  rows: readonly TimelineRow[];
  /** The UTC day that is marked. */
  today: string;
  /** What the day that is marked is called; as short as "Today", which it is unless given. */
  todayWord?: string;
  /** All days that the picture has to hold; those of its rows unless given. */
  days?: readonly string[];
}

/** As many as fit a narrow screen without touching. */
const MOST_TICKS = 9;
const ROW_CLASS =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b px-3 last:border-b-0 sm:col-span-full sm:grid-cols-subgrid';

/**
 * Draws life cycles one below the other: a bar each on one time axis, and the same in words, in a table. Drawn without
 * scripts; bars follow the width of the page.
 */
export function LifecycleTimeline(props: LifecycleTimelineProps) {
  const { label, rowHeader, columns, rows, today, todayWord = 'Today' } = props;
  const scale = scaleAround(props.days ?? daysOf(rows), today);
  const ticks = yearTicks(scale, MOST_TICKS);
  const template = `fit-content(18rem) minmax(12rem, 1fr) ${columns.map(() => 'auto').join(' ')}`;
  return (
    <table
      role="table"
      aria-label={label}
      // A custom property, which the type of styles does not know.
      style={{ '--timeline-columns': template } as CSSProperties}
      className="block rounded-md border bg-surface text-sm sm:grid sm:grid-cols-(--timeline-columns)"
    >
      <thead role="rowgroup" className="contents">
        <tr role="row" className={cn(ROW_CLASS, 'h-9 text-xs text-muted')}>
          <Head>{rowHeader}</Head>
          <th role="columnheader" scope="col" className="max-sm:col-span-full">
            <span className="sr-only">Time</span>
            <Axis {...{ scale, ticks, today, todayWord }} />
          </th>
          {columns.map(({ header, align }) => (
            <Head key={header} align={align}>
              {header}
            </Head>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="contents">
        {rows.map((row) => (
          <Row key={row.id} row={row} columns={columns} scale={scale} ticks={ticks} today={today} />
        ))}
      </tbody>
    </table>
  );
}

function Head({ align, children }: { align?: 'start' | 'end' | undefined; children: string }) {
  return (
    <th
      role="columnheader"
      scope="col"
      className={cn('text-left font-normal max-sm:sr-only', align === 'end' && 'text-right')}
    >
      {children}
    </th>
  );
}

interface RowProps extends Pick<LifecycleTimelineProps, 'columns' | 'today'> {
  row: TimelineRow;
  scale: TimeScale;
  ticks: readonly Tick[];
}

function Row({ row, columns, ...drawing }: RowProps) {
  const { id, label, cells, detail, current = false, ...bar } = row;
  return (
    <Fragment key={id}>
      <tr
        role="row"
        aria-current={current || undefined}
        className={cn(ROW_CLASS, 'min-h-9', Boolean(detail) && 'border-b-0')}
      >
        <th
          role="rowheader"
          scope="row"
          className={cn(
            'min-w-0 py-1 text-left wrap-anywhere',
            current ? 'font-medium' : 'font-normal',
          )}
        >
          {label}
        </th>
        <td role="cell" className="max-sm:order-1 max-sm:col-span-full">
          <LifecycleBar {...bar} {...drawing} />
        </td>
        {columns.map(({ header, align }, index) => (
          <td
            key={header}
            role="cell"
            className={cn(
              'min-w-0 py-1',
              align === 'end' && 'text-right',
              // On a phone the last one stands next to the name, the others below the bar.
              (index === 0 || index < columns.length - 1) && 'max-sm:order-2 max-sm:col-span-full',
            )}
          >
            {cells[index]}
          </td>
        ))}
      </tr>
      {detail && (
        <tr role="row" className={ROW_CLASS}>
          <td role="cell" colSpan={columns.length + 2} className="col-span-full min-w-0 pt-1 pb-4">
            {detail}
          </td>
        </tr>
      )}
    </Fragment>
  );
}

function Axis({
  scale,
  ticks,
  today,
  todayWord,
}: {
  scale: TimeScale;
  ticks: readonly Tick[];
  today: string;
  todayWord: string;
}) {
  const now = placeOfDay(scale, today);
  // Where the year would touch the edge or the word for today, the word stays.
  const shown = ticks.filter(({ at }) => at > 2 && Math.abs(at - now) > 7);
  return (
    <span
      aria-hidden
      className="@container/axis relative block h-4 overflow-x-clip font-normal tabular-nums"
    >
      {shown.map(({ at, label }, index) => (
        <AxisText
          key={label}
          at={at}
          className={cn(
            (index % 2 === 1 || Math.abs(at - now) < 16) && '@max-[26rem]/axis:hidden',
            (index % 4 !== 0 || Math.abs(at - now) < 28) && '@max-[15rem]/axis:hidden',
          )}
        >
          {label}
        </AxisText>
      ))}
      <AxisText at={now} className="font-medium text-fg">
        {todayWord}
      </AxisText>
    </span>
  );
}

function AxisText({
  at,
  className,
  children,
}: {
  at: number;
  className?: string;
  children: string;
}) {
  return (
    <span style={{ left: `${at}%` }} className={cn('absolute -translate-x-1/2', className)}>
      {children}
    </span>
  );
}

function daysOf(rows: readonly TimelineRow[]): string[] {
  return rows.flatMap(({ from, phases, marks = [] }) => [
    ...(from === null ? [] : [from]),
    ...phases.flatMap(({ until }) => until ?? []),
    ...marks.map(({ day }) => day),
  ]);
}
