import { pageQueryClient, trpc } from '@/trpc/server';
import { toCatalogQuery, type CatalogParams } from './params';

/** Reads what the catalog's list shows first. A failure is not thrown here: the browser tries again. */
export async function prefetchCatalog(params: CatalogParams): Promise<void> {
  const { listForDashboard, status } = trpc.catalog;
  await Promise.all([
    pageQueryClient().prefetchQuery(listForDashboard.queryOptions(toCatalogQuery(params))),
    pageQueryClient().prefetchQuery(status.queryOptions()),
  ]);
}
