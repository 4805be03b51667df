'use client';

import { useState } from 'react';
import dynamic from 'next/dynamic';
import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { TrendCard } from '@/features/analytics/trend-card';
import { formatDay } from '@/lib/dates';
import { useTRPC } from '@/trpc/client';
import { FailingPolicies } from './failing-policies';
import { LatestScans } from './latest-scans';
import { PackageTypes } from './package-types';
import { LATEST_SCANS } from './queries';
import { RecentAndNext } from './recent-and-next';
import { RefusedLately } from './refused-lately';
import { StateFigures } from './state-figures';
import { TopSoftware } from './top-software';

const FirstUse = dynamic(() =>
  import('@/features/first-use/view').then((module) => module.FirstUse),
);

const TREND_HEIGHT_PX = 240;
const COLUMN = 'max-xl:contents xl:grid xl:min-w-0 xl:grid-cols-1 xl:content-start xl:gap-5';

/**
 * For whoever has ten minutes on a Monday: what ended, what ends next and what to move to; then how it went and
 * what came in. While there is no image, how to get one.
 * @param props.today a UTC day
 */
export function OverviewView({ today }: { today: string }) {
  const latest = useQuery(useTRPC().image.listForDashboard.queryOptions(LATEST_SCANS));
  const isEmpty = latest.data?.total === 0;
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
        actions={<RefusedLately />}
      />
      <StateFigures />
      {/* Two columns of their own heights; on narrow screens one, in the order in which it matters. */}
      <div className="grid grid-cols-1 gap-x-6 gap-y-5 xl:grid-cols-[minmax(0,2.4fr)_minmax(0,1fr)]">
        <div className={COLUMN}>
          <div className="min-w-0 max-xl:order-2">
            <TopSoftware />
          </div>
          <div className="min-w-0 max-xl:order-3">
            <TrendCard projectId={null} heightPx={TREND_HEIGHT_PX} />
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
            <FailingPolicies />
          </div>
          <div className="min-w-0 max-xl:order-6">
            <PackageTypes />
          </div>
        </div>
      </div>
    </Stack>
  );
}
