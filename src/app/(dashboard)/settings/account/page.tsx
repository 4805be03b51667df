import type { Metadata } from 'next';
import { AccountView } from '@/features/account/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

export const metadata: Metadata = { title: 'Your account' };

export default async function AccountPage() {
  await requirePagePrincipal();
  const queries = pageQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.account.get.queryOptions()),
    queries.prefetchQuery(trpc.session.list.queryOptions()),
  ]);
  return (
    <Hydrated>
      <AccountView hasMessages />
    </Hydrated>
  );
}
