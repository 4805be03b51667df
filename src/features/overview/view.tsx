'use client';

import { hrefs } from '@/features/hrefs';
import { useState } from 'react';
import dynamic from 'next/dynamic';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { PageHeader } from '@/components/layout/page-header';
import { SectionHead } from '@/components/layout/section-head';
import { Stack } from '@/components/layout/stack';
import { STATUS_LABELS, STATUSES, type Status } from '@/components/status/states';
import { StatusMark } from '@/components/status/status-mark';
import { FigureLink, FigureRow } from '@/components/ui/figure-link';
import { dayOf } from '@/domain/eol/calendar';
import { TrendCard } from '@/features/analytics/card';
import { Subscribe } from '@/features/feed/dialog';
import { useShownTarget } from '@/features/feed/params';
import { AsOf, LookBack, OF_TODAY } from '@/features/frame/as-of';
import { CallFailure, failureOf } from '@/features/frame/call-failure';
import { PlanCounts } from '@/features/plan/counts/card';
import { cn } from '@/lib/cn';
import { formatDay } from '@/lib/dates';
import { formatCount } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import { EndedLately, EndsNext, PackageTypes } from './card';
import { OverviewFilters } from './filters';
import { MoveFirst } from './lines/view';
import {
  ANY_IMAGES,
  hasWaiting,
  isForAll,
  type OverviewScope,
  overviewHref,
  toScopeQuery,
  useAsOf,
  useOverviewScope,
} from './params';
import { DeniedBuilds } from './policy/card';
import { LatestScans } from './table';
import { WaitingForYou } from './waiting/card';

const FirstUse = dynamic(() =>
  import('@/features/first-use/view').then((module) => module.FirstUse),
);

const TREND_HEIGHT_PX = 240;
const COLUMN = 'max-lg:contents lg:grid lg:min-w-0 lg:grid-cols-1 lg:content-start lg:gap-5';

/**
 * Says what to do today, for the reader or for all: what waits, what breaks builds, what ended and what to move first;
 * then the trend and the latest scans. While there is no image, the first steps.
 * @param props.at the instant at which the page is made
 */
export function OverviewView({ at }: { at: string }) {
  const today = dayOf(new Date(at));
  const any = useQuery(useTRPC().image.listForDashboard.queryOptions(ANY_IMAGES));
  const isEmpty = any.data?.total === 0;
  const [scope] = useOverviewScope();
  const asOf = useAsOf();
  const now = overviewHref(scope);
  const target = useShownTarget(scope);
  // Whoever began here stays until they go on: the first upload is shown in place, not swapped for numbers.
  const [began, setBegan] = useState(isEmpty);
  if (began || isEmpty) {
    return <FirstUse title="Overview" doneText="See the overview" onDone={() => setBegan(false)} />;
  }
  return (
    <Stack>
      <PageHeader
        title="Overview"
        aside={<span className="text-sm text-muted">as of {formatDay(asOf ?? today)}</span>}
        actions={
          <>
            <LookBack now={now} today={today} day={asOf} />
            <Subscribe target={target} today={today} />
          </>
        }
      />
      <AsOf day={asOf} now={now} notes={NOTES_ON_THEN} />
      <OverviewFilters />
      <StateFigures scope={scope} asOf={asOf} />
      {asOf === null && <Parts scope={scope} at={at} />}
    </Stack>
  );
}

const NOTES_ON_THEN = [
  ...OF_TODAY,
  'What waits, which images are denied and what to move first describe today and are not shown.',
];

/** Two columns of their own heights; on narrow screens one, in the order in which it matters. */
function Parts({ scope, at }: { scope: OverviewScope; at: string }) {
  const { owner, project: projectId, ...label } = scope;
  return (
    <div className="grid grid-cols-1 gap-x-6 gap-y-5 lg:grid-cols-[minmax(0,2.3fr)_minmax(18rem,1fr)]">
      <div className={COLUMN}>
        <div className="min-w-0 max-lg:order-3">
          <MoveFirst />
        </div>
        <div className="grid min-w-0 grid-cols-1 content-start gap-5 max-lg:order-4 md:grid-cols-2">
          <EndedLately />
          <EndsNext />
        </div>
        <div className="min-w-0 max-lg:order-5">
          <TrendCard scope={{ projectId, owner, ...label }} heightPx={TREND_HEIGHT_PX} />
        </div>
        <div className="min-w-0 max-lg:order-6">
          <LatestScans />
        </div>
      </div>
      <div className={COLUMN}>
        {hasWaiting(scope) && (
          <div className="min-w-0 max-lg:order-1">
            <WaitingForYou now={at} />
          </div>
        )}
        <div className="min-w-0 max-lg:order-2">
          <DeniedBuilds />
        </div>
        {hasWaiting(scope) && (
          <div className="min-w-0 empty:hidden max-lg:order-6">
            <PlanCounts owner={owner} />
          </div>
        )}
        {isForAll(scope) && (
          <div className="min-w-0 max-lg:order-7">
            <PackageTypes />
          </div>
        )}
      </div>
    </div>
  );
}

/** Counts software by state, and the change within a month. */
function StateFigures({ scope, asOf }: { scope: OverviewScope; asOf: string | null }) {
  const states = useQuery({
    ...useTRPC().overview.states.queryOptions({ ...toScopeQuery(scope), asOf }),
    placeholderData: keepPreviousData,
  });
  if (states.error) {
    const title = failureOf('The counts could not be loaded.', states.error, asOf);
    return <CallFailure title={title} query={states} />;
  }
  const { now, then, since } = states.data ?? {};
  // On the first days nothing was known a month ago: all of it would be news.
  const hadAny = then !== undefined && STATUSES.some((status) => (then[status] ?? 0) > 0);
  return (
    <section
      aria-labelledby="software-by-end"
      aria-busy={states.isPending || states.isPlaceholderData || undefined}
      className={cn('grid min-w-0 gap-2', states.isPlaceholderData && 'opacity-60')}
    >
      <SectionHead
        id="software-by-end"
        title="Software by end of life"
        description="Each package type counted separately"
        href={hrefs.softwareList({ ...scope, as_of: asOf })}
        linkText="All software"
      />
      <FigureRow>
        {STATUSES.map((status) => (
          <FigureLink
            key={status}
            value={now ? (now[status] ?? 0) : null}
            label={STATUS_LABELS[status]}
            mark={<StatusMark status={status} />}
            href={stateHref(status, scope, asOf)}
            detail={
              now && hadAny && since
                ? changeSince((now[status] ?? 0) - (then[status] ?? 0), since)
                : ' '
            }
          />
        ))}
      </FigureRow>
    </section>
  );
}

/** Links to the list of a state; for ended software the latest first, so that news is on top. */
function stateHref(status: Status, scope: OverviewScope, asOf: string | null): string {
  return hrefs.softwareList({
    state: status,
    ...scope,
    as_of: asOf,
    ...(status === 'ended' ? { dir: 'desc' } : {}),
  });
}

function changeSince(change: number, since: string): string {
  const day = formatDay(since);
  if (change === 0) return `No change since ${day}`;
  const sign = change > 0 ? '+' : '\u2212';
  return `${sign}${formatCount(Math.abs(change))} since ${day}`;
}
