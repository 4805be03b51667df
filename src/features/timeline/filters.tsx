'use client';

import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { FilterBar } from '@/components/data-table/filter-bar';
import { LabelFilter } from '@/components/data-table/label-filter';
import { SegmentedFilter } from '@/components/data-table/segmented-filter';
import { SelectFilter } from '@/components/data-table/select-filter';
import { useProjectOptions } from '@/features/names/project';
import { useTRPC } from '@/trpc/client';
import { isFiltered, NO_FILTERS, toTimelineQuery } from './search-params';
import type { TimelineState } from './use-timeline-params';

const NO_LABELS = {};
const VIEWS = [
  { value: 'chart', label: 'As a chart' },
  { value: 'table', label: 'As a table' },
] as const;

export interface TimelineFiltersProps {
  state: TimelineState;
  /** At the far end: what changes the picture, not what is in it. */
  trailing?: ReactNode;
}

/** Whose software the timeline holds. All of it is in the address. */
export function TimelineFilters({ state, trailing }: TimelineFiltersProps) {
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
