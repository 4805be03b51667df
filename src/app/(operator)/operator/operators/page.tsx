import type { Metadata } from 'next';
import { OperatorsView } from '@/features/operator/operators/view';
import { isPageOperator, requirePageOperator } from '@/server/page/reader';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

/** To others not even the title says that there is such a page. */
export async function generateMetadata(): Promise<Metadata> {
  return (await isPageOperator()) ? { title: 'Operators' } : {};
}

export default async function OperatorsPage() {
  await requirePageOperator();
  await pageQueryClient().prefetchQuery(trpc.operator.operators.queryOptions());
  return (
    <Hydrated>
      <OperatorsView />
    </Hydrated>
  );
}
