'use client';

import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { FilterBar } from '@/components/data-table/filter-bar';
import { LabelFilter } from '@/components/data-table/label-filter';
import { SegmentedFilter } from '@/components/data-table/segmented-filter';
import { SelectFilter } from '@/components/data-table/select-filter';
import { OwnerFilter } from '@/features/names/owner';
import { useProjectOptions } from '@/features/names/project';
import { useTRPC } from '@/trpc/client';
import { HORIZONS } from '@/domain/timeline/list';
import { isFiltered, NO_FILTERS, toTimelineQuery, type TimelineState } from './params';

const NO_LABELS = {};
const HORIZON_OPTIONS = HORIZONS.map((months) => ({
  value: String(months),
  label: `${String(months)} months`,
}));
const VIEWS = [
  { value: 'chart', label: 'As a chart' },
  { value: 'table', label: 'As a table' },
] as const;

export interface FiltersProps {
  state: TimelineState;
  /** At the far end: changes of the picture, not of what is in it. */
  trailing?: ReactNode;
}

/** Chooses the software on the timeline. All of it is in the URL. */
export function Filters({ state, trailing }: FiltersProps) {
  const { params, setFilter, setParams } = state;
  const trpc = useTRPC();
  const types = useQuery({ ...trpc.software.types.queryOptions(), select: toOptions });
  const labels = useQuery(trpc.image.labels.queryOptions());
  const projects = useProjectOptions();
  return (
    <FilterBar
      label="Filter the timeline"
      active={isFiltered(params)}
      onClear={() => setFilter(NO_FILTERS)}
      trailing={
        <>
          {trailing}
          <SegmentedFilter
            label="View"
            options={VIEWS}
            value={params.view}
            onChange={(view) => setParams({ view })}
          />
        </>
      }
    >
      <SelectFilter
        label="Ends within"
        options={HORIZON_OPTIONS}
        value={params.within === null ? null : String(params.within)}
        allLabel="Whenever it ends"
        onChange={(months) =>
          setFilter({ within: HORIZONS.find((one) => String(one) === months) ?? null })
        }
      />
      <OwnerFilter value={params.owner} onChange={(owner) => setFilter({ owner })} />
      <SelectFilter
        label="Project"
        options={projects}
        value={params.project}
        onChange={(project) => setFilter({ project })}
      />
      <LabelFilter
        labels={labels.data?.labels ?? NO_LABELS}
        value={toTimelineQuery(params).label}
        onChange={(condition) =>
          setFilter({
            label: condition?.key ?? null,
            labelIs: condition?.operator === 'NOT_IN' ? 'not-in' : null,
            labelValue: condition?.value ?? null,
          })
        }
      />
      <SelectFilter
        label="Type"
        options={types.data ?? []}
        value={params.type}
        onChange={(type) => setFilter({ type })}
      />
    </FilterBar>
  );
}

function toOptions(types: readonly string[]) {
  return types.map((type) => ({ value: type, label: type }));
}

const ZOOM_CHOICES = [
  { value: 'month', label: 'Months' },
  { value: 'quarter', label: 'Quarters' },
  { value: 'year', label: 'Years' },
] as const;

/** Chooses how much time the chart shows at once. */
export function ZoomChoice({ state }: { state: TimelineState }) {
  return (
    <SegmentedFilter
      label="Zoom"
      options={ZOOM_CHOICES}
      value={state.params.zoom}
      onChange={(zoom) => state.setParams({ zoom })}
    />
  );
}
