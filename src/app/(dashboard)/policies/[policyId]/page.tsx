import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
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
  await requirePagePrincipal();
  const policy = await loadPolicy((await params).policyId);
  if (!policy) notFound();
  await pageQueryClient().prefetchQuery(trpc.policy.list.queryOptions());
  return (
    <Hydrated>
      <PolicyView key={policy.updated_at} policy={policy} />
    </Hydrated>
  );
}
