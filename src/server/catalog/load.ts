import type { Product } from '@/domain/catalog/catalog';
import type { Transaction } from '@/server/db';
import { CURRENT_REVISION, WHOLE_CATALOG } from './load-queries';

/** Counts the changes of the catalogue; 0 while there was none. */
export async function findRevision(db: Transaction): Promise<number> {
  const [row] = await db.query<{ revision: number }>(CURRENT_REVISION);
  return row?.revision ?? 0;
}

/** The whole catalogue, products by slug. */
export async function loadCatalog(
  db: Transaction,
): Promise<{ readonly revision: number; readonly products: readonly Product[] }> {
  const [row] = await db.query<{ revision: number; products: Product[] }>(WHOLE_CATALOG);
  return row ?? { revision: 0, products: [] };
}
