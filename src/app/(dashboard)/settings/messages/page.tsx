import type { Metadata } from 'next';
import { can } from '@/domain/roles/permissions';
import { ChannelsView } from '@/features/channel/view';
import { sectionOf } from '@/features/settings/nav';
import { NotForYou } from '@/features/settings/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

const SECTION = sectionOf('messages');

export const metadata: Metadata = { title: SECTION.label };

export default async function MessagesPage() {
  const { role } = await requirePagePrincipal();
  if (!can(role, SECTION.permission)) return <NotForYou title={SECTION.label} />;
  await pageQueryClient().prefetchQuery(trpc.channel.list.queryOptions());
  return (
    <Hydrated>
      <ChannelsView />
    </Hydrated>
  );
}
