import type { Day } from '@/domain/eol/calendar';
import { identityOf } from '@/domain/identifiers/identity';
import {
  type Product,
  type ReleaseCycle,
  SUPPORT_LEVELS,
  type SupportEnd,
  type SupportLevel,
} from './catalog';
import { foldedName, presentNamesOf } from './product-names';

/**
 * The change of an end: it is another one, it is gone with its cycle (or with the whole product), it is back with it.
 */
export const DATE_CHANGE_KINDS = ['changed', 'removed', 'returned'] as const;
export type DateChangeKind = (typeof DATE_CHANGE_KINDS)[number];

/** The change of a support level's end; of standard support alone where the cycle went or came back. */
export interface DateChange {
  readonly kind: DateChangeKind;
  readonly productSlug: string;
  readonly product: string;
  readonly cycle: string;
  readonly level: SupportLevel;
  readonly oldEndsOn: Day | null;
  /** Without a date: ended on an unknown day. */
  readonly oldEnded: boolean;
  readonly newEndsOn: Day | null;
  readonly newEnded: boolean;
}

/** The changes that bring the stored catalog to a source's state. */
export interface CatalogDiff {
  readonly added: readonly Product[];
  /** As the source has them now. */
  readonly changed: readonly Product[];
  readonly removed: readonly Product[];
  /** Of cycles that were there before. */
  readonly dateChanges: readonly DateChange[];
  /** Of cycles that were not: they are news only where the cycle was there once, before it was removed. */
  readonly appeared: readonly DateChange[];
  /** The whole catalog afterwards, by slug. */
  readonly next: readonly Product[];
}

/** A source that calls a product otherwise each day makes no more former names than these. */
const MAX_FORMER_NAMES = 20;

/**
 * Compares the stored catalog with what a source says. An imported document takes the place of the starter
 * catalog's products of the same slug, and of everything imported before; a starter catalog that of
 * starter products alone. What a product was called goes on leading to it: by that name organizations keep
 * their dates and contracts of it.
 */
export function diffCatalog(
  stored: readonly Product[],
  incoming: readonly Product[],
  source: 'starter' | 'import',
): CatalogDiff {
  const known = new Map(stored.map((product) => [product.slug, product]));
  const isOurs = (product: Product) => source === 'import' || product.source === 'starter';
  const slugs = new Set(incoming.map(({ slug }) => slug));
  const left = new Map([...known].filter(([slug, there]) => !slugs.has(slug) && isOurs(there)));
  const wanted = incoming.flatMap((product) => {
    const there = known.get(product.slug);
    if (there && !isOurs(there)) return [];
    const before = beforeOf(product, known, left);
    return [
      {
        ...product,
        // Documents that name no vendors do not take away the ones that are known.
        vendor: product.vendor ?? before.at(-1)?.vendor ?? null,
        formerNames: formerNames(before, product),
      },
    ];
  });
  const named = new Set(wanted.map(({ slug }) => slug));
  const added = wanted.filter(({ slug }) => !known.has(slug));
  const changed = wanted.filter((product) => {
    const there = known.get(product.slug);
    return there && contentKeyOf(there) !== contentKeyOf(product);
  });
  const removed = stored.filter(({ slug, source: from }) => from === source && !named.has(slug));
  const gone = new Set([...removed.map(({ slug }) => slug), ...named]);
  return {
    added,
    changed,
    removed,
    dateChanges: [
      ...changed.flatMap((product) => {
        const before = known.get(product.slug);
        return before ? dateChanges(before, product) : [];
      }),
      ...removed.flatMap((product) => goneCycles(product, null)),
    ],
    appeared: wanted.flatMap((product) => newCycles(known.get(product.slug) ?? null, product)),
    next: [...stored.filter(({ slug }) => !gone.has(slug)), ...wanted].sort((left, right) =>
      left.slug < right.slug ? -1 : 1,
    ),
  };
}

/**
 * Finds the stored products that one of a source is: by its slug, which comes last, and by those that it had, or that were merged
 * into it, which sources keep as aliases.
 * @param left the stored products that the source does not have any more, by slug
 */
