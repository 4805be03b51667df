import { z } from 'zod';
import { EOL_STATES } from '@/domain/eol/proximity';
import { csvRecord } from '@/domain/csv/csv';
import { COUNTED_DEGREES } from '@/domain/evidence/counts';
import { EVIDENCE_DEGREES } from '@/domain/evidence/degree';
import { PACK_TEMPLATES } from './templates';

/** What an evidence pack says. A pack that was made stays readable: fields may come, none changes or goes. */
export const PACK_FORMAT = 'eventide-evidence-pack';
const VERSION = 1;

const day = z.iso.date();
const count = z.int().min(0);
const text = z.string();

const softwareRow = z.object({
  product: text,
  cycle: text,
  type: text,
  project: text,
  /** The team that answers for the project; null: nobody. */
  owner: text.nullable(),
  state: z.enum(EOL_STATES),
  ends_on: day,
  /** False: it has ended on an unknown day, and `ends_on` is when it was first seen. */
  ends_on_known: z.boolean(),
  /** Where nobody says that it has ended: the release cycle that this was concluded from. */
  estimated_from: text.nullable(),
  /** The end of the contract by which it is supported. */
  contract_until: day.nullable(),
  move_to: text.nullable(),
  images: count,
  /** How well its end is known. Packs of before tell none of these. */
  evidence: z.enum(EVIDENCE_DEGREES).optional(),
  /** Until when it is supported for nothing, also where a contract counts in its place; null: not known. */
  regular_until: day.nullable().optional(),
  /** Until when its vendor or another has support for money; null: none is known, or no end of it. */
  extended_until: day.nullable().optional(),
  /** Of the images, those for which a waiver was granted. */
  waived_images: count.optional(),
  /** The first day on which one of those waivers ends; null: there is none. */
  waived_until: day.nullable().optional(),
  /** When it is due to be moved by the plans for this project: of several, the next, else the last one that is overdue; null: no plan. */
  planned_until: day.nullable().optional(),
});
export type PackSoftware = z.output<typeof softwareRow>;

const named = z.object({ product: text, cycle: text, type: text, project: text });

export const packContent = z.object({
  format: z.literal(PACK_FORMAT),
  version: z.literal(VERSION),
  id: z.guid(),
  number: z.int().min(1),
  template: z.enum(PACK_TEMPLATES),
  organization: z.object({ id: z.guid(), name: text }),
  made_at: z.iso.datetime(),
  made_by: text,
  as_of: day,
  catalog: z.object({
    revision: z.int().nullable(),
    source: text.nullable(),
    /** When it last changed, be it by what is shipped with the service. */
    updated_at: z.iso.datetime().nullable(),
    products: count,
    /** The source that was last read with success, when, and when its document was made. Packs of before do not tell. */
    read_from: text.nullable().optional(),
    checked_at: z.iso.datetime().nullable().optional(),
    document_made_at: z.iso.datetime().nullable().optional(),
  }),
  scope: z.object({
    projects: count,
    images: count,
    software: count,
    /** By how near its end is: what has no known end is `unknown`. */
    states: z.record(z.enum(EOL_STATES), count),
    /** How well the packages in images are known, as last counted; null: not counted yet. Packs of before do not tell. */
    coverage: z
      .object({
        measured_at: z.iso.datetime(),
        images: count,
        packages: count,
        degrees: z.array(z.object({ degree: z.enum(COUNTED_DEGREES), count })),
      })
      .nullable()
      .optional(),
  }),
  /** What has ended or ends within 12 months, soonest first. */
  software: z.array(softwareRow),
  /** More of it than a pack holds: those that end last. */
  software_left_out: count,
  /**
   * Rows of what has ended, by what is done about them: waived in all images; else planned, and not overdue; else waived in
   * some images; else nothing. Packs of before do not tell.
   */
  ended_rows: z
    .object({ waived: count, planned: count, partly_waived: count, neither: count })
    .optional(),
  /** Since the pack before; null for the first. */
  since: z
    .object({
      number: z.int(),
      made_at: z.iso.datetime(),
      sha256: text,
      appeared: z.array(named),
      gone: z.array(named),
    })
    .nullable(),
  plans: z.array(
    z.object({
      product: text,
      cycle: text,
      move_to: text,
      where: text,
      who: text.nullable(),
      due_on: day.nullable(),
      state: text,
      images_left: count,
    }),
  ),
  waivers: z.array(
    z.object({
      product: text,
      cycle: text,
      where: text,
      state: text,
      reason: text,
      control: text.nullable(),
      owner: text,
      approver: text.nullable(),
      ends_on: day,
    }),
  ),
  contracts: z.array(
    z.object({
      vendor: text,
      covers: text,
      where: text,
      starts_on: day,
      ends_on: day,
      state: text,
    }),
  ),
  date_changes: z.array(
    z.object({
      product: text,
      cycle: text,
      level: text,
      from: day.nullable(),
      to: day.nullable(),
      changed_at: z.iso.datetime(),
      /** Whether it had ended, or has, by what was said: without a day, on one that nobody knows. Packs of before do not tell. */
      from_ended: z.boolean().optional(),
      to_ended: z.boolean().optional(),
    }),
  ),
  /** More of them than a pack holds: those that were changed first. Packs of before do not tell. */
  date_changes_left_out: count.optional(),
});
export type PackContent = z.output<typeof packContent>;

