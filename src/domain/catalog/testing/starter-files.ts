import { readdirSync, readFileSync } from 'node:fs';
import type { Product } from '../catalog';
import type { CatalogMatch } from '../match';
import { starterProduct, type StarterProduct, toProduct } from '../starter-product';

const FOLDER = new URL('../../../../prisma/seed/starter-catalog/', import.meta.url);

/** A file of the starter catalog: its name without `.json`, and what it says, unread. */
export interface StarterFile {
  readonly name: string;
  readonly content: unknown;
}

/** All files of the starter catalog, by name. For tests; throws where one is no JSON. */
export function starterFiles(): StarterFile[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({
      name: file.replace(/\.json$/, ''),
      content: JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as unknown,
    }));
}

/** The products of the starter catalog as they are written. Throws where a file is not in that form. */
export function starterProducts(): StarterProduct[] {
  return starterFiles().map(({ content }) => starterProduct.parse(content));
}

/** The products of the starter catalog in the catalog's own terms. */
export function starterCatalog(): Product[] {
  return starterProducts().map((product) => toProduct(product, 'starter'));
}

/**
 * A match in one line, for tables of expectations: `nginx 1.18`, `debian 11 (nginx 1.18)` for a distribution's
 * package with what it packages, `debian 11 (?)` where that is not known, `- unknown_cycle` for none.
 */
export function describedMatch(match: CatalogMatch): string {
  if (!match.found) return `- ${match.reason}`;
  const found = `${match.product.slug} ${match.cycle.name}`;
  if (match.maintainer === 'vendor') return found;
  const { upstream } = match;
  return `${found} (${upstream ? `${upstream.product.slug} ${upstream.cycle.name}` : '?'})`;
}
