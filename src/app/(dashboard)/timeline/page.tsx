import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { prefetchTimeline } from '@/features/timeline/query';
import { loadTimelineParams, timelineHref } from '@/features/timeline/params';
import { TimelineView } from '@/features/timeline/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';
import { Hydrated } from '@/trpc/server';

export const metadata: Metadata = { title: 'Timeline' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function TimelinePage({ searchParams }: Props) {
  await requirePagePrincipal();
  const given = await searchParams;
  const params = loadTimelineParams(given);
  // Links that people kept from before a saved view had this name in the address.
  const { view } = given;
  if (view === 'chart' || view === 'table') redirect(timelineHref({ ...params, as: view }));
  await prefetchTimeline(params);
  return (
    <Hydrated>
      <TimelineView today={await pageToday()} />
    </Hydrated>
  );
}
