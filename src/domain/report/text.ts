import { EVIDENCE_WORDS } from '@/domain/evidence/degree';
import {
  askOf,
  endOf,
  moveOf,
  named,
  nameOf,
  packagesOf,
  shortfallOf,
  summaryOf,
  unknownNames,
  unknownOf,
  unshippedOf,
  type CheckedDocument,
  type ReportContext,
  type Weight,
} from './report';
import { waiverUrlOf } from './waiver';
import { whyUrlOf } from './why';

const WORDS: Readonly<Record<Weight, string>> = {
  denied: 'DENIED',
  warned: 'WARNED',
  waived: 'waived',
  ended: 'ended',
  soon: 'soon',
  fine: '',
};
/** A comment on a pull request is cut by its host: GitHub takes 65,536 characters. */
const MAX_ROWS = 100;
/** Denials that say why, and waivers that do: the first few; the page of the image has all. */
const MAX_DENIALS_SPELLED_OUT = 10;
const MAX_SPELLED_OUT = 3;
const COLUMNS = ['', 'Software', 'End of life', 'Found as', 'What to do'] as const;

/** One more where the server says it of any of them. */
const EVIDENCE = 'Evidence';
/** And one where it says of any of them why. */
const WHY = 'Why';

interface Row {
  readonly cells: readonly string[];
  /** How well the end is known; empty: the server does not say. */
  readonly evidence: string;
  /** The page that says why; null: the server names none. */
  readonly whyUrl: string | null;
}

interface Rows {
  readonly rows: readonly Row[];
  readonly others: number;
}

function rowsOf(checked: CheckedDocument, most: number): Rows {
  const weighed = named(checked);
  const rows = weighed.slice(0, most).map(({ finding, weight }) => ({
    cells: [
      WORDS[weight],
      nameOf(finding),
      endOf(finding),
      packagesOf(finding),
      moveOf(finding) ?? '',
    ],
    evidence: finding.evidence === undefined ? '' : EVIDENCE_WORDS[finding.evidence],
    whyUrl: whyUrlOf(finding),
  }));
  return { rows, others: weighed.length - rows.length };
}

/**
 * Writes a table for people at a terminal, with a summary below it.
 * @param paint colours a cell by its weight's word; leaves it as it is where colours are not wanted
 */
