import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { loadWaiversParams, toWaiversQuery } from '@/features/waiver/params';
import { WaiversView } from '@/features/waiver/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

export const metadata: Metadata = { title: 'Waivers' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function WaiversPage({ searchParams }: Props) {
  await requirePagePrincipal();
  const query = toWaiversQuery(await loadWaiversParams(searchParams));
  await pageQueryClient().prefetchQuery(trpc.waiver.list.queryOptions(query));
  return (
    <Hydrated>
      <WaiversView today={await pageToday()} />
    </Hydrated>
  );
}
