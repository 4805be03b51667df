import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { loadCoverageParams, toUnknownQuery } from '@/features/coverage/params';
import { CoverageView } from '@/features/coverage/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

export const metadata: Metadata = { title: 'Coverage' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function CoveragePage({ searchParams }: Props) {
  await requirePagePrincipal();
  const params = await loadCoverageParams(searchParams);
  await Promise.all([
    pageQueryClient().prefetchQuery(trpc.knowledge.coverage.queryOptions()),
    params.tab === 'packages' &&
      pageQueryClient().prefetchQuery(trpc.knowledge.unknown.queryOptions(toUnknownQuery(params))),
  ]);
  return (
    <Hydrated>
      <CoverageView />
    </Hydrated>
  );
}
