import { dataStores } from './data-stores';
import { languages } from './languages';
import { operatingSystems } from './operating-systems';
import { platformTools } from './platform-tools';
import type { CycleRow, SeedProduct } from './product';
import { serverFrameworks } from './server-frameworks';
import { webFrameworks } from './web-frameworks';

export const products: ReadonlyMap<string, SeedProduct> = new Map(
  [operatingSystems, languages, webFrameworks, serverFrameworks, dataStores, platformTools].flatMap(
    (table) => table.map((product) => [product.slug, product] as const),
  ),
);

export interface FoundCycle {
  readonly product: SeedProduct;
  readonly cycle: CycleRow;
}

/**
 * The product of this slug and the cycle that a version belongs to: the longest cycle name that the version
 * begins with, not cutting a number in two.
 * @throws Error when the tables have no such product or cycle
 */
export function findCycle(slug: string, version: string): FoundCycle {
  const product = products.get(slug);
  if (!product) throw new Error(`No product ${slug} in the seed`);
  const upstream = version.replace(/^\d+:/, '').replace(/^v/, '');
  const [cycle] = product.cycles
    .filter(([name]) => upstream.startsWith(name) && !/^\d/.test(upstream.slice(name.length)))
    .sort(([left], [right]) => right.length - left.length);
  if (!cycle) throw new Error(`No cycle of ${slug} in the seed for version ${version}`);
  return { product, cycle };
}
