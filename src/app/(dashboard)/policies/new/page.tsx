import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { NewPolicyView } from '@/features/policy/new/view';
import { loadNewPolicyParams } from '@/features/policy/list/params';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

export const metadata: Metadata = { title: 'New policy' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function NewPolicyPage({ searchParams }: Props) {
  await requirePagePrincipal();
  const { kind } = await loadNewPolicyParams(searchParams);
  await pageQueryClient().prefetchQuery(trpc.policy.list.queryOptions());
  return (
    <Hydrated>
      <NewPolicyView key={kind} kind={kind} />
    </Hydrated>
  );
}
