import { STATE_WORDS } from '@/domain/eol/words';
import { COUNTED_WORDS } from '@/domain/evidence/counts';
import { degreeInWords, EVIDENCE_WORDS } from '@/domain/evidence/degree';
import { type PackContent, tellsEvidence, tellsMeasures } from '@/domain/pack/content';
import { CLAUSES } from '@/domain/pack/clauses';
import { TEMPLATE_TITLES } from '@/domain/pack/templates';
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
import type { toPackRecord } from '../dto';

type Signatures = ReturnType<typeof toPackRecord>['signatures'];

/**
 * Writes a pack on paper: what was frozen, with the hash of that and the signatures so far. The same bytes for the same
 * pack, signatures and paper.
 */
export function packPdf(
  pack: PackContent,
  { sha256, signatures, paper }: { sha256: string; signatures: Signatures; paper: Paper },
): Promise<Uint8Array<ArrayBuffer>> {
  const title = `Evidence pack ${String(pack.number)}: ${TEMPLATE_TITLES[pack.template]}`;
  return writePaper(
    { title, author: pack.organization.name, paper, madeAt: new Date(pack.made_at) },
    `Eventide evidence pack ${String(pack.number)}, SHA-256 ${sha256.slice(0, 16)}…`,
    (doc) => {
      writeHead(doc, pack, title);
      writeScope(doc, pack);
      writeSoftware(doc, pack);
      writeChanges(doc, pack);
      writeMeasures(doc, pack);
      writeMethod(doc, pack, sha256);
      writeSignatures(doc, signatures);
    },
  );
}

function writeHead(doc: Doc, pack: PackContent, title: string): void {
  titleOf(doc, title, [
    `${pack.organization.name}, as of ${pack.as_of} (UTC)`,
    `Made at ${pack.made_at} by ${pack.made_by}`,
  ]);
  const clauses = CLAUSES[pack.template];
  if (clauses.length === 0) return;
  heading(doc, 'What this is asked for by');
  table(doc, clauses, [
    { title: 'Clause', share: 16, cell: ({ id }) => id },
    { title: 'Asks for (summary)', share: 48, cell: ({ asks }) => asks },
    { title: 'Shown here by', share: 36, cell: ({ shown }) => shown },
  ]);
}

function writeScope(doc: Doc, { scope, catalog }: PackContent): void {
  heading(doc, 'Scope and coverage');
  paragraph(
    doc,
    `${String(scope.images)} images and directories of ${String(scope.projects)} projects hold ${String(scope.software)} release cycles of software, retired images left out. Of ${String(scope.states.unknown)} no end is known; that is not the same as supported.`,
  );
  // The entries of a record are by its keys.
  const states = Object.entries(STATE_WORDS) as [keyof typeof STATE_WORDS, string][];
  table(doc, states, [
    { title: 'End of life', share: 50, cell: ([, words]) => words },
    { title: 'Release cycles', share: 50, cell: ([state]) => String(scope.states[state]) },
  ]);
  writeCoverage(doc, scope.coverage);
  paragraph(
    doc,
    `Dates are those of the catalog ${ageOf(catalog)} (revision ${String(catalog.revision ?? 0)}, ${String(catalog.products)} products), of scanners, and of the organization itself.`,
  );
}

/** Says of when the catalog is: of the last look at its source where there was one, whatever was shipped later. */
function ageOf(catalog: PackContent['catalog']): string {
  const { read_from: source, checked_at: checkedAt, document_made_at: madeAt } = catalog;
  const changed = catalog.updated_at ?? 'an unknown time';
  if (!source || !checkedAt) return `of ${changed}`;
  const made = madeAt ? `, whose document was made at ${madeAt}` : '';
  return `that was last read from ${source} at ${checkedAt}${made}, and last changed at ${changed}`;
}

/** Writes how well packages are known; nothing of a pack that does not tell. */
function writeCoverage(doc: Doc, coverage: PackContent['scope']['coverage']): void {
  if (!coverage) return;
  const { packages, images, measured_at: at, degrees } = coverage;
  paragraph(
    doc,
    `${String(packages)} packages in ${String(images)} images, by how well it is known whether they are still supported, as counted at ${at}; what several images hold counts in each.`,
  );
  table(doc, degrees, [
    {
      title: 'Evidence',
      share: 50,
      cell: ({ degree }) => (degree === 'ours' ? COUNTED_WORDS.ours : degreeInWords(degree)),
    },
    { title: 'Packages', share: 50, cell: ({ count }) => String(count) },
  ]);
}

type SoftwareColumn = Column<PackContent['software'][number]>;
type SoftwareCell = Omit<SoftwareColumn, 'share'>;

const OWNER: SoftwareCell = { title: 'Owner', cell: ({ owner }) => owner ?? 'Nobody' };
const PROJECT: SoftwareCell = { title: 'Project', cell: ({ project }) => project };
const SOFTWARE: SoftwareCell = {
  title: 'Software',
  cell: ({ product, cycle, type }) => `${product} ${cycle} (${type})`,
};
const END: SoftwareCell = { title: 'End', cell: endOf };
const EVIDENCE: SoftwareCell = {
  title: 'Evidence',
  cell: ({ evidence }) => (evidence === undefined ? '' : EVIDENCE_WORDS[evidence]),
};
const IMAGES: SoftwareCell = { title: 'Images', cell: ({ images }) => String(images) };
const MOVE_TO: SoftwareCell = { title: 'Move to', cell: ({ move_to: to }) => to ?? '' };

