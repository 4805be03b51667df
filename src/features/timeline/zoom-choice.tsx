'use client';

import { SegmentedFilter } from '@/components/data-table/segmented-filter';
import type { TimelineState } from './use-timeline-params';

const OPTIONS = [
  { value: 'month', label: 'Months' },
  { value: 'quarter', label: 'Quarters' },
  { value: 'year', label: 'Years' },
] as const;

/** How much time the chart shows at once. */
export function ZoomChoice({ state }: { state: TimelineState }) {
  return (
    <SegmentedFilter
      label="Zoom"
      options={OPTIONS}
      value={state.params.zoom}
      onChange={(zoom) => state.setParams({ zoom })}
    />
  );
}
