import { EVIDENCE_WORDS } from '@/domain/evidence/degree';
import { CLAUSES_OF_PROMISES } from '@/domain/support-promise/outlives';
import {
  type Column,
  type Doc,
  heading,
  type Paper,
  paragraph,
  table,
  titleOf,
  writePaper,
} from '@/server/export/paper';
import type { OutlivesRecord, OutlivesRow } from '../dto';
import { endWords, imageNames, measuresWords, nameWords, shortWords } from './words';

interface OutlivesHead {
  readonly organization: string;
  readonly paper: Paper;
  readonly madeAt: Date;
}

/** Writes on paper what in a project ends before its promised support. The same bytes for the same content and time. */
export function outlivesPdf(
  told: OutlivesRecord,
  { organization, paper, madeAt }: OutlivesHead,
): Promise<Uint8Array<ArrayBuffer>> {
  const product = told.promise?.product_name ?? told.project.name;
  const title = `Support of ${product}, and what ends earlier`;
  return writePaper(
    { title, author: organization, paper, madeAt, layout: 'landscape' },
    `Eventide, ${product.slice(0, 60).toWellFormed()}, as of ${madeAt.toISOString().slice(0, 10)}`,
    (doc) => {
      titleOf(doc, title, [
        `${organization}, project ${told.project.name}, as of ${madeAt.toISOString().slice(0, 10)} (UTC)`,
      ]);
      writePromise(doc, told);
      writeRows(doc, told);
      writeMethod(doc, told);
    },
  );
}

function writePromise(doc: Doc, { promise, meaning, packages }: OutlivesRecord): void {
  heading(doc, 'What is promised, and what that means');
  if (!promise) {
    paragraph(doc, 'No support is promised of this project: nothing is held against a day.');
    return;
  }
  paragraph(
    doc,
    `Support is promised until ${promise.promised_until}. Said by ${promise.set_by.name} on ${promise.set_at.slice(0, 10)}.`,
  );
  if (promise.note !== null) paragraph(doc, promise.note);
  for (const sentence of meaning) paragraph(doc, sentence);
  if (packages) paragraph(doc, packagesWords(packages));
  table(doc, CLAUSES_OF_PROMISES, [
    { title: 'Clause', share: 16, cell: ({ id }) => id },
    { title: 'Asks for (summary)', share: 84, cell: ({ asks }) => asks },
  ]);
}

function packagesWords({
  total,
  unknown,
  estimated,
}: NonNullable<OutlivesRecord['packages']>): string {
  return `The live images hold ${String(total)} packages, each counted once. Of ${String(unknown)} nobody says anything of their support, of ${String(estimated)} there is but an estimate. What is not a release cycle of a known product is in no row below.`;
}

function writeRows(doc: Doc, { rows, counts, left_out: left }: OutlivesRecord): void {
  if (!counts) return;
  const sections = [
    ['earlier', 'Ends before the promised day', 'Nothing is known to.'],
    ['unknown', 'Not known whether it lasts', 'There is none.'],
    ['lasts', 'Lasts beyond the promised day', 'Nothing is known to.'],
  ] as const;
  for (const [standing, title, none] of sections) {
    const listed = rows.filter((row) => row.standing === standing);
    heading(doc, `${title} (${String(counts[standing])})`);
    if (listed.length === 0) paragraph(doc, none);
    else table(doc, listed, standing === 'earlier' ? [...COLUMNS, ...MEASURES] : COLUMNS);
  }
  if (left > 0) paragraph(doc, `${String(left)} more are left out, which end last.`);
}

const COLUMNS: readonly Column<OutlivesRow>[] = [
  { title: 'Software', share: 18, cell: nameWords },
  { title: 'Packages', share: 18, cell: ({ packages }) => packages.join(', ') },
  { title: 'Images', share: 16, cell: (row) => imageNames(row, 5).join(', ') },
  { title: 'End', share: 14, cell: endWords },
  { title: 'Evidence', share: 10, cell: ({ evidence }) => EVIDENCE_WORDS[evidence] },
];
const MEASURES: readonly Column<OutlivesRow>[] = [
  { title: 'Short by', share: 9, cell: shortWords },
  { title: 'Move to', share: 11, cell: ({ advice }) => advice?.target?.label ?? '' },
  { title: 'Plan, contract, waiver', share: 18, cell: measuresWords },
];

function writeMethod(doc: Doc, { promise }: OutlivesRecord): void {
  heading(doc, 'Method');
  paragraph(
    doc,
    `What the live images of the project hold, by the ends that everything in Eventide goes by: a contract of the organization goes before a date of its own, that before the catalog, the catalog before a scanner or an SBOM. Something ends earlier when it has ended on the promised day${promise ? `, ${promise.promised_until}` : ''}. Days short are the promised days on which it has ended. A waiver lets a policy pass and supports nothing. This is evidence and no proof that a clause is met.`,
  );
}
