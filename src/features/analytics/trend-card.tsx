'use client';

import dynamic from 'next/dynamic';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Card } from '@/components/ui/card';
import { CallFailure } from '@/features/frame/call-failure';
import { cn } from '@/lib/cn';
import { useTRPC } from '@/trpc/client';
import { TrendControls } from './trend-controls';
import { toTrendQuery, type TrendParams } from './trend-params';
import { useTrendParams } from './use-trend-params';

const DrawnTrend = dynamic(() => import('./drawn-trend').then((module) => module.DrawnTrend), {
  ssr: false,
});
const WrittenTrend = dynamic(
  () => import('./written-trend').then((module) => module.WrittenTrend),
  {
    ssr: false,
  },
);

export interface TrendCardProps {
  /** Null: of all projects. */
  projectId: string | null;
  heightPx: number;
}

/** How findings came, went and grew old, and what becomes of those of now. */
export function TrendCard({ projectId, heightPx }: TrendCardProps) {
  const [params, write] = useTrendParams();
  return (
    <Card
      title="Trend"
      description={
        params.by === 'state'
          ? 'Findings (software in an image) by when they end, as of each date'
          : 'Ended findings (software in an image) by package type'
      }
    >
      <div className="grid gap-3">
        <TrendControls params={params} onChange={(changes) => void write(changes)} />
        <TrendFigure params={params} projectId={projectId} heightPx={heightPx} />
      </div>
    </Card>
  );
}

/** The legend's lines, and what is between them and the drawing. */
const LEGEND_PX = 44;

function TrendFigure({ params, projectId, heightPx }: TrendCardProps & { params: TrendParams }) {
  const trend = useQuery({
    ...useTRPC().analytics.trend.queryOptions(toTrendQuery(params, projectId)),
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData } = trend;
  if (trend.error) return <CallFailure title="The trend could not be loaded." query={trend} />;
  return (
    <div
      style={{ minHeight: heightPx + LEGEND_PX }}
      aria-busy={isPlaceholderData || undefined}
      className={cn('min-w-0 transition-opacity', isPlaceholderData && 'opacity-50 delay-150')}
    >
      {data && params.show === 'table' && (
        <WrittenTrend trend={data} heightPx={heightPx + LEGEND_PX} />
      )}
      {data && params.show === 'chart' && <DrawnTrend trend={data} heightPx={heightPx} />}
    </div>
  );
}
