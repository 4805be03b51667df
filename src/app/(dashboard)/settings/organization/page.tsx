import type { Metadata } from 'next';
import { OrganizationView } from '@/features/organization/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

export const metadata: Metadata = { title: 'Organization' };

export default async function OrganizationPage() {
  const { organizationId } = await requirePagePrincipal();
  const queries = pageQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.organization.get.queryOptions({ id: organizationId })),
    queries.prefetchQuery(trpc.session.current.queryOptions()),
  ]);
  return (
    <Hydrated>
      <OrganizationView organizationId={organizationId} />
    </Hydrated>
  );
}
