import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Product } from '@/domain/catalog/catalog';
import { starterProduct, toProduct } from '@/domain/catalog/starter-product';
import { runAttempt, type AttemptReport } from '@/server/catalog/service/attempt';
import { insertRevision } from '@/server/catalog/service/facts';
import type { Deps } from '@/server/platform/deps';

/** A product as the starter catalog's files have it; what a test does not care about is left out. */
export type ProductInput = Partial<z.input<typeof starterProduct>> & { readonly name: string };

/** A product of the catalog, as if it had been imported. */
export function importedProduct(input: ProductInput): Product {
  const slug = input.name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const data = starterProduct.parse({ slug, category: 'server-app', cycles: [], ...input });
  return { ...toProduct(data, 'starter'), source: 'import' };
}

/**
 * Makes the catalog of a test's database hold these products and nothing else that was imported, by the way
 * that every document takes.
 * @param madeAt when the document was made, as it says itself
 */
export async function withCatalog(
  deps: Deps,
  products: readonly Product[],
  madeAt: Date | null = null,
): Promise<AttemptReport> {
  const revisionId = randomUUID();
  await insertRevision(deps.db, {
    id: revisionId,
    source: 'test',
    trigger: 'command',
    actorName: null,
    startedAt: deps.clock.now(),
  });
  return runAttempt(deps, {
    revisionId,
    source: 'import',
    fetch: () => Promise.resolve({ bytes: Buffer.from(revisionId), etag: null }),
    parse: () => ({ products: [...products], madeAt }),
    acceptsLosses: true,
    acceptsOlder: true,
  });
}
