'use client';

import { hrefs } from '@/features/hrefs';
import { useState } from 'react';
import dynamic from 'next/dynamic';
import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { STATUS_LABELS, STATUSES, type Status } from '@/components/status/states';
import { StatusMark } from '@/components/status/status-mark';
import { FigureLink, FigureRow } from '@/components/ui/figure-link';
import { TrendCard } from '@/features/analytics/card';
import { Subscribe } from '@/features/feed/dialog';
import { useOwnerTarget } from '@/features/feed/params';
import { CallFailure } from '@/features/frame/call-failure';
import { OwnerFilter } from '@/features/names/owner';
import { PlanCounts } from '@/features/plan/counts/card';
import { formatDay } from '@/lib/dates';
import { formatCount } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import { PackageTypes, RecentAndNext } from './card';
import { LATEST_SCANS, useOverviewOwner } from './params';
import { FailingOfOwner, FailingPolicies, RefusedLately } from './policy/card';
import { LatestScans, TopSoftware } from './table';

const FirstUse = dynamic(() =>
  import('@/features/first-use/view').then((module) => module.FirstUse),
);

const TREND_HEIGHT_PX = 240;
const COLUMN = 'max-xl:contents xl:grid xl:min-w-0 xl:grid-cols-1 xl:content-start xl:gap-5';

/**
 * Shows what ended, what ends next and the cycles to move to; then the trend and the latest scans. While there
 * is no image, the first steps.
 * @param props.today a UTC day
 */
export function OverviewView({ today }: { today: string }) {
  const latest = useQuery(useTRPC().image.listForDashboard.queryOptions(LATEST_SCANS));
  const isEmpty = latest.data?.total === 0;
  const [owner, setOwner] = useOverviewOwner();
  const target = useOwnerTarget(owner);
  // Whoever began here stays until they go on: the first upload is shown in place, not swapped for numbers.
  const [began, setBegan] = useState(isEmpty);
  if (began || isEmpty) {
    return <FirstUse title="Overview" doneText="See the overview" onDone={() => setBegan(false)} />;
  }
  return (
    <Stack>
      <PageHeader
        title="Overview"
        aside={<span className="text-sm text-muted">as of {formatDay(today)}</span>}
        actions={
          <>
            <OwnerFilter value={owner} onChange={(chosen) => void setOwner(chosen)} />
            <RefusedLately />
            <Subscribe target={target} today={today} />
          </>
        }
      />
      <StateFigures owner={owner} />
      {/* Two columns of their own heights; on narrow screens one, in the order in which it matters. */}
      <div className="grid grid-cols-1 gap-x-6 gap-y-5 xl:grid-cols-[minmax(0,2.4fr)_minmax(0,1fr)]">
        <div className={COLUMN}>
          <div className="min-w-0 max-xl:order-2">
            <TopSoftware />
          </div>
          <div className="min-w-0 max-xl:order-3">
            <TrendCard projectId={null} owner={owner} heightPx={TREND_HEIGHT_PX} />
          </div>
          <div className="min-w-0 max-xl:order-5">
            <LatestScans />
          </div>
        </div>
        <div className={COLUMN}>
          <div className="min-w-0 max-xl:order-1">
            <RecentAndNext />
          </div>
          <div className="min-w-0 max-xl:order-4">
            {owner === null ? <FailingPolicies /> : <FailingOfOwner owner={owner} />}
          </div>
          <div className="min-w-0 empty:hidden max-xl:order-4">
            <PlanCounts owner={owner} />
          </div>
          {owner === null && (
            <div className="min-w-0 max-xl:order-6">
              <PackageTypes />
            </div>
          )}
        </div>
      </div>
    </Stack>
  );
}

/** Counts software by state, and the change within a month. */
function StateFigures({ owner }: { owner: string | null }) {
  const states = useQuery(useTRPC().overview.states.queryOptions({ owner }));
  if (states.error) return <CallFailure title="The counts could not be loaded." query={states} />;
  const { now, then, since } = states.data ?? {};
  return (
    <FigureRow>
      {STATUSES.map((status) => (
        <FigureLink
          key={status}
          value={now?.[status] ?? 0}
          label={status === 'ended' ? 'Software ended' : STATUS_LABELS[status]}
          mark={<StatusMark status={status} />}
          href={stateHref(status, owner)}
          detail={
            now && then && since
              ? changeSince((now[status] ?? 0) - (then[status] ?? 0), since)
              : ' '
          }
        />
      ))}
    </FigureRow>
  );
}

/** Links to the list of a state; for ended software the latest first, so that news is on top. */
function stateHref(status: Status, owner: string | null): string {
  return hrefs.softwareList({
    state: status,
    owner,
    ...(status === 'ended' ? { dir: 'desc' } : {}),
  });
}

function changeSince(change: number, since: string): string {
  const day = formatDay(since);
  if (change === 0) return `As many as on ${day}`;
  const sign = change > 0 ? '+' : '\u2212';
  return `${sign}${formatCount(Math.abs(change))} since ${day}`;
}
