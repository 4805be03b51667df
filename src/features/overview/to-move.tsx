'use client';

import { useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { CallFailure } from '@/features/frame/call-failure';
import { softwareListHref } from '@/features/software/search-params';
import { formatDay } from '@/lib/dates';
import { useTRPC } from '@/trpc/client';
import { EndingList } from './ending-list';
import { TopSoftware } from './top-software';

/** What ended, what ends next, and what to move to. */
export function ToMove() {
  const toMove = useQuery(useTRPC().overview.toMove.queryOptions());
  if (toMove.error) {
    return <CallFailure title="What has ended could not be loaded." query={toMove} />;
  }
  if (!toMove.data) return <Loading label="Loading what has ended" columns={4} />;
  const { today, since, ended, next, top } = toMove.data;
  return (
    <div className="grid grid-cols-1 gap-x-6 gap-y-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <TopSoftware rows={top} today={today} />
      <div className="grid min-w-0 content-start gap-4 max-xl:order-first md:max-xl:grid-cols-2">
        <EndingList
          id="just-ended"
          title="Just ended"
          description={`since ${formatDay(since)}`}
          href={softwareListHref({ state: 'ended', dir: 'desc' })}
          linkText="All ended"
          rows={ended}
          today={today}
          empty={`Nothing in your images has ended since ${formatDay(since)}.`}
        />
        <EndingList
          id="ends-next"
          title="Ends next"
          href={softwareListHref({ state: 'soon' })}
          linkText="All within 6 months"
          rows={next}
          today={today}
          empty="Nothing in your images ends within 12 months, as far as is known."
        />
      </div>
    </div>
  );
}