function beforeOf(
  product: Product,
  known: ReadonlyMap<string, Product>,
  left: ReadonlyMap<string, Product>,
): Product[] {
  const aliases = product.identifiers.flatMap(({ kind, value }) => (kind === 'alias' ? value : []));
  const renamed = [...new Set(aliases)].flatMap((alias) => left.get(alias) ?? []).reverse();
  return [...renamed, ...[known.get(product.slug) ?? []].flat()];
}

/** Lists what products were called, the latest last, beside what the one that they are now is called. */
function formerNames(before: readonly Product[], now: Product): string[] {
  const present = new Set(presentNamesOf(now));
  const names = before.flatMap((there) => [...(there.formerNames ?? []), there.name]);
  const former = new Map(names.map((name) => [foldedName(name), name]));
  return [...former]
    .flatMap(([key, name]) => (present.has(key) ? [] : [name]))
    .slice(-MAX_FORMER_NAMES);
}

/** A digest of everything the catalog says of a product. */
function contentKeyOf(product: Product): string {
  const { slug, name, vendor, category, source, identifiers, references, cycles } = product;
  const { formerNames: former = [] } = product;
  return identityOf(
    JSON.stringify([
      [slug, name, vendor, category, source],
      identifiers.map(({ kind, value }) => [kind, value]),
      references.map(({ type, url }) => [type, url]),
      cycles.map(cycleContent),
      ...(former.length > 0 ? [former] : []),
    ]),
  );
}

function cycleContent(cycle: ReleaseCycle) {
  const { name, label, codename, lts, releasedOn, latestRelease, latestReleasedOn } = cycle;
  return [
    [
      name,
      label,
      codename,
      lts,
      releasedOn,
      latestRelease,
      latestReleasedOn,
      cycle.releaseNotesUrl,
    ],
    cycle.support.map(({ level, endsOn, ended }) => [level, endsOn, ended]),
  ];
}

function dateChanges(before: Product, after: Product): DateChange[] {
  const known = new Map(before.cycles.map((cycle) => [cycle.name, cycle]));
  const changes = after.cycles.flatMap((cycle) => {
    const old = known.get(cycle.name);
    if (!old) return [];
    return SUPPORT_LEVELS.flatMap((level): DateChange[] => {
      const [from, to] = [endOf(old, level), endOf(cycle, level)];
      if (from.endsOn === to.endsOn && from.ended === to.ended) return [];
      return [
        {
          kind: 'changed',
          productSlug: after.slug,
          product: after.name,
          cycle: cycle.name,
          level,
          oldEndsOn: from.endsOn,
          oldEnded: from.ended,
          newEndsOn: to.endsOn,
          newEnded: to.ended,
        },
      ];
    });
  });
  return [...changes, ...goneCycles(before, after)];
}

/** The cycles of a product that it has no more; all of them where it is gone itself. */
function goneCycles(before: Product, after: Product | null): DateChange[] {
  const kept = new Set(after?.cycles.map(({ name }) => name));
  return before.cycles
    .filter(({ name }) => !kept.has(name))
    .map((cycle) => ({
      ...ofStandard('removed', after ?? before, cycle),
      ...{ newEndsOn: null, newEnded: false },
    }));
}

/** The cycles of a product that it did not have. */
function newCycles(before: Product | null, after: Product): DateChange[] {
  const had = new Set(before?.cycles.map(({ name }) => name));
  return after.cycles
    .filter(({ name }) => !had.has(name))
    .map((cycle) => ({
      ...ofStandard('returned', after, cycle),
      ...{ oldEndsOn: null, oldEnded: false },
    }));
}

function ofStandard(
  kind: DateChangeKind,
  { slug, name }: Product,
  cycle: ReleaseCycle,
): DateChange {
  const { endsOn, ended } = endOf(cycle, 'STANDARD_SUPPORT');
  return {
    kind,
    productSlug: slug,
    product: name,
    cycle: cycle.name,
    level: 'STANDARD_SUPPORT',
    oldEndsOn: endsOn,
    oldEnded: ended,
    newEndsOn: endsOn,
    newEnded: ended,
  };
}

function endOf({ support }: ReleaseCycle, wanted: SupportLevel): Omit<SupportEnd, 'level'> {
  return support.find(({ level }) => level === wanted) ?? { endsOn: null, ended: false };
}
