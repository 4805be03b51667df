import { resolve } from 'node:path';
import PDFDocument from 'pdfkit';

/**
 * Reports on paper: pages, headings, paragraphs, tables and page numbers, which all reports share. The same calls with
 * the same words make the same bytes.
 */

/** Sizes of paper that reports are printed on. */
export const PAPERS = ['A4', 'LETTER'] as const;
export type Paper = (typeof PAPERS)[number];

/** A report that is being written. */
export type Doc = PDFKit.PDFDocument;

/** A column of a table on paper. */
export interface Column<Row> {
  readonly title: string;
  /** The part of the width. */
  readonly share: number;
  readonly cell: (row: Row) => string;
}

/** What a report says about itself. */
export interface PaperHead {
  readonly title: string;
  readonly author: string;
  readonly paper: Paper;
  /** When it was made: a report holds no other time, so that its bytes can be had again. */
  readonly madeAt: Date;
  readonly layout?: 'portrait' | 'landscape';
}

/** A font that is shipped with the pages. The process runs in the project's folder. */
const FONT_FOLDER = 'node_modules/geist/dist/fonts/geist-sans';
export const REGULAR = resolve(/* turbopackIgnore: true */ FONT_FOLDER, 'Geist-Regular.ttf');
export const BOLD = resolve(/* turbopackIgnore: true */ FONT_FOLDER, 'Geist-Bold.ttf');

export const MARGIN = 48;
export const [TEXT, MUTED, LINE] = ['#1a1d21', '#5b636e', '#cfd4da'] as const;
/** Rows of one table on paper; all of them are in the files beside it. */
const MAX_ROWS = 2_000;
/** Of a text in a cell: nobody reads more of it in a column. */
const MAX_CELL = 300;

/** Writes a report: `write` draws it, and each page then gets its number after `foot`. */
export async function writePaper(
  { title, author, paper, madeAt, layout = 'portrait' }: PaperHead,
  foot: string,
  write: (doc: Doc) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const doc = new PDFDocument({
    ...{ size: paper, layout, margin: MARGIN, bufferPages: true, font: REGULAR, lang: 'en' },
    ...{ pdfVersion: '1.7', tagged: true, displayTitle: true },
    info: {
      ...{ Title: title, Author: author, Creator: 'Eventide' },
      ...{ CreationDate: madeAt, ModDate: madeAt },
    },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((done, fail) => doc.once('end', done).once('error', fail));
  doc.fillColor(TEXT);
  write(doc);
  numberPages(doc, foot);
  doc.end();
  await ended;
  return Uint8Array.from(Buffer.concat(chunks));
}

/** Measures what lies between the margins, in points. */
export const widthOf = (doc: Doc) => doc.page.width - 2 * MARGIN;

/** Writes the title of a report, and lines below it. */
export function titleOf(doc: Doc, title: string, lines: readonly string[]): void {
  doc
    .font(BOLD)
    .fontSize(20)
    .text(title, { width: widthOf(doc) });
  doc.moveDown(0.2).font(REGULAR).fontSize(11).fillColor(MUTED);
  for (const line of lines) doc.text(line, { width: widthOf(doc) });
}

/** Writes a heading, on a new page where little room is left. */
export function heading(doc: Doc, text: string): void {
  if (doc.y > doc.page.height - MARGIN - 90) doc.addPage();
  doc.moveDown(1.2).font(BOLD).fontSize(13).fillColor(TEXT).text(text, MARGIN);
  doc.moveDown(0.3).font(REGULAR).fontSize(9.5);
}

/** Writes a paragraph over the width of the page. */
export function paragraph(doc: Doc, text: string): void {
  doc
    .font(REGULAR)
    .fontSize(9.5)
    .fillColor(TEXT)
    .text(text, MARGIN, doc.y, { width: widthOf(doc) });
  doc.moveDown(0.3);
}

/** Tells whether a table fits on what is left of the page. */
export function tableFits<Row>(
  doc: Doc,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): boolean {
  const widths = widthsOf(doc, columns);
  const head = columns.map(({ title }) => title);
  const cells = rows.map((row) => columns.map(({ cell }) => shown(cell(row))));
  const height = cells.reduce(
    (sum, row) => sum + rowHeight(doc, row, widths, false),
    rowHeight(doc, head, widths, true),
  );
  return doc.y + height <= floorOf(doc);
}

/** How far down a row may reach. */
const floorOf = (doc: Doc) => doc.page.height - MARGIN - 18;

/** Between two columns, and two rows. */
const GAP = 6;

function widthsOf<Row>(doc: Doc, columns: readonly Column<Row>[]): number[] {
  const total = columns.reduce((sum, { share }) => sum + share, 0);
  return columns.map(({ share }) => (widthOf(doc) * share) / total);
}

/** Measures a row, and leaves its font set. */
function rowHeight(
  doc: Doc,
  cells: readonly string[],
  widths: readonly number[],
  isHead: boolean,
): number {
  doc.font(isHead ? BOLD : REGULAR).fontSize(8);
  const heights = cells.map((cell, index) =>
    doc.heightOfString(cell, { width: (widths[index] ?? 0) - GAP }),
  );
  return Math.max(...heights) + GAP;
}

/** Draws a table over as many pages as it takes, its head again on each. */
export function table<Row>(doc: Doc, all: readonly Row[], columns: readonly Column<Row>[]): void {
  const width = widthOf(doc);
  const widths = widthsOf(doc, columns);
  const drawRow = (cells: readonly string[], isHead: boolean) => {
    const height = rowHeight(doc, cells, widths, isHead);
    if (doc.y + height > floorOf(doc)) {
      doc.addPage();
      if (!isHead)
        drawRow(
          columns.map(({ title }) => title),
          true,
        );
      doc.font(isHead ? BOLD : REGULAR).fontSize(8);
    }
    const top = doc.y;
    let left = MARGIN;
    for (const [index, cell] of cells.entries()) {
      const options = { width: (widths[index] ?? 0) - GAP };
      doc.fillColor(isHead ? MUTED : TEXT).text(cell, left, top + GAP / 2, options);
      left += widths[index] ?? 0;
    }
    const bottom = top + height;
    doc
      .moveTo(MARGIN, bottom)
      .lineTo(MARGIN + width, bottom)
      .lineWidth(0.5)
      .stroke(LINE);
    doc.x = MARGIN;
    doc.y = bottom;
  };
  drawRow(
    columns.map(({ title }) => title),
    true,
  );
  for (const row of all.slice(0, MAX_ROWS))
    drawRow(
      columns.map(({ cell }) => shown(cell(row))),
      false,
    );
  doc.moveDown(0.6);
  const left = all.length - MAX_ROWS;
  if (left > 0) paragraph(doc, `${String(left)} more rows are in the files beside this document.`);
}

/** On few lines, without what fonts have no picture of. */
function shown(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return plain.length > MAX_CELL ? `${plain.slice(0, MAX_CELL - 1).toWellFormed()}…` : plain;
}

function numberPages(doc: Doc, foot: string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    // Below the margin, where text would begin another page.
    doc.page.margins.bottom = 0;
    doc.font(REGULAR).fontSize(7).fillColor(MUTED);
    const numbered = `${foot}, page ${String(page + 1)} of ${String(count)}`;
    doc.text(numbered, MARGIN, doc.page.height - 34, {
      width: widthOf(doc),
      align: 'center',
      lineBreak: false,
    });
  }
}
