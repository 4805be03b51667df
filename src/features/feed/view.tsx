'use client';

import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '@/components/data-table/data-table';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { Stack } from '@/components/layout/stack';
import { TextLink } from '@/components/ui/text-link';
import { CallFailure } from '@/features/frame/call-failure';
import { SectionHead } from '@/features/frame/section';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import { Subscribe } from './dialog';
import { feedColumns } from './table';
import { WHOLE } from './params';

/**
 * Shows which calendars, feeds and badges can be read from outside.
 * @param props.now the instant that ends are told from
 */
export function FeedsView({ now }: { readonly now: string }) {
  const today = now.slice(0, 10);
  return (
    <Stack>
      <SectionHead
        title="Calendars, feeds and badges"
        actions={<Subscribe target={WHOLE} today={today} variant="primary" />}
      >
        Each row is one address that serves a calendar, a feed and a badge without signing in.
        Subscribe to a team, a project, an image or a product on its page, and to what your teams
        own on the lists that show it. <TextLink href={hrefs.docs.feeds}>How to use them</TextLink>
      </SectionHead>
      <Feeds {...{ now, today }} />
    </Stack>
  );
}

function Feeds({ now, today }: { readonly now: string; readonly today: string }) {
  const feeds = useQuery(useTRPC().feedToken.list.queryOptions());
  const columns = useMemo(() => feedColumns(now), [now]);
  if (feeds.error) return <CallFailure title="The feeds could not be loaded." query={feeds} />;
  if (!feeds.data) return <Loading label="Loading feeds" rows={3} columns={6} />;
  if (feeds.data.length === 0) {
    return (
      <NoData
        title="Addresses that calendars, feed readers and READMEs read are listed here"
        picture={<SampleCalendar />}
        action={<Subscribe target={WHOLE} today={today} variant="primary" />}
      />
    );
  }
  return (
    <DataTable
      name="feeds"
      label="Calendars, feeds and badges"
      columns={columns}
      rows={feeds.data}
      rowId={({ id }) => id}
    />
  );
}

const DAY_SIZE = 36;
const [DAYS, WEEKS] = [7, 3];
const MARKED: readonly number[] = [4, 9, 17];

/** Draws a sample of a calendar: weeks of days, some of them marked. */
function SampleCalendar() {
  return (
    <svg viewBox={`0 0 ${DAYS * DAY_SIZE} ${WEEKS * DAY_SIZE}`} className="w-full">
      {Array.from({ length: DAYS * WEEKS }, (_, index) => (
        <g
          key={index}
          transform={`translate(${(index % DAYS) * DAY_SIZE} ${Math.floor(index / DAYS) * DAY_SIZE})`}
        >
          <rect x="1" y="1" width="34" height="34" rx="4" fill="none" className="stroke-border" />
          {MARKED.includes(index) && (
            <rect x="6" y="22" width="24" height="7" rx="3" className="fill-border-strong" />
          )}
        </g>
      ))}
    </svg>
  );
}