/** Reads what was frozen. @throws ZodError when it is no pack */
export function readPack(bytes: Uint8Array): PackContent {
  return packContent.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
}

const keyOf = ({ product, cycle, type, project }: z.output<typeof named>) =>
  JSON.stringify([product, cycle, type, project]);

/** Tells which software is there since the pack before, and which no longer is. */
export function changesSince(before: readonly PackSoftware[], now: readonly PackSoftware[]) {
  const missing = (from: readonly PackSoftware[], among: readonly PackSoftware[]) => {
    const keys = new Set(among.map(keyOf));
    return from
      .filter((one) => !keys.has(keyOf(one)))
      .map(({ product, cycle, type, project }) => ({ product, cycle, type, project }));
  };
  return { appeared: missing(now, before), gone: missing(before, now) };
}

/** What a pack tells by when it was made: their files stay what they were. */
type Age = Pick<PackContent, 'scope' | 'ended_rows'>;

/** Tells whether a pack says how well ends are known. */
export function tellsEvidence({ scope }: Age): boolean {
  return scope.coverage !== undefined;
}

/** Tells whether a pack says of each row what is done about it. */
export function tellsMeasures({ ended_rows: rows }: Age): boolean {
  return rows !== undefined;
}

/**
 * Counts rows of what has ended by what is done about them.
 * @param asOf the UTC day of the pack
 */
export function endedByMeasure(
  software: readonly PackSoftware[],
  asOf: string,
): PackContent['ended_rows'] {
  const ended = software.filter(({ state }) => state === 'ended');
  const counts = { waived: 0, planned: 0, partly_waived: 0, neither: 0 };
  for (const one of ended) counts[measureOf(one, asOf)] += 1;
  return counts;
}

function measureOf(row: PackSoftware, asOf: string) {
  const { images, waived_images: waived = 0, planned_until: due } = row;
  if (waived === images) return 'waived';
  if (due && due >= asOf) return 'planned';
  return waived > 0 ? 'partly_waived' : 'neither';
}

const EVIDENCE_FIELDS: readonly string[] = ['evidence', 'regular_until', 'extended_until'];
const MEASURE_FIELDS: readonly string[] = ['waived_images', 'waived_until', 'planned_until'];

/** Writes the software of a pack as CSV. */
export function packCsv(content: Age & Pick<PackContent, 'software'>): string {
  const all = Object.keys(softwareRow.shape) as (keyof PackSoftware)[]; // the names of its fields
  const untold = [
    ...(tellsEvidence(content) ? [] : EVIDENCE_FIELDS),
    ...(tellsMeasures(content) ? [] : MEASURE_FIELDS),
  ];
  const columns = all.filter((one) => !untold.includes(one));
  const records = content.software.map((row) =>
    csvRecord(columns.map((column) => row[column] ?? null)),
  );
  return [csvRecord(columns), ...records].join('');
}
