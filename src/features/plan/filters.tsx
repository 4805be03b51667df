'use client';

import { FilterBar, FilterChip } from '@/components/data-table/filter-bar';
import { SearchInput } from '@/components/data-table/search-input';
import { SegmentedFilter } from '@/components/data-table/segmented-filter';
import { SelectFilter } from '@/components/data-table/select-filter';
import { ViewMenu } from '@/components/data-table/view-menu';
import { PLAN_STATES } from '@/domain/plan/plan';
import { OwnerFilter } from '@/features/names/owner';
import { ProjectFilter } from '@/features/names/project-filter';
import { isFiltered, NO_FILTERS, plansExportHref, type PlansState } from './params';
import { type planColumns, PLANS_TABLE, sortIn, toSortParams } from './table';
import { STATE_WORDS } from './words';

const VIEWS = [
  { value: 'board', label: 'Board' },
  { value: 'table', label: 'Table' },
] as const;

const STATES = PLAN_STATES.map((state) => ({ value: state, label: STATE_WORDS[state] }));

interface PlanFiltersProps {
  state: PlansState;
  columns: ReturnType<typeof planColumns>;
}

/** Filters the plans, and chooses between the board and the table. Their state is in the address. */
export function PlanFilters({ state: { params, setParams }, columns }: PlanFiltersProps) {
  const setFilter: typeof setParams = (changes) => setParams({ ...changes, page: null });
  return (
    <FilterBar
      label="Filter plans"
      active={isFiltered(params)}
      onClear={() => setParams(NO_FILTERS)}
      trailing={
        <ViewMenu
          name={PLANS_TABLE}
          columns={columns}
          sort={sortIn(params)}
          onSortChange={(sort) => setParams(toSortParams(sort))}
          exportHref={plansExportHref(params)}
        />
      }
    >
      <SearchInput label="Search plans" value={params.q} onChange={(q) => setFilter({ q })} />
      <SegmentedFilter
        label="View"
        options={VIEWS}
        value={params.view}
        onChange={(view) => setFilter({ view })}
      />
      <SelectFilter
        label="State"
        options={STATES}
        value={params.state}
        onChange={(chosen) => setFilter({ state: chosen })}
      />
      <ProjectFilter value={params.project} onChange={(project) => setFilter({ project })} />
      <OwnerFilter value={params.owner} onChange={(owner) => setFilter({ owner })} />
      {params.overdue !== null && (
        <FilterChip
          label="Overdue"
          value={params.overdue ? 'Yes' : 'No'}
          onRemove={() => setFilter({ overdue: null })}
        />
      )}
      {params.product !== null && (
        <FilterChip
          label="Product"
          value={params.product}
          onRemove={() => setFilter({ product: null })}
        />
      )}
    </FilterBar>
  );
}
