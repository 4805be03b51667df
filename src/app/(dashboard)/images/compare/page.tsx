import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { loadCompareParams, toDifferenceQuery } from '@/features/image/compare/params';
import { CompareView } from '@/features/image/compare/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

export const metadata: Metadata = { title: 'Compare' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function ComparePage({ searchParams }: Props) {
  await requirePagePrincipal();
  const asked = toDifferenceQuery(await loadCompareParams(searchParams));
  if (asked) await pageQueryClient().prefetchQuery(trpc.image.difference.queryOptions(asked));
  return (
    <Hydrated>
      <CompareView today={await pageToday()} />
    </Hydrated>
  );
}
