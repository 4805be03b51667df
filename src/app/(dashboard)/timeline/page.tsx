import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { prefetchTimeline } from '@/features/timeline/query';
import { loadTimelineParams } from '@/features/timeline/params';
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
  await prefetchTimeline(await loadTimelineParams(searchParams));
  return (
    <Hydrated>
      <TimelineView today={await pageToday()} />
    </Hydrated>
  );
}
