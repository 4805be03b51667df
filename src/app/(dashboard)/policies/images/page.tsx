import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { PolicyImagesView } from '@/features/policy/images/view';
import { loadPolicyImagesParams, toPolicyImagesQuery } from '@/features/policy/images/params';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

export const metadata: Metadata = { title: 'Images under policies' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function PolicyImagesPage({ searchParams }: Props) {
  await requirePagePrincipal();
  const query = toPolicyImagesQuery(await loadPolicyImagesParams(searchParams));
  const queries = pageQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.policy.images.queryOptions(query)),
    queries.prefetchQuery(trpc.policy.list.queryOptions()),
  ]);
  return (
    <Hydrated>
      <PolicyImagesView today={await pageToday()} />
    </Hydrated>
  );
}
