'use client';

import { SegmentedFilter } from '@/components/data-table/segmented-filter';
import type { TrendParams } from './trend-params';

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

export interface TrendControlsProps {
  params: TrendParams;
  onChange: (changes: Partial<TrendParams>) => void;
}

/** What a trend counts, how far back, and whether it is drawn or written. */
export function TrendControls({ params, onChange }: TrendControlsProps) {
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
