import type { Metadata } from 'next';
import { MailView } from '@/features/inbox/mail/view';
import { pageMemberships, requirePagePrincipal } from '@/server/page/reader';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

export const metadata: Metadata = { title: 'Your messages' };

export default async function OwnMessagesPage() {
  const { organizationId } = await requirePagePrincipal();
  const [memberships] = await Promise.all([
    pageMemberships(),
    pageQueryClient().prefetchQuery(trpc.inbox.mail.queryOptions()),
  ]);
  const active = memberships.find((one) => one.organizationId === organizationId);
  return (
    <Hydrated>
      <MailView organizationName={active?.organizationName ?? 'Your organization'} />
    </Hydrated>
  );
}
