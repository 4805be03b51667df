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
import { RefusedLately } from './refused-lately';
import { StateFigures } from './state-figures';
import { ToMove } from './to-move';

const FirstUse = dynamic(() =>
  import('@/features/first-use/first-use').then((module) => module.FirstUse),
);

const TREND_HEIGHT_PX = 240;

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
      <ToMove />
      <div className="grid grid-cols-1 gap-x-6 gap-y-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <TrendCard projectId={null} heightPx={TREND_HEIGHT_PX} />
        <PackageTypes />
        <LatestScans />
        <FailingPolicies />
      </div>
    </Stack>
  );
}
