import type { Metadata } from 'next';
import { MembersView } from '@/features/member/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';
import { getDeps } from '@/server/runtime';
import { callServer, Hydrated, pageQueryClient, trpc } from '@/trpc/server';

export const metadata: Metadata = { title: 'Members' };

export default async function MembersPage() {
  const { organizationId } = await requirePagePrincipal();
  const { idp_id: idpOrgId } = await callServer.organization.get({ id: organizationId });
  const { mailer, identityProvider } = await getDeps();
  const queries = pageQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.member.list.queryOptions({ idp_org_id: idpOrgId })),
    queries.prefetchQuery(trpc.invitation.list.queryOptions({ idp_org_id: idpOrgId })),
    queries.prefetchQuery(trpc.session.current.queryOptions()),
  ]);
  return (
    <Hydrated>
      <MembersView
        idpOrgId={idpOrgId}
        today={await pageToday()}
        sendsMail={mailer !== null || identityProvider.kind === 'keycloak'}
        directory={identityProvider.kind}
      />
    </Hydrated>
  );
}
