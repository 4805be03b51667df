import type { Deps } from '@/server/platform/deps';
import { followCatalogEverywhere } from '@/server/catalog/repository/follow';
import { lockCatalog } from '@/server/catalog/repository/locks';
import { hasOlderLines, loadCatalog, writeOlderLines } from '@/server/catalog/repository/products';

/**
 * Brings what is stored of it to what this version of the program says of the catalog, and what organizations have
 * found with it; writes nothing where that is the same.
 */
export async function keepOlderLines({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCatalog(tx);
    const { products } = await loadCatalog(tx);
    if (await hasOlderLines(tx, products)) return;
    await writeOlderLines(tx, products);
    await followCatalogEverywhere(tx, clock.now());
  });
}
