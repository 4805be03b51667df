'use client';

import dynamic from 'next/dynamic';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { SegmentedFilter } from '@/components/data-table/segmented-filter';
import { Card } from '@/components/ui/card';
import { CallFailure } from '@/features/frame/call-failure';
import { cn } from '@/lib/cn';
import { useTRPC } from '@/trpc/client';
import { toTrendQuery, useTrendParams, type TrendParams, type TrendScope } from './params';

const TrendFigures = dynamic(() => import('./view').then((module) => module.TrendFigures), {
  ssr: false,
});

const GROUPINGS = [
  { value: 'state', label: 'By end' },
  { value: 'type', label: 'By package type' },
] as const;
const PERIODS = [
  { value: 'month', label: 'Months' },
  { value: 'day', label: 'Days' },
] as const;
const RANGES = [
  { value: '3m', label: '3 months' },
  { value: '6m', label: '6' },
  { value: '12m', label: '12' },
  { value: '24m', label: '24' },
] as const;
const SHAPES = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const;

export interface TrendCardProps {
  scope: TrendScope;
  heightPx: number;
}

/** Shows how findings came, went and aged, and what becomes of those of today. */
export function TrendCard({ scope, heightPx }: TrendCardProps) {
  const [params, write] = useTrendParams();
  return (
    <Card
      title="Findings over time"
      description={
        params.by === 'state'
          ? 'One finding per piece of software and image, by end of life on each date'
          : 'Ended software: one finding per piece of software and image, by package type'
      }
    >
      <div className="grid gap-3">
        <TrendControls params={params} onChange={(changes) => void write(changes)} />
        <TrendFigure params={params} scope={scope} heightPx={heightPx} />
      </div>
    </Card>
  );
}

/** The legend's lines, and the gap to the drawing. */
const LEGEND_PX = 44;

interface TrendFigureProps {
  params: TrendParams;
  scope: TrendScope;
  heightPx: number;
}

function TrendFigure({ params, scope, heightPx }: TrendFigureProps) {
  const trend = useQuery({
    ...useTRPC().analytics.trend.queryOptions(toTrendQuery(params, scope)),
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData } = trend;
  if (trend.error) return <CallFailure title="The trend could not be loaded." query={trend} />;
  return (
    <div
      style={{ minHeight: heightPx + LEGEND_PX }}
      aria-busy={isPlaceholderData || undefined}
      className={cn(
        'min-w-0 transition-opacity print:min-h-0!',
        isPlaceholderData && 'opacity-50 delay-150',
      )}
    >
      {data && (
        <TrendFigures
          trend={data}
          scope={scope}
          show={params.show}
          heightPx={params.show === 'table' ? heightPx + LEGEND_PX : heightPx}
        />
      )}
    </div>
  );
}

interface TrendControlsProps {
  params: TrendParams;
  onChange: (changes: Partial<TrendParams>) => void;
}

/** Chooses what a trend counts, how far back, and whether it is drawn or written. */
function TrendControls({ params, onChange }: TrendControlsProps) {
  return (
    <div data-print="hide" className="flex min-w-0 flex-wrap gap-2">
      <SegmentedFilter
        label="Split"
        options={GROUPINGS}
        value={params.by}
        onChange={(by) => onChange({ by })}
      />
      <SegmentedFilter
        label="Period"
        options={PERIODS}
        value={params.period}
        onChange={(period) => onChange({ period })}
      />
      <SegmentedFilter
        label="Months back"
        options={RANGES}
        value={params.range}
        onChange={(range) => onChange({ range })}
      />
      <SegmentedFilter
        label="Shown as"
        options={SHAPES}
        value={params.show}
        onChange={(show) => onChange({ show })}
      />
    </div>
  );
}
