import type { Metadata } from 'next';
import { OverviewView } from '@/features/overview/view';
import { prefetchOverview } from '@/features/overview/query';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';
import { Hydrated } from '@/trpc/server';

export const metadata: Metadata = { title: 'Overview' };

export default async function OverviewPage() {
  const { role } = await requirePagePrincipal();
  await prefetchOverview(role);
  return (
    <Hydrated>
      <OverviewView today={await pageToday()} />
    </Hydrated>
  );
}
