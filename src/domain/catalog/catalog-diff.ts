import { identityOf } from '@/domain/identifiers/identity';
import type { Day } from '@/domain/eol/calendar';
import {
  SUPPORT_LEVELS,
  type Product,
  type ReleaseCycle,
  type SupportEnd,
  type SupportLevel,
} from './catalog';

/** An end of a support level that is another one than before. */
export interface DateChange {
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

/** What it takes to bring the stored catalogue to what a source says. */
export interface CatalogDiff {
  readonly added: readonly Product[];
  /** As the source has them now. */
  readonly changed: readonly Product[];
  readonly removed: readonly Product[];
  readonly dateChanges: readonly DateChange[];
  /** The whole catalogue afterwards, by slug. */
  readonly next: readonly Product[];
}

/**
 * Compares the stored catalogue with what a source says. An imported document takes the place of the starter
 * catalogue's products of the same slug, and of everything imported before; a starter catalogue that of
 * starter products alone.
 */
export function diffCatalog(
  stored: readonly Product[],
  incoming: readonly Product[],
  source: 'starter' | 'import',
): CatalogDiff {
  const known = new Map(stored.map((product) => [product.slug, product]));
  const isOurs = (product: Product) => source === 'import' || product.source === 'starter';
  const wanted = incoming.flatMap((product) => {
    const there = known.get(product.slug);
    if (there && !isOurs(there)) return [];
    // Documents that name no vendors do not take away the ones that are known.
    return [{ ...product, vendor: product.vendor ?? there?.vendor ?? null }];
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
    dateChanges: changed.flatMap((product) => {
      const before = known.get(product.slug);
      return before ? dateChanges(before, product) : [];
    }),
    next: [...stored.filter(({ slug }) => !gone.has(slug)), ...wanted].sort((left, right) =>
      left.slug < right.slug ? -1 : 1,
    ),
  };
}

/** A digest of everything the catalogue says of a product. */
function contentKeyOf(product: Product): string {
  const { slug, name, vendor, category, source, identifiers, references, cycles } = product;
  return identityOf(
    JSON.stringify([
      [slug, name, vendor, category, source],
      identifiers.map(({ kind, value }) => [kind, value]),
      references.map(({ type, url }) => [type, url]),
      cycles.map(cycleContent),
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
  return after.cycles.flatMap((cycle) => {
    const old = known.get(cycle.name);
    if (!old) return [];
    return SUPPORT_LEVELS.flatMap((level): DateChange[] => {
      const [from, to] = [endOf(old, level), endOf(cycle, level)];
      if (from.endsOn === to.endsOn && from.ended === to.ended) return [];
      return [
        {
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
}

function endOf({ support }: ReleaseCycle, wanted: SupportLevel): Omit<SupportEnd, 'level'> {
  return support.find(({ level }) => level === wanted) ?? { endsOn: null, ended: false };
}
