import type { TimelineRow } from '@/components/charts/lifecycle-timeline';
import type { TableColumn } from '@/components/data-table/columns';
import { StatusMark } from '@/components/status/status-mark';
import { TextLink } from '@/components/ui/text-link';
import { ENDED_ESTIMATED, ENDED_UNDATED, STATE_WORDS } from '@/domain/eol/words';
import { EVIDENCE_WORDS } from '@/domain/evidence/degree';
import { STANDING_WORDS } from '@/domain/support-promise/outlives';
import { hrefs } from '@/features/hrefs';
import { formatDay } from '@/lib/dates';
import { countOf, formatCount } from '@/lib/numbers';
import type { OutlivesRow, SupportPromise } from '../types';

/** Under which the reader's columns are kept. */
export const OUTLIVES_TABLE = 'outlives';

/** Says when something ends, and that the day is not known where it is not. */
function endWords({ estimated_from: from, ends_on: on, ends_on_known: known }: OutlivesRow) {
  if (from !== null) return ENDED_ESTIMATED;
  if (on === null) return STATE_WORDS.unknown;
  return known ? formatDay(on) : ENDED_UNDATED;
}

function shortWords({ standing, days_short: days }: OutlivesRow): string {
  if (standing !== 'earlier') return STANDING_WORDS[standing];
  return days === null ? 'Not known' : countOf(days, 'day');
}

/** What a project holds, against its promise. */
export const outlivesColumns = (projectId: string): readonly TableColumn<OutlivesRow>[] => [
  {
    id: 'software',
    header: 'Software',
    primary: true,
    // Wraps: a version is never cut.
    cell: ({ product_name: name, cycle }) => (
      <span className="wrap-anywhere whitespace-normal">
        {name} {cycle}
      </span>
    ),
  },
  { id: 'type', header: 'Type', widthPx: 90, hidden: true, cell: (row) => row.artifact_type },
  {
    id: 'end',
    header: 'End',
    widthPx: { least: 140, share: 14, most: 220 },
    cell: (row) => (
      <span className="inline-flex items-center gap-1.5">
        <StatusMark status={row.state} label />
        {endWords(row)}
      </span>
    ),
  },
  { id: 'short', header: 'Short by', align: 'end', widthPx: 120, cell: shortWords },
  {
    id: 'evidence',
    header: 'Evidence',
    widthPx: 120,
    cell: ({ evidence }) => EVIDENCE_WORDS[evidence],
  },
  {
    id: 'packages',
    header: 'Packages',
    widthPx: { least: 140, share: 16, most: 300 },
    card: 'line',
    cell: ({ packages, package_count: count }) => (
      <span className="wrap-anywhere whitespace-normal">
        {packages.join(', ')}
        {count > packages.length && ` and ${formatCount(count - packages.length)} more`}
      </span>
    ),
  },
  {
    id: 'images',
    header: 'Images',
    align: 'end',
    widthPx: 80,
    cell: ({ image_count: count, software_id: software }) => (
      <TextLink href={hrefs.images({ project: projectId, software })}>
        {formatCount(count)}
      </TextLink>
    ),
  },
  {
    id: 'move',
    header: 'Move to',
    widthPx: { least: 110, share: 12, most: 220 },
    cell: ({ advice }) =>
      advice?.target ? (
        <span className="wrap-anywhere whitespace-normal">{advice.target.label}</span>
      ) : (
        <span className="text-muted">Not known</span>
      ),
  },
  {
    id: 'covered',
    header: 'Plan, contract, waiver',
    widthPx: { least: 150, share: 18, most: 320 },
    card: 'line',
    cell: (row) => <Measures row={row} />,
  },
];

/** As many as can be taken in beside each other; the list of waivers has all of them. */
const MOST_WAIVERS = 5;

function Measures({ row }: { readonly row: OutlivesRow }) {
  const { contract, plans, waivers, waiver_count: count } = row;
  const left = count - Math.min(waivers.length, MOST_WAIVERS);
  return (
    <span className="grid gap-0.5 wrap-anywhere whitespace-normal">
      {contract && (
        <TextLink href={hrefs.contract(contract.id)}>
          {contract.vendor} until {formatDay(contract.until)}
        </TextLink>
      )}
      {plans.map((plan) => (
        <TextLink key={plan.id} href={hrefs.plan(plan.id)}>
          {plan.move_to} by {formatDay(plan.due_on)}
        </TextLink>
      ))}
      {waivers.slice(0, MOST_WAIVERS).map((waiver) => (
        <TextLink key={waiver.id} href={hrefs.waiver(waiver.id)}>
          Waiver until {formatDay(waiver.ends_on)}
        </TextLink>
      ))}
      {left > 0 && (
        <TextLink
          href={hrefs.waivers({ product: row.product_name, cycle: row.cycle, state: 'granted' })}
        >
          {countOf(left, 'more waiver')}
        </TextLink>
      )}
    </span>
  );
}

/** The promise as a bar, and below it what ends earlier. */
export function timelineRows(
  { promised_until: until }: SupportPromise,
  earlier: readonly OutlivesRow[],
): TimelineRow[] {
  const marks = [{ day: until, label: `Promised until ${formatDay(until)}` }];
  const promised: TimelineRow = {
    ...{ id: 'promise', label: 'Promised support', current: true, from: null, marks },
    phases: [{ name: 'Promised support', step: 1, until, over: false }],
    cells: [formatDay(until), ''],
  };
  const rows = earlier.map((row): TimelineRow => {
    const day = row.ends_on_known ? row.ends_on : null;
    return {
      ...{ id: row.software_id, from: null, marks },
      label: (
        <TextLink href={hrefs.software(row.software_id)}>
          {row.product_name} {row.cycle}
        </TextLink>
      ),
      phases: [{ name: 'Support', step: 2, until: day, over: day === null }],
      cells: [endWords(row), shortWords(row)],
    };
  });
  return [promised, ...rows];
}
