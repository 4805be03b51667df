import { readdirSync, readFileSync } from 'node:fs';
import type { Product } from '@/domain/catalog/catalog';
import { starterProduct, toProduct, type StarterProduct } from '@/domain/catalog/starter-product';

const FOLDER = new URL('../../../../prisma/seed/starter-catalog/', import.meta.url);

/** A file of the starter catalogue: its name without `.json`, and what it says, unread. */
export interface StarterFile {
  readonly name: string;
  readonly content: unknown;
}

/** All files of the starter catalogue, by name. For tests; throws where one is no JSON. */
export function starterFiles(): StarterFile[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({
      name: file.replace(/\.json$/, ''),
      content: JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as unknown,
    }));
}

/** The products of the starter catalogue as they are written. Throws where a file is not in that form. */
export function starterProducts(): StarterProduct[] {
  return starterFiles().map(({ content }) => starterProduct.parse(content));
}

/** The products of the starter catalogue in the catalogue's own terms. */
export function starterCatalog(): Product[] {
  return starterProducts().map((product) => toProduct(product, 'starter'));
}
