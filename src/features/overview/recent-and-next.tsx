'use client';

import { Loading } from '@/components/feedback/loading';
import { CallFailure } from '@/features/frame/call-failure';
import { softwareListHref } from '@/features/software/search-params';
import { formatDay } from '@/lib/dates';
import { EndingList } from './ending-list';
import { useToMove } from './use-to-move';

/** What ended within the last month, and what ends next. */
export function RecentAndNext() {
  const toMove = useToMove();
  if (toMove.error) {
    return <CallFailure title="What has ended could not be loaded." query={toMove} />;
  }
  if (!toMove.data) return <Loading label="Loading what has ended" columns={2} />;
  const { today, since, ended, next } = toMove.data;
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-4 md:max-xl:grid-cols-2">
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
  );
}
