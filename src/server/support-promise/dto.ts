import { z } from 'zod';
import type { Advice } from '@/domain/advice/advice';
import { type Day, daysBetween } from '@/domain/eol/calendar';
import { OUTLIVES_STANDINGS, type StandingCounts } from '@/domain/support-promise/outlives';
import {
  callerKind,
  day,
  eolState,
  evidenceDegree,
  instant,
  moveAdvice,
} from '@/server/platform/trpc/outputs';
import type { PromiseRow } from './repository/promises';

const named = z.object({ id: z.guid(), name: z.string() });
const count = z.number().int();

/** Numbers of release cycles by what their ends are to the promise. */
const standingCounts = z
  .object({
    earlier: count.describe('Have ended by the promised day, or will have'),
    unknown: count.describe('Of which it is not known whether they last'),
    lasts: count.describe('End after the promised day'),
  })
  .meta({ id: 'OutlivesCounts', example: { earlier: 3, unknown: 1, lasts: 7 } });

const promiseExample = {
  project: { id: '01931c5e-5b7c-7d9a-8f3e-2a6b4c8d0e1f', name: 'github//acme/shop' },
  owner: { id: '01931c5b-0f8e-7a3c-b5d2-6e1c9a7f4d08', name: 'Payments' },
  product_name: 'Acme Shop 4',
  ...{ promised_until: '2031-12-31', days_left: 1860, note: 'Told in the data sheet' },
  set_by: {
    ...{ kind: 'person', id: '01931c5a-1f2b-7b3c-9d4e-5f60718293a4', name: 'Ada Lovelace' },
  },
  set_at: '2026-11-20T09:00:00.000Z',
};

export const promiseRecord = z
  .object({
    project: named,
    owner: named.nullable().describe('The team that owns the project'),
    product_name: z
      .string()
      .nullable()
      .describe('What customers know the product as; null: as the project'),
    promised_until: day.describe('The last day of the promised support'),
    days_left: count.describe('Until then; negative once it has passed'),
    note: z.string().nullable(),
    set_by: z.object({ kind: callerKind, id: z.guid(), name: z.string() }),
    set_at: instant,
  })
  .meta({ id: 'SupportPromise', example: promiseExample });

export const listedPromise = promiseRecord
  .extend({
    counts: standingCounts,
    first_end: day.nullable().describe('The first known end of what the project holds'),
  })
  .meta({
    id: 'ListedSupportPromise',
    example: {
      ...promiseExample,
      ...{ counts: { earlier: 3, unknown: 1, lasts: 7 }, first_end: '2026-08-31' },
    },
  });

/** Makes a promise's record. */
export function toPromiseRecord(row: PromiseRow, today: Day): z.input<typeof promiseRecord> {
  const { projectId, projectName, ownerId, ownerName, promisedUntil } = row;
  return {
    project: { id: projectId, name: projectName },
    owner: ownerId === null ? null : { id: ownerId, name: ownerName ?? '' },
    product_name: row.productName,
    ...{ promised_until: promisedUntil, days_left: daysBetween(today, promisedUntil) },
    note: row.note,
    set_by: { kind: row.setByKind, id: row.setById, name: row.setByName },
    set_at: row.setAt.toISOString(),
  };
}

/** Makes a promise's record for the list. */
export function toListedPromise(
  row: PromiseRow,
  today: Day,
  held: (StandingCounts & { readonly firstEnd: Day | null }) | undefined,
): z.input<typeof listedPromise> {
  const { earlier = 0, unknown = 0, lasts = 0, firstEnd = null } = held ?? {};
  return {
    ...toPromiseRecord(row, today),
    ...{ counts: { earlier, unknown, lasts }, first_end: firstEnd },
  };
}

const heldRow = z
  .object({
    software_id: z.guid(),
    standing: z
      .enum(OUTLIVES_STANDINGS)
      .describe('`earlier`: it has ended by the promised day; `unknown`: nobody knows; `lasts`'),
    ...{ product_name: z.string(), cycle: z.string(), artifact_type: z.string() },
    packages: z.array(z.string()).describe('Names with versions that it is found in, five at most'),
    package_count: count.describe('How many there are'),
    state: eolState,
    ends_on: day.nullable().describe('Null: no end is known'),
    ends_on_known: z
      .boolean()
      .describe('False with a date: it has ended, and the date is the day it was first seen'),
    days_short: count
      .nullable()
      .describe(
        'Promised days on which it has ended, both ends with them; null: it lasts, or its day is not known',
      ),
    estimated_from: z
      .string()
      .nullable()
      .describe('The cycle that its end was concluded from: nobody says it'),
    evidence: evidenceDegree,
    images: z
      .array(named.extend({ tag: z.string() }))
      .describe('Live images of the project that hold it, twenty at most'),
    image_count: count,
    advice: moveAdvice.nullable().describe('Null when the catalog does not have the product'),
    contract: z
      .object({ id: z.guid(), vendor: z.string(), until: day })
      .nullable()
      .describe('By which it is supported there: its end is in `ends_on` already'),
    plans: z.array(
      z.object({ id: z.guid(), move_to: z.string(), due_on: day, who: z.string().nullable() }),
    ),
    waivers: z
      .array(z.object({ id: z.guid(), ends_on: day }))
      .describe(
        'Granted ones, of whichever image that holds it, twenty at most, the one that ends first first. A waiver lets a policy pass: it supports nothing',
      ),
    waiver_count: count.describe('How many there are'),
  })
  .meta({ id: 'OutlivesRow' });

export const outlivesRecord = z
  .object({
    project: named,
    promise: promiseRecord.nullable().describe('Null: none is set, and nothing is held against it'),
    counts: standingCounts.nullable(),
    meaning: z.array(z.string()).describe('What that means for who promised, in sentences'),
    packages: z
      .object({
        total: count.describe('That the live images hold, each once'),
        unknown: count.describe('Of whose support nobody says anything: they are in no row'),
        estimated: count.describe('Of which there is but an estimate'),
      })
      .nullable()
      .describe(
        'What is known of the packages, whether or not they are of a release cycle; null without a promise',
      ),
    rows: z
      .array(heldRow)
      .describe('What ends first first, then what is not known, then what lasts; 2,000 at most'),
    left_out: count.describe('Rows beyond these: they are in the counts'),
  })
  .meta({ id: 'Outlives' });

type Told = z.input<typeof outlivesRecord>;

/** A row with its advice as the domain gives it, for files. */
export type OutlivesRow = Omit<Told['rows'][number], 'advice'> & { readonly advice: Advice | null };
export type OutlivesRecord = Omit<Told, 'rows'> & { readonly rows: OutlivesRow[] };
