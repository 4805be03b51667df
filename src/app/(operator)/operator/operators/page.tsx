import type { Metadata } from 'next';
import { OperatorsView } from '@/features/operator/operators-view';
import { requirePageOperator } from '@/server/auth/page-session';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

export const metadata: Metadata = { title: 'Operators' };

export default async function OperatorsPage() {
  await requirePageOperator();
  await pageQueryClient().prefetchQuery(trpc.operator.operators.queryOptions());
  return (
    <Hydrated>
      <OperatorsView />
    </Hydrated>
  );
}
