import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { can } from '@/domain/roles/permissions';
import { loadOwnParams, SHOWN_IDENTIFIERS } from '@/features/catalog/own/list/params';
import { OwnCatalogView } from '@/features/catalog/own/list/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

export const metadata: Metadata = { title: 'Your own products' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function OwnCatalogPage({ searchParams }: Props) {
  const { role } = await requirePagePrincipal();
  const params = await loadOwnParams(searchParams);
  const queries = pageQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.ownCatalog.list.queryOptions(params)),
    queries.prefetchQuery(trpc.ownCatalog.identifiers.queryOptions({ size: SHOWN_IDENTIFIERS })),
  ]);
  if (can(role, 'catalog:manage')) {
    await queries.prefetchQuery(trpc.ownCatalog.sources.queryOptions());
  }
  return (
    <Hydrated>
      <OwnCatalogView />
    </Hydrated>
  );
}
