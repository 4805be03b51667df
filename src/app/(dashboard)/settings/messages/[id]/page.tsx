import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { can } from '@/domain/roles/permissions';
import { loadChannelPageParams, toDeliveriesQuery } from '@/features/channel/detail/params';
import { ChannelView } from '@/features/channel/detail/view';
import { loadChannel } from '@/features/channel/query';
import { sectionOf } from '@/features/settings/nav';
import { NotForYou } from '@/features/settings/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

type Props = PageProps<'/settings/messages/[id]'>;

const SECTION = sectionOf('messages');

export const metadata: Metadata = { title: SECTION.label };

export default async function ChannelPage({ params, searchParams }: Props) {
  const { role } = await requirePagePrincipal();
  if (!can(role, SECTION.permission)) return <NotForYou title={SECTION.label} />;
  const channel = await loadChannel((await params).id);
  if (!channel) notFound();
  const { id } = channel;
  const address = await loadChannelPageParams(searchParams);
  const queries = pageQueryClient();
  queries.setQueryData(trpc.channel.get.queryOptions({ id }).queryKey, channel);
  await Promise.all([
    queries.prefetchQuery(trpc.channel.deliveries.queryOptions(toDeliveriesQuery(id, address))),
    ...(address.message === null
      ? []
      : [
          queries.prefetchQuery(
            trpc.channel.delivery.queryOptions({ id, message_id: address.message }),
          ),
        ]),
  ]);
  return (
    <Hydrated>
      <ChannelView id={id} />
    </Hydrated>
  );
}
