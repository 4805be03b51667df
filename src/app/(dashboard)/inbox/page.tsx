import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { loadInboxParams, toInboxQuery } from '@/features/inbox/params';
import { InboxView } from '@/features/inbox/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

export const metadata: Metadata = { title: 'Inbox' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function InboxPage({ searchParams }: Props) {
  await requirePagePrincipal();
  const query = toInboxQuery(await loadInboxParams(searchParams));
  await pageQueryClient().prefetchQuery(trpc.inbox.list.queryOptions(query));
  return (
    <Hydrated>
      <InboxView />
    </Hydrated>
  );
}
