import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { loadPlansParams } from '@/features/plan/params';
import { prefetchPlans } from '@/features/plan/query';
import { PlansView } from '@/features/plan/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';
import { Hydrated } from '@/trpc/server';

export const metadata: Metadata = { title: 'Plans' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function PlansPage({ searchParams }: Props) {
  await requirePagePrincipal();
  await prefetchPlans(await loadPlansParams(searchParams));
  return (
    <Hydrated>
      <PlansView today={await pageToday()} />
    </Hydrated>
  );
}
