import type { z } from 'zod';
import { foldedName } from '@/domain/catalog/product-names';
import type { enteredProduct } from '@/domain/catalog/starter-product';
import { readCle } from '@/domain/cle/read';
import { formatPurl, parsePurl } from '@/domain/identifiers/purl';
import {
  type LifecycleFault,
  type ReadCycle,
  type ReadEnd,
  type ReadLifecycle,
  readOpenEox,
} from '@/domain/openeox/read';
import type { OwnEntry } from './file';

type Entered = z.input<typeof enteredProduct>;
type Cycle = Entered['cycles'][number];

interface LifecycleEntry {
  readonly product: Entered;
  readonly reason: string;
  readonly path: readonly (string | number)[];
}

/**
 * Reads products out of CLE or of statements of OpenEoX, which a list of events or of statements tells. They say little of a
 * product but when its cycles end: all the rest stays as it was, cycles that are not named too.
 * @returns null for a document of neither
 */
export function lifecycleEntries(
  value: unknown,
  known: ReadonlyMap<string, OwnEntry>,
  reason: string,
):
  | { readonly entries: readonly LifecycleEntry[] }
  | { readonly faults: readonly LifecycleFault[] }
  | null {
  const form = formOf(value);
  if (form === null) return null;
  const read = form === 'events' ? readCle(value) : readOpenEox(value);
  if ('faults' in read) return read;
  return {
    entries: read.products.map((lifecycle) => {
      const before = knownProduct(lifecycle, known);
      return {
        product: productOf(lifecycle, before?.product ?? null),
        reason: before?.reason ?? reason,
        path: [form],
      };
    }),
  };
}

function formOf(value: unknown): 'events' | 'statements' | null {
  if (typeof value !== 'object' || value === null) return null;
  const is = (key: string) => Object.hasOwn(value, key) && Array.isArray(Reflect.get(value, key));
  return is('events') ? 'events' : is('statements') ? 'statements' : null;
}

/** By a package URL that both have, or by a name. */
function knownProduct(
  { name, purls }: ReadLifecycle,
  known: ReadonlyMap<string, OwnEntry>,
): OwnEntry | null {
  const wanted = new Set(purls.flatMap(unversioned));
  const key = foldedName(name);
  const all = [...known.values()];
  return (
    all.find(({ product }) => product.purls.some((purl) => wanted.has(purl))) ??
    all.find(({ product }) =>
      [product.name, product.slug, ...product.aliases].some((one) => foldedName(one) === key),
    ) ??
    null
  );
}

function unversioned(text: string): string[] {
  const reading = parsePurl(text);
  return reading.ok ? [formatPurl({ ...reading.purl, version: null })] : [];
}

function productOf(
  { name, vendor, purls, cycles }: ReadLifecycle,
  before: Entered | null,
): Entered {
  const named = new Map(cycles.map((cycle) => [cycle.name, cycle]));
  const kept = (before?.cycles ?? []).map((cycle) => withDates(cycle, named.get(cycle.name)));
  const there = new Set(kept.map((cycle) => cycle.name));
  const fresh = cycles
    .filter((cycle) => !there.has(cycle.name) && saysAnything(cycle))
    .map((cycle) => withDates({ name: cycle.name }, cycle));
  const base = before ?? { slug: slugOf(name), name, category: 'app' as const, cycles: [] };
  return {
    ...base,
    vendor: vendor ?? before?.vendor ?? null,
    purls: [...new Set([...(before?.purls ?? []), ...purls.flatMap(unversioned)])],
    cycles: [...fresh, ...kept],
  };
}

/** Whether more is said of a cycle than that a day was withdrawn. */
function saysAnything({ withdrawn, ...read }: ReadCycle): boolean {
  return withdrawn.length === 0 || ENDS.some((end) => read[end] !== null);
}

const ENDS: readonly ReadEnd[] = ['activeUntil', 'supportedUntil', 'extendedUntil'];

/** What a document does not say is not taken away; what it takes back is: a day that it says is not known, or has withdrawn. */
function withDates(cycle: Cycle, read: ReadCycle | undefined): Cycle {
  if (!read) return cycle;
  const { releasedOn, unknown, withdrawn } = read;
  const dates = ENDS.flatMap((end): [ReadEnd, Cycle[ReadEnd]][] => {
    const [said, before] = [read[end], cycle[end]];
    if (said !== null) return [[end, said]];
    const isTakenBack =
      typeof before === 'string' &&
      (unknown.includes(end) || withdrawn.some((one) => one.end === end && one.day === before));
    return isTakenBack ? [[end, null]] : [];
  });
  return {
    ...cycle,
    ...(releasedOn !== null && { releasedOn }),
    ...Object.fromEntries(dates),
  };
}

/** `ACME Billing` is `acme-billing`. */
function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return slug === '' ? 'product' : slug;
}
