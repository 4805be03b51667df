'use client';

import { FilterBar } from '@/components/data-table/filter-bar';
import { SegmentedFilter } from '@/components/data-table/segmented-filter';
import { ImageLabelFilter } from '@/features/names/label-filter';
import { OwnerFilter } from '@/features/names/owner';
import { ProjectFilter } from '@/features/names/project-filter';
import { isFiltered, NO_FILTERS, type useForecastParams } from './params';

const QUARTERS = [
  { value: '4', label: 'Four quarters' },
  { value: '6', label: 'Six quarters' },
] as const;

/** Chooses of what the forecast is, and how far ahead it looks. All of it is in the address. */
export function Filters({ state }: { state: ReturnType<typeof useForecastParams> }) {
  const [params, write] = state;
  return (
    <FilterBar
      label="Filter the forecast"
      active={isFiltered(params)}
      onClear={() => void write(NO_FILTERS)}
      trailing={
        <SegmentedFilter
          label="How far ahead"
          options={QUARTERS}
          value={params.quarters}
          onChange={(quarters) => void write({ quarters })}
        />
      }
    >
      <OwnerFilter value={params.owner} onChange={(owner) => void write({ owner })} />
      <ProjectFilter value={params.project} onChange={(project) => void write({ project })} />
      <ImageLabelFilter value={params} onChange={(changes) => void write(changes)} />
    </FilterBar>
  );
}
