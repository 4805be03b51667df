import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { loadPacksParams } from '@/features/pack/params';
import { prefetchPacks } from '@/features/pack/query';
import { PacksView } from '@/features/pack/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated } from '@/trpc/server';

export const metadata: Metadata = { title: 'Evidence packs' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function PacksPage({ searchParams }: Props) {
  await requirePagePrincipal();
  await prefetchPacks(await loadPacksParams(searchParams));
  return (
    <Hydrated>
      <PacksView />
    </Hydrated>
  );
}
