import { pageQueryClient, trpc } from '@/trpc/server';
import { DATE_CHANGES_SHOWN } from './sizes';

/** Reads what the page shows first. A failure is not thrown here: the browser tries again. */
export async function prefetchCatalogSettings(): Promise<void> {
  const queries = pageQueryClient();
  const { catalog, scanner } = trpc;
  await Promise.all([
    queries.prefetchQuery(catalog.status.queryOptions()),
    queries.prefetchQuery(catalog.dateChanges.queryOptions({ size: DATE_CHANGES_SHOWN })),
    queries.prefetchQuery(scanner.database.queryOptions()),
  ]);
}