const MEASURE = 'Waived or planned';

/** @param asOf the UTC day of the pack */
const columnsAsOf = (asOf: string): readonly SoftwareColumn[] => [
  { ...OWNER, share: 12 },
  { ...PROJECT, share: 17 },
  { ...SOFTWARE, share: 18 },
  { ...END, share: 16 },
  { ...EVIDENCE, share: 9 },
  { ...IMAGES, share: 7 },
  { ...MOVE_TO, share: 9 },
  { title: MEASURE, share: 12, cell: (row) => measureOf(row, asOf) },
];

/** Packs of before are drawn as they were when they were made: without what is done about each row, */
const COLUMNS_WITHOUT_MEASURES: readonly SoftwareColumn[] = [
  { ...OWNER, share: 13 },
  { ...PROJECT, share: 20 },
  { ...SOFTWARE, share: 21 },
  { ...END, share: 18 },
  { ...EVIDENCE, share: 10 },
  { ...IMAGES, share: 7 },
  { ...MOVE_TO, share: 11 },
];

/** and without how well its end is known. */
const COLUMNS_WITHOUT_EVIDENCE: readonly SoftwareColumn[] = [
  { ...OWNER, share: 14 },
  { ...PROJECT, share: 22 },
  { ...SOFTWARE, share: 24 },
  { ...END, share: 18 },
  { ...IMAGES, share: 8 },
  { ...MOVE_TO, share: 14 },
];

function columnsOf(content: PackContent): readonly SoftwareColumn[] {
  if (tellsMeasures(content)) return columnsAsOf(content.as_of);
  return tellsEvidence(content) ? COLUMNS_WITHOUT_MEASURES : COLUMNS_WITHOUT_EVIDENCE;
}

/** Says what is done about a row: the waivers of its images, and when it is due to be moved. */
function measureOf(row: PackContent['software'][number], asOf: string): string {
  const { images, waived_images: waived = 0, waived_until: until, planned_until: due } = row;
  const isWhole = waived === images;
  return [
    ...(until ? [`${isWhole ? 'waived' : `${String(waived)} waived`} until ${until}`] : []),
    ...(due ? [due < asOf ? `plan overdue since ${due}` : `planned by ${due}`] : []),
  ].join('; ');
}

function writeSoftware(doc: Doc, content: PackContent): void {
  const { software, software_left_out: left, ended_rows: rows } = content;
  const byOwner = (list: PackContent['software']) =>
    list.toSorted((one, other) =>
      (one.owner ?? '\uffff').localeCompare(other.owner ?? '\uffff', 'en'),
    );
  const columns = columnsOf(content);
  const ended = software.filter(({ state }) => state === 'ended');
  const ending = software.filter(({ state }) => state !== 'ended');
  heading(doc, `Ended and in use, by owner (${String(ended.length)})`);
  if (ended.length === 0) paragraph(doc, 'Nothing that is known to have ended is in use.');
  else {
    if (rows) {
      paragraph(
        doc,
        `Of these rows ${String(rows.waived)} are waived in all their images, ${String(rows.planned)} are planned to be moved in time, ${String(rows.partly_waived)} are waived in some of their images, and ${String(rows.neither)} are neither waived nor planned, or their plan is overdue. Days are the last of the waiver that ends first, and the day on which the plan is due.`,
      );
    }
    table(doc, byOwner(ended), columns);
  }
  heading(doc, `Ending within 12 months, by owner (${String(ending.length)})`);
  if (ending.length === 0) paragraph(doc, 'Nothing in use is known to end within 12 months.');
  else table(doc, byOwner(ending), columns);
  if (left > 0) paragraph(doc, `${String(left)} more, which end last, are left out of this pack.`);
}

function endOf(row: PackContent['software'][number]): string {
  const { ends_on: on, ends_on_known: known, estimated_from: from, contract_until: until } = row;
  if (from !== null) return 'Ended, by estimate';
  const { regular_until: regular, extended_until: extended } = row;
  return [
    ...(known ? [until === null ? on : `${on}, by contract`] : [`Ended, day unknown (seen ${on})`]),
    ...(regular && regular !== on ? [`regular until ${regular}`] : []),
    ...(extended ? [`extended until ${extended}`] : []),
  ].join('; ');
}

