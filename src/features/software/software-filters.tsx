'use client';

import { useQuery } from '@tanstack/react-query';
import type { ColumnFacts } from '@/components/data-table/columns';
import { FilterBar } from '@/components/data-table/filter-bar';
import { FilterChip } from '@/components/data-table/filter-chip';
import { SearchInput } from '@/components/data-table/search-input';
import { SegmentedFilter } from '@/components/data-table/segmented-filter';
import { SelectFilter } from '@/components/data-table/select-filter';
import { ViewMenu } from '@/components/data-table/view-menu';
import type { EolState } from '@/domain/eol/proximity';
import { useProjectOptions } from '@/features/project/use-project-options';
import { useTRPC } from '@/trpc/client';
import { stateOptions } from './filter-options';
import { softwareListExportHref, isFiltered, NO_FILTERS } from './search-params';
import { sortIn, toSortParams } from './software-sort';
import { SOFTWARE_TABLE } from './software-table';
import type { SoftwareState } from './use-software-params';

export interface SoftwareFiltersProps {
  state: SoftwareState;
  columns: readonly ColumnFacts[];
  /** How many each state would leave. */
  counts: Readonly<Partial<Record<EolState, number>>> | undefined;
}

/** Which software the list holds. All of it is in the address. */
export function SoftwareFilters({ state, columns, counts }: SoftwareFiltersProps) {
  const { params, setFilter, setParams } = state;
  const types = useQuery({ ...useTRPC().software.types.queryOptions(), select: toOptions });
  const projects = useProjectOptions();
  return (
    <FilterBar
      label="Filter software"
      active={isFiltered(params)}
      onClear={() => setFilter(NO_FILTERS)}
      trailing={
        <ViewMenu
          name={SOFTWARE_TABLE}
          columns={columns}
          sort={sortIn(params)}
          onSortChange={(sort) => setParams(toSortParams(sort))}
          exportHref={softwareListExportHref(params)}
        />
      }
    >
      <SearchInput label="Search software" value={params.q} onChange={(q) => setFilter({ q })} />
      <SegmentedFilter
        label="End of life"
        options={stateOptions(counts)}
        value={params.state ?? 'all'}
        onChange={(chosen) => setFilter({ state: chosen === 'all' ? null : chosen })}
      />
      <SelectFilter
        label="Type"
        options={types.data ?? []}
        value={params.type}
        onChange={(type) => setFilter({ type })}
      />
      <SelectFilter
        label="Project"
        options={projects}
        value={params.project}
        onChange={(project) => setFilter({ project })}
      />
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

function toOptions(types: readonly string[]) {
  return types.map((type) => ({ value: type, label: type }));
}
