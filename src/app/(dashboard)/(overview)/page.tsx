import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { loadTrendParams } from '@/features/analytics/trend-params';
import { OverviewView } from '@/features/overview/overview-view';
import { prefetchOverview } from '@/features/overview/prefetch-overview';
import { requirePagePrincipal } from '@/server/auth/page-session';
import { pageToday } from '@/server/page-today';
import { Hydrated } from '@/trpc/server';

export const metadata: Metadata = { title: 'Overview' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function OverviewPage({ searchParams }: Props) {
  const { role } = await requirePagePrincipal();
  await prefetchOverview(await loadTrendParams(searchParams), role);
  return (
    <Hydrated>
      <OverviewView today={await pageToday()} />
    </Hydrated>
  );
}
