import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { LimitsView } from '@/features/operator/limits/view';
import { loadLimitsParams } from '@/features/operator/params';
import { isPageOperator, requirePageOperator } from '@/server/page/reader';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

/** To others not even the title says that there is such a page. */
export async function generateMetadata(): Promise<Metadata> {
  return (await isPageOperator()) ? { title: 'Limits' } : {};
}

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function LimitsPage({ searchParams }: Props) {
  await requirePageOperator();
  const { page, size } = await loadLimitsParams(searchParams);
  const queries = pageQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.operator.limited.queryOptions({ page, size })),
    queries.prefetchQuery(trpc.operator.limits.queryOptions()),
  ]);
  return (
    <Hydrated>
      <LimitsView />
    </Hydrated>
  );
}
