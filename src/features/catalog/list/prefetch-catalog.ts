import { pageQueryClient, trpc } from '@/trpc/server';
import { toCatalogQuery, type CatalogParams } from './search-params';

/** Reads what the catalogue's list shows first. A failure is not thrown here: the browser tries again. */
export async function prefetchCatalog(params: CatalogParams): Promise<void> {
  const list = trpc.catalog.listForDashboard.queryOptions(toCatalogQuery(params));
  await pageQueryClient().prefetchQuery(list);
}
