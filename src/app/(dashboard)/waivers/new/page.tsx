import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { loadAskParams } from '@/features/waiver/form/params';
import { AskView } from '@/features/waiver/form/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

export const metadata: Metadata = { title: 'Ask for a waiver' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function AskForWaiverPage({ searchParams }: Props) {
  await requirePagePrincipal();
  const known = await loadAskParams(searchParams);
  await pageQueryClient().prefetchQuery(trpc.waiver.setting.queryOptions());
  return (
    <Hydrated>
      <AskView known={known} today={await pageToday()} />
    </Hydrated>
  );
}
