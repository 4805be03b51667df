import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { can } from '@/domain/roles/permissions';
import { loadPolicy } from '@/features/policy/query';
import { PolicyView } from '@/features/policy/detail/view';
import { sentenceText } from '@/features/policy/sentence/words';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

type Props = PageProps<'/policies/[policyId]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const policy = await loadPolicy((await params).policyId);
  return { title: policy ? sentenceText(policy) : 'No such policy' };
}

export default async function PolicyPage({ params }: Props) {
  const { role } = await requirePagePrincipal();
  const policy = await loadPolicy((await params).policyId);
  if (!policy) notFound();
  const queries = pageQueryClient();
  await queries.prefetchQuery(trpc.policy.list.queryOptions());
  // Whoever may not change it is told whom to ask.
  if (!can(role, 'policy:write')) {
    await queries.prefetchQuery(trpc.organization.admins.queryOptions());
  }
  return (
    <Hydrated>
      <PolicyView key={policy.updated_at} policy={policy} />
    </Hydrated>
  );
}
