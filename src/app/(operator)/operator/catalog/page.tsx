import type { Metadata } from 'next';
import { CatalogUpdates } from '@/features/operator/catalog/view';
import { ATTEMPTS_AT_FIRST } from '@/features/operator/params';
import { isPageOperator, requirePageOperator } from '@/server/page/reader';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

/** To others not even the title says that there is such a page. */
export async function generateMetadata(): Promise<Metadata> {
  return (await isPageOperator()) ? { title: 'Catalog' } : {};
}

export default async function OperatorCatalogPage() {
  await requirePageOperator();
  const queries = pageQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.operator.catalogStatus.queryOptions()),
    queries.prefetchQuery(trpc.operator.catalogUpdates.queryOptions({ size: ATTEMPTS_AT_FIRST })),
  ]);
  return (
    <Hydrated>
      <CatalogUpdates />
    </Hydrated>
  );
}
