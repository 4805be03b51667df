import { foldForSearch } from '@/domain/search';
import type { Product } from './catalog';

/** The form in which product names are compared: scanners and people differ in case. */
export function foldedName(name: string): string {
  return foldForSearch(name);
}

/** Everything that a product is called, best first: its name, its slug, its aliases. Without repeats. */
export function foldedNamesOf({ name, slug, identifiers }: Product): string[] {
  const aliases = identifiers.flatMap(({ kind, value }) => (kind === 'alias' ? [value] : []));
  return [...new Set([name, slug, ...aliases].map(foldedName))];
}

/**
 * The names that lead to one product without doubt. A name comes before a slug, a slug before an alias; what
 * two products claim alike leads to neither.
 */
export function productsByName(products: readonly Product[]): ReadonlyMap<string, Product> {
  const claims = [
    (product: Product) => [foldedName(product.name)],
    (product: Product) => [foldedName(product.slug)],
    foldedNamesOf,
  ];
  const known = new Map<string, Product | null>();
  for (const keysOf of claims) {
    const claimed = new Map<string, Product | null>();
    for (const product of products) {
      for (const key of keysOf(product)) {
        if (!known.has(key)) claimed.set(key, claimed.has(key) ? null : product);
      }
    }
    for (const [key, product] of claimed) known.set(key, product);
  }
  return new Map(
    [...known].flatMap(([key, product]) => (product ? [[key, product] as const] : [])),
  );
}
