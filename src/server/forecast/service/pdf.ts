import { ENDED_ESTIMATED, ENDED_UNDATED } from '@/domain/eol/words';
import { degreeCountWords } from '@/domain/evidence/degree';
import {
  type Column,
  type Doc,
  heading,
  MARGIN,
  MUTED,
  type Paper,
  paragraph,
  table,
  tableFits,
  TEXT,
  titleOf,
  widthOf,
  writePaper,
} from '@/server/export/paper';
import type { ForecastColumnRecord, ForecastLineRecord, ForecastRecord } from '../dto';

/** Lines of what has ended, and of a quarter. The document is to be one sheet: the first that fit. All are in the CSV file. */
const MOST_LINES = [
  { ended: 6, quarter: 3 },
  { ended: 5, quarter: 3 },
  { ended: 4, quarter: 2 },
  { ended: 3, quarter: 2 },
  { ended: 3, quarter: 1 },
  { ended: 1, quarter: 1 },
];
const BARS_PX = 84;
const ACCENT = '#3451b2';
const ENDED = '#ab1029';
/** Full, half and hollow: told apart in a grey print. */
const OPACITIES = { all: 1, part: 0.45, none: 0 } as const;
const COVERS = { all: 'Planned', part: 'In part', none: 'No plan' } as const;

/** Writes a forecast on a sheet of paper: in words, as bars, and what is in most images. */
export function forecastPdf(
  forecast: ForecastRecord,
  { organization, paper, madeAt }: { organization: string; paper: Paper; madeAt: Date },
): Promise<Uint8Array<ArrayBuffer>> {
  const title = 'Software end of life: the next quarters';
  return writePaper(
    { title, author: organization, paper, madeAt },
    'Eventide. Bars count software: a release cycle as one package type. Days are in UTC',
    (doc) => {
      titleOf(doc, title, [`${organization}, as of ${forecast.as_of} (UTC)`]);
      doc.moveDown(0.6);
      paragraph(doc, forecast.sentences.join(' '));
      drawBars(doc, forecast);
      writeYear(doc, forecast);
      writeLines(doc, forecast.columns);
    },
  );
}

function drawBars(doc: Doc, { columns, ahead }: ForecastRecord): void {
  const band = widthOf(doc) / Math.max(1, columns.length);
  const most = Math.max(1, ...columns.map(({ software }) => software));
  const floor = doc.y + BARS_PX + 24;
  for (const [index, column] of columns.entries()) {
    const left = MARGIN + index * band;
    drawBar(doc, column, { left: left + band * 0.2, width: band * 0.6, floor, most });
    const centred = { width: band, align: 'center', lineBreak: false } as const;
    const top = floor - (BARS_PX * column.software) / most;
    doc
      .fillColor(TEXT)
      .fontSize(10)
      .text(String(column.software), left, top - 14, centred);
    doc.fontSize(8.5).text(column.quarter ?? 'Ended', left, floor + 5, centred);
    doc.fillColor(MUTED).fontSize(7.5);
    doc.text(`${String(column.images)} images`, left, floor + 17, centred);
    doc.text(`${String(column.teams)} teams`, left, floor + 27, centred);
  }
  doc.fillColor(TEXT);
  doc.x = MARGIN;
  doc.y = floor + 40;
  const ended = columns.find(({ kind }) => kind === 'ended');
  paragraph(
    doc,
    [
      'Full: planned. Half: planned in part. Hollow: not planned.',
      ...(ended ? knownBy('What has ended', ended) : []),
      ...knownBy('What ends', ahead),
    ].join(' '),
  );
}

/** Says how well the ends of software are known. */
function knownBy(what: string, { software, evidence }: ForecastRecord['ahead']): string[] {
  return software === 0 ? [] : [`${what} is known by: ${degreeCountWords(evidence)}.`];
}

interface BarPlace {
  readonly left: number;
  readonly width: number;
  readonly floor: number;
  readonly most: number;
}