export function toText(
  checked: CheckedDocument,
  context: ReportContext,
  paint: (text: string, word: string) => string = (text) => text,
): string {
  const { rows } = rowsOf(checked, Number.MAX_SAFE_INTEGER);
  const isWhySaid = rows.some(({ whyUrl }) => whyUrl !== null);
  // A column of one word tells nothing apart, and a terminal is narrow.
  const isTold = rows.some(({ evidence }) => evidence !== EVIDENCE_WORDS.catalog);
  const known = isTold ? withEvidence(rows) : { columns: COLUMNS, rows };
  const columns = isWhySaid ? [...known.columns, WHY] : known.columns;
  const safe = known.rows.map(({ cells, whyUrl }) =>
    [...cells, ...(isWhySaid ? [whyUrl ?? ''] : [])].map(printable),
  );
  const widths = columns.map((name, index) =>
    Math.max(name.length, ...safe.map((row) => row[index]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  const table =
    rows.length === 0
      ? []
      : [line(columns), ...safe.map((row) => paint(line(row), row[0] ?? '')), ''];
  const unknown = unknownOf(checked);
  const names = unknownNames(checked);
  const ask = askOf(checked);
  const unshipped = unshippedOf(checked);
  const shortfall = shortfallOf(checked, context);
  return [
    ...[printable(context.subject), ''],
    ...table,
    summaryOf(checked, context),
    ...(shortfall === null ? [] : [shortfall]),
    ...(unknown === null ? [] : [unknown]),
    ...(names === null ? [] : [printable(names)]),
    ...(ask === null ? [] : [printable(ask)]),
    ...(unshipped === null ? [] : [printable(unshipped)]),
    ...(checked.url === undefined ? [] : [checked.url]),
    ...waivedLines(checked).map(printable),
    ...denials(checked).map(({ words, url }) =>
      printable(url === null ? words : `${words} ${url}`),
    ),
    '',
  ].join('\n');
}

/** Adds the column that says how well ends are known, where the server says it of any. */
function withEvidence(rows: readonly Row[]) {
  if (rows.every(({ evidence }) => evidence === '')) return { columns: COLUMNS, rows };
  return {
    columns: [...COLUMNS, EVIDENCE],
    rows: rows.map((row) => ({ ...row, cells: [...row.cells, row.evidence] })),
  };
}

/** Says why what a policy would act on passes, and until when: the first few. */
function waivedLines(checked: CheckedDocument): string[] {
  return named(checked)
    .filter(({ weight }) => weight === 'waived')
    .slice(0, MAX_SPELLED_OUT)
    .map(({ finding, reason }) => `${nameOf(finding)}: ${reason}`);
}

interface Denial {
  readonly words: string;
  /** Where a waiver is asked for; null: the server names no place. */
  readonly url: string | null;
}

/** Says of the first denied software by which policy and since when, what to move to, and where to ask for a waiver. */
function denials(checked: CheckedDocument): Denial[] {
  const all = named(checked).filter(({ weight }) => weight === 'denied');
  // Software that was found in two ways is denied once.
  const byReason = new Map(all.map((one) => [`${nameOf(one.finding)} ${one.reason}`, one]));
  return [...byReason.values()].slice(0, MAX_DENIALS_SPELLED_OUT).map((one) => {
    const url = waiverUrlOf(checked, one);
    const move = moveOf(one.finding);
    const ways = [
      ...(move === null ? [] : [move]),
      ...(url === null ? [] : [move === null ? 'ask for a waiver:' : 'or ask for a waiver:']),
    ].join(', ');
    const whatNow = ways.charAt(0).toUpperCase() + ways.slice(1);
    const end = ways === '' || url !== null ? '' : '.';
    return { words: `${one.reason} ${whatNow}${end}`.trim(), url };
  });
}

/** Writes Markdown for a pull request's comment: the summary, then a table of at most a hundred rows. */
export function toMarkdown(checked: CheckedDocument, context: ReportContext): string {
  const { rows: all, others } = rowsOf(checked, MAX_ROWS);
  const { columns, rows } = withEvidence(all);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table =
    rows.length === 0
      ? []
      : [
          line(columns),
          line(columns.map(() => '---')),
          ...rows.map((row) => line(markdownCells(row))),
          '',
        ];
  const unknown = unknownOf(checked);
  const names = unknownNames(checked);
  const ask = askOf(checked);
  const unshipped = unshippedOf(checked);
  const shortfall = shortfallOf(checked, context);
  return [
    ...[`### End of life: ${markdown(context.subject)}`, ''],
    ...[`**${markdown(summaryOf(checked, context))}**`, ''],
    ...(shortfall === null ? [] : [`**${markdown(shortfall)}**`, '']),
    ...table,
    ...(others > 0 ? [`${String(others)} more are not listed.`, ''] : []),
    ...(unknown === null ? [] : [markdown(unknown), '']),
    ...(names === null ? [] : [markdown(names), '']),
    ...(ask === null ? [] : [markdown(ask), '']),
    ...(unshipped === null ? [] : [markdown(unshipped), '']),
    ...(checked.url === undefined ? [] : [`[In Eventide](${checked.url})`, '']),
    ...waivedLines(checked).flatMap((line) => [markdown(line), '']),
    ...denials(checked).flatMap(({ words, url }) => [
      url === null ? markdown(words) : `${markdown(words)} ${url}`,
      '',
    ]),
  ].join('\n');
}

/** The cells of a row, its software a link to the page that says why. */
function markdownCells({ cells, whyUrl }: Row): string[] {
  // What would end the link, or the cell.
  const target = whyUrl?.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll('|', '%7C');
  return cells
    .map(markdown)
    .map((cell, index) =>
      target !== undefined && COLUMNS[index] === 'Software' ? `[${cell}](${target})` : cell,
    );
}

/** Takes out what moves a terminal's cursor or colours what follows. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '?');
}

/** Writes a text into a cell of a table: names come from documents that anybody may have written. */
function markdown(text: string): string {
  return printable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_{}[\]()#+!|~@:]/g, (mark) => `&#${String(mark.charCodeAt(0))};`);
}
