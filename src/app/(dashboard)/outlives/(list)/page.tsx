import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { loadPromisesParams } from '@/features/support-promise/params';
import { prefetchPromises } from '@/features/support-promise/query';
import { PromisesView } from '@/features/support-promise/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated } from '@/trpc/server';

export const metadata: Metadata = { title: 'Outlives' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function PromisesPage({ searchParams }: Props) {
  await requirePagePrincipal();
  await prefetchPromises(await loadPromisesParams(searchParams));
  return (
    <Hydrated>
      <PromisesView />
    </Hydrated>
  );
}
