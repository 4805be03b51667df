import type { Deps } from '@/server/platform/deps';
import { followCatalogEverywhere } from '@/server/catalog/repository/follow';
import { noteKnownCycles } from '@/server/catalog/repository/facts';
import { lockCatalog } from '@/server/catalog/repository/locks';
import { hasOlderLines, loadCatalog, writeOlderLines } from '@/server/catalog/repository/products';

/**
 * Stores the conclusions that this version of the program draws from the catalog, and lets the software that
 * organizations found follow; writes nothing where they are the same. Notes, too, which cycles an earlier version that ran
 * beside this one brought or took away: an import that changes nothing notes nothing.
 */
export async function keepOlderLines({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCatalog(tx);
    await noteKnownCycles(tx, clock.now());
    const { products } = await loadCatalog(tx);
    if (await hasOlderLines(tx, products)) return;
    await writeOlderLines(tx, products);
    await followCatalogEverywhere(tx, clock.now());
  });
}
