import type { Product } from './catalog';

/**
 * Cycles that are called by the number that others begin with, and count otherwise: Jenkins' `2` is what it releases
 * every week, as `2.440`, and its long-term releases have a third number. By slug: the cycle, and how many numbers its
 * versions have at most.
 */
const APART: ReadonlyMap<string, { readonly cycle: string; readonly parts: number }> = new Map([
  ['jenkins', { cycle: '2', parts: 2 }],
]);

type Named = Pick<Product, 'slug' | 'source'>;

/** Whether a cycle counts otherwise than those whose numbers begin with its own. Never of an organization's product. */
export function isCountedApart({ slug, source }: Named, cycle: string): boolean {
  return source !== 'organization' && APART.get(slug)?.cycle === cycle;
}

/** Whether a version is not of a cycle that counts otherwise, though it begins with its number. */
export function isOfOtherCount(product: Named, cycle: string, version: string): boolean {
  if (!isCountedApart(product, cycle)) return false;
  const [numbers = ''] = /\d+(?:\.\d+)*/.exec(version) ?? [];
  // Whose versions must have three numbers writes 2.425 as 2.425.0. What counts its third number begins at 1.
  const counted = numbers.replace(/(?:\.0)+$/, '');
  return counted.split('.').length > (APART.get(product.slug)?.parts ?? 0);
}
