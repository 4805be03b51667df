import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { CatalogView } from '@/features/catalog/list/view';
import { prefetchCatalog } from '@/features/catalog/list/query';
import { loadCatalogParams } from '@/features/catalog/list/params';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';
import { Hydrated } from '@/trpc/server';

export const metadata: Metadata = { title: 'Catalog' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function CatalogPage({ searchParams }: Props) {
  await requirePagePrincipal();
  await prefetchCatalog(await loadCatalogParams(searchParams));
  return (
    <Hydrated>
      <CatalogView today={await pageToday()} />
    </Hydrated>
  );
}
