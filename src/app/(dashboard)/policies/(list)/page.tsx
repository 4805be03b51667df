import type { Metadata } from 'next';
import { PoliciesView } from '@/features/policy/list/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

export const metadata: Metadata = { title: 'Policies' };

export default async function PoliciesPage() {
  await requirePagePrincipal();
  const queries = pageQueryClient();
  const policies = trpc.policy.list.queryOptions();
  // Goes through all images: the page does not wait for it, and has its place ready.
  void queries.prefetchQuery(trpc.policy.effects.queryOptions());
  // A failure is not thrown here: the browser tries again, and says what happened.
  await queries.prefetchQuery(policies);
  // While there is none, the page tells who can write the first.
  if (queries.getQueryData(policies.queryKey)?.length === 0) {
    await queries.prefetchQuery(trpc.organization.admins.queryOptions());
  }
  return (
    <Hydrated>
      <PoliciesView />
    </Hydrated>
  );
}
