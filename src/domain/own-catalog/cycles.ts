import { z } from 'zod';
import type { StarterProduct } from '@/domain/catalog/starter-product';
import type { Fault } from '@/domain/errors';
import { calendarDay, storedText } from '@/domain/validation/fields';
import { faultsOf } from '@/domain/validation/zod-faults';
import type { OwnEntry } from './file';

const MAX_NAME = 255;
const MAX_CYCLES = 20_000;

const name = storedText(MAX_NAME).min(1);
const until = z.union([calendarDay, z.boolean()]).nullish();

/** A release cycle as version 0 of endoflife.date has it, with the product's slug, as we write it. */
const cycle = z.object({
  product: name,
  cycle: name,
  codename: name.nullish(),
  releaseDate: calendarDay.nullish(),
  support: until,
  eol: until,
  extendedSupport: until,
  latest: name.nullish(),
  latestReleaseDate: calendarDay.nullish(),
  lts: z.union([z.boolean(), calendarDay]).nullish(),
  link: storedText(2_048).nullish(),
});

type CycleData = z.output<typeof cycle>;
type Cycle = StarterProduct['cycles'][number];

/**
 * Reads release cycles of version 0 of endoflife.date. It says nothing of a product but its cycles: so the product has to
 * be there already, and keeps all the rest. Cycles that are not named stay, for those without a day of release are not
 * written in that form at all.
 */
export function readCycles(
  value: readonly unknown[],
  known: ReadonlyMap<string, OwnEntry>,
):
  | {
      readonly entries: {
        readonly product: StarterProduct;
        readonly reason: string;
        readonly path: readonly (string | number)[];
      }[];
    }
  | { readonly faults: readonly Fault[] } {
  const parsed = z.array(cycle).min(1).max(MAX_CYCLES).safeParse(value);
  if (!parsed.success) return { faults: faultsOf(parsed.error, 'body', value) };
  const bySlug = Map.groupBy(
    parsed.data.map((data, index) => ({ data, index })),
    ({ data }) => data.product,
  );
  const unknown = [...bySlug].flatMap(([slug, [first]]) =>
    known.has(slug) || !first ? [] : [unknownProduct(slug, first.index)],
  );
  if (unknown.length > 0) return { faults: unknown };
  return {
    entries: [...bySlug].flatMap(([slug, rows]) => {
      const before = known.get(slug);
      const [first] = rows;
      if (!before || !first) return [];
      const cycles = merged(
        before.product.cycles,
        rows.map(({ data }) => data),
      );
      const product = { ...before.product, cycles };
      return [{ product, reason: before.reason, path: [first.index] }];
    }),
  };
}

function unknownProduct(slug: string, index: number): Fault {
  const msg = `Value error, version 0 says nothing of a product but its cycles, and there is no product ${slug} of yours`;
  return { loc: ['body', index, 'product'], msg, type: 'value_error' };
}

/** The cycles of a product as the document says; those that it does not name stay behind. */
function merged(before: readonly Cycle[], rows: readonly CycleData[]): Cycle[] {
  const known = new Map(before.map((one) => [one.name, one]));
  const named = new Set(rows.map((row) => row.cycle));
  return [
    ...rows.map((row) => toCycle(row, known.get(row.cycle))),
    ...before.filter((one) => !named.has(one.name)),
  ];
}

function toCycle(row: CycleData, before: Cycle | undefined): Cycle {
  return {
    ...before,
    name: row.cycle,
    ...(row.codename && { codename: row.codename }),
    ...(row.releaseDate && { releasedOn: row.releaseDate }),
    ...(row.latest && { latestRelease: row.latest }),
    ...(row.latestReleaseDate && { latestReleasedOn: row.latestReleaseDate }),
    ...(row.link && { releaseNotesUrl: row.link }),
    lts: Boolean(row.lts),
    ...ends('activeUntil', row.support),
    ...ends('supportedUntil', row.eol),
    ...ends('extendedUntil', row.extendedSupport),
  };
}

/** `false` is support without an announced end, `true` one that has ended on an unknown day. */
function ends(
  field: 'activeUntil' | 'supportedUntil' | 'extendedUntil',
  said: CycleData['eol'],
): Partial<Cycle> {
  return said === null || said === undefined ? {} : { [field]: said === false ? null : said };
}