function drawBar(doc: Doc, column: ForecastColumnRecord, { left, width, floor, most }: BarPlace) {
  const colour = column.kind === 'ended' ? ENDED : ACCENT;
  let top = floor;
  for (const cover of ['all', 'part', 'none'] as const) {
    const height = (BARS_PX * column.planned[cover]) / most;
    if (height === 0) continue;
    top -= height;
    doc.rect(left, top, width, height).fillOpacity(OPACITIES[cover]);
    doc.lineWidth(0.75).fillAndStroke(colour, colour).fillOpacity(1);
  }
}

interface Row {
  readonly column: ForecastColumnRecord;
  readonly line: ForecastLineRecord;
}

function writeLines(doc: Doc, columns: readonly ForecastColumnRecord[]): void {
  heading(doc, 'In most images');
  if (columns.every(({ lines }) => lines.length === 0)) {
    paragraph(doc, 'Nothing in use has ended, or ends in these quarters.');
    return;
  }
  const shown: Column<Row>[] = [
    { title: 'Quarter', share: 9, cell: ({ column }) => column.quarter ?? 'Ended' },
    { title: 'Software', share: 27, cell: ({ line }) => nameOf(line) },
    { title: 'Ends', share: 13, cell: ({ line }) => endOf(line) },
    { title: 'Images', share: 8, cell: ({ line }) => String(line.images) },
    { title: 'Teams', share: 22, cell: ({ line }) => teamsOf(line) },
    { title: 'Move to', share: 11, cell: ({ line }) => line.move_to ?? '' },
    { title: 'Plan', share: 10, cell: ({ line }) => planOf(line) },
  ];
  const choices = MOST_LINES.map((most) =>
    columns.flatMap((column): Row[] =>
      column.lines.slice(0, most[column.kind]).map((line) => ({ column, line })),
    ),
  );
  const rows = choices.find((some) => tableFits(doc, some, shown)) ?? choices.at(-1) ?? [];
  table(doc, rows, shown);
}

function nameOf({ product_name: name, cycles }: ForecastLineRecord): string {
  const names = [...new Set(cycles.map(({ cycle }) => cycle))];
  const more = names.length > 3 ? ` and ${String(names.length - 3)} more` : '';
  return `${name} ${names.slice(0, 3).join(', ')}${more}`;
}

function endOf({ cycles }: ForecastLineRecord): string {
  const dated = cycles.find((one) => one.ends_on_known);
  if (dated) return dated.ends_on;
  return cycles[0]?.estimated_from === null ? ENDED_UNDATED : ENDED_ESTIMATED;
}

function teamsOf({ team_names: names, teams, unowned_findings: unowned }: ForecastLineRecord) {
  const shown = names.slice(0, teams > 2 ? 1 : 2);
  const more = teams - shown.length;
  return [
    ...shown,
    ...(more > 0 ? [`${String(more)} more`] : []),
    ...(unowned > 0 ? ['no owner'] : []),
  ].join(', ');
}

function planOf({ plan }: ForecastLineRecord): string {
  return plan.overdue > 0 ? `${COVERS[plan.cover]}, overdue` : COVERS[plan.cover];
}

function writeYear(doc: Doc, { trend, moves }: ForecastRecord): void {
  const [first, last] = [trend[0], trend.at(-1)];
  heading(doc, 'The last year');
  if (first && last) {
    const told = ({ as_of: asOf, ended, soon }: typeof first) =>
      `${asOf}: ${String(ended)} ended, ${String(soon)} within 6 months`;
    paragraph(doc, `Findings, one for each image. ${told(first)}. ${told(last)}.`);
  }
  paragraph(
    doc,
    `Plans that move any of it: ${String(moves.planned)} planned, ${String(moves.under_way)} under way, ${String(moves.found_again)} found again; ${String(moves.overdue)} overdue.`,
  );
}