function writeChanges(doc: Doc, content: PackContent): void {
  const { since, date_changes: changes, date_changes_left_out: leftOut = 0 } = content;
  heading(doc, 'Changes since the last pack');
  if (since === null) paragraph(doc, 'This is the first pack of its kind.');
  else {
    paragraph(
      doc,
      `Pack ${String(since.number)} of ${since.made_at} (SHA-256 ${since.sha256}): ${String(since.appeared.length)} came to the lists above since, ${String(since.gone.length)} are gone from them.`,
    );
    const rows = [
      ...since.appeared.map((one) => ({ ...one, change: 'Came' })),
      ...since.gone.map((one) => ({ ...one, change: 'Gone' })),
    ];
    if (rows.length > 0) {
      table(doc, rows, [
        { title: 'Change', share: 12, cell: ({ change }) => change },
        {
          title: 'Software',
          share: 44,
          cell: ({ product, cycle, type }) => `${product} ${cycle} (${type})`,
        },
        { title: 'Project', share: 44, cell: ({ project }) => project },
      ]);
    }
  }
  heading(doc, `Dates that vendors or the catalog changed (${String(changes.length + leftOut)})`);
  if (changes.length === 0) paragraph(doc, 'None of what is in use.');
  else {
    table(doc, changes, [
      { title: 'Software', share: 34, cell: ({ product, cycle }) => `${product} ${cycle}` },
      { title: 'Level', share: 22, cell: ({ level }) => level },
      { title: 'From', share: 14, cell: ({ from, from_ended: ended }) => dayWords(from, ended) },
      { title: 'To', share: 14, cell: ({ to, to_ended: ended }) => dayWords(to, ended) },
      { title: 'Changed', share: 16, cell: ({ changed_at: at }) => at.slice(0, 10) },
    ]);
    if (leftOut > 0)
      paragraph(doc, `${String(leftOut)} more, which were changed before these, are not listed.`);
  }
}

/** Says an end that a date was changed from or to. */
const dayWords = (day: string | null, ended = false) =>
  day ?? (ended ? 'ended, day unknown' : 'unknown');

function writeMeasures(doc: Doc, { plans, waivers, contracts }: PackContent): void {
  heading(doc, `Plans (${String(plans.length)})`);
  if (plans.length === 0) paragraph(doc, 'There are none.');
  else {
    table(doc, plans, [
      { title: 'From', share: 24, cell: ({ product, cycle }) => `${product} ${cycle}` },
      { title: 'To', share: 22, cell: ({ move_to: to }) => to },
      { title: 'Where', share: 20, cell: ({ where }) => where },
      { title: 'Who', share: 14, cell: ({ who }) => who ?? '' },
      { title: 'Due', share: 12, cell: ({ due_on: due }) => due ?? '' },
      { title: 'Left', share: 8, cell: ({ images_left: left }) => String(left) },
    ]);
  }
  heading(doc, `Waivers (${String(waivers.length)})`);
  if (waivers.length === 0) paragraph(doc, 'There are none.');
  else {
    table(doc, waivers, [
      { title: 'Software', share: 16, cell: ({ product, cycle }) => `${product} ${cycle}` },
      { title: 'Where', share: 16, cell: ({ where }) => where },
      { title: 'State', share: 10, cell: ({ state }) => state },
      { title: 'Reason', share: 18, cell: ({ reason }) => reason },
      { title: 'Mitigating control', share: 16, cell: ({ control }) => control ?? '' },
      { title: 'Approver', share: 11, cell: ({ approver }) => approver ?? '' },
      { title: 'Last day', share: 14, cell: ({ ends_on: on }) => on },
    ]);
  }
  heading(doc, `Contracts (${String(contracts.length)})`);
  if (contracts.length === 0) paragraph(doc, 'There are none.');
  else {
    table(doc, contracts, [
      { title: 'Vendor', share: 22, cell: ({ vendor }) => vendor },
      { title: 'Covers', share: 34, cell: ({ covers }) => covers },
      { title: 'Where', share: 20, cell: ({ where }) => where },
      { title: 'From', share: 12, cell: ({ starts_on: on }) => on },
      { title: 'Until', share: 12, cell: ({ ends_on: on }) => on },
    ]);
  }
}

function writeMethod(doc: Doc, pack: PackContent, sha256: string): void {
  heading(doc, 'Method and sources');
  paragraph(
    doc,
    'Scanners and SBOMs say what images hold; Eventide matches it with release cycles and their ends. A contract of the organization goes before a date of its own, that before the catalog, the catalog before a scanner. What nobody says has ended, but is older than a release cycle that has, is an estimate and is called so. What has no known end is counted as such.',
  );
  paragraph(
    doc,
    `This document shows evidence pack ${pack.id}, which was frozen when it was made. The JSON file of it has the SHA-256 ${sha256}; it and a CSV file hold all rows.`,
  );
}

function writeSignatures(doc: Doc, signatures: Signatures): void {
  heading(doc, 'Signatures');
  table(
    doc,
    (['reviewer', 'approver'] as const).map((signer) => ({
      signer,
      by: signatures.find((one) => one.signer === signer) ?? null,
    })),
    [
      {
        title: 'As',
        share: 14,
        cell: ({ signer }) => (signer === 'reviewer' ? 'Reviewer' : 'Approver'),
      },
      { title: 'Person', share: 28, cell: ({ by }) => by?.user.name ?? 'Not signed' },
      { title: 'At', share: 24, cell: ({ by }) => by?.signed_at ?? '' },
      { title: 'Note', share: 34, cell: ({ by }) => by?.note ?? '' },
    ],
  );
}
