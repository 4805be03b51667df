'use client';

import { useQuery } from '@tanstack/react-query';
import { comingOf } from '@/components/data-table/choices-coming';
import { FilterBar, FilterChip } from '@/components/data-table/filter-bar';
import { SearchInput } from '@/components/data-table/search-input';
import { SelectFilter } from '@/components/data-table/select-filter';
import { ViewMenu } from '@/components/data-table/view-menu';
import type { TableColumn } from '@/components/data-table/columns';
import { useProjectOption } from '@/features/names/project-filter';
import { useTRPC } from '@/trpc/client';
import { contractsExportHref, isFiltered, NO_FILTERS, type ContractsState } from './params';
import { CONTRACTS_TABLE, sortIn, toSortParams } from './table';
import type { ListedContract } from './types';
import { SCOPE_OPTIONS, STATE_OPTIONS } from './words';

export interface ContractFiltersProps {
  readonly state: ContractsState;
  readonly columns: readonly TableColumn<ListedContract>[];
}

/** Filters the list of contracts. Their state is in the address. */
export function ContractFilters({ state, columns }: ContractFiltersProps) {
  const { params, setFilter, setParams } = state;
  const vendors = useQuery(useTRPC().contract.vendors.queryOptions());
  const vendorOptions = (vendors.data ?? []).map((value) => ({ value, label: value }));
  return (
    <FilterBar
      label="Filter contracts"
      active={isFiltered(params)}
      onClear={() => setFilter(NO_FILTERS)}
      trailing={
        <ViewMenu
          name={CONTRACTS_TABLE}
          columns={columns}
          sort={sortIn(params)}
          onSortChange={(sort) => setParams(toSortParams(sort))}
          exportHref={contractsExportHref(params)}
        />
      }
    >
      <SearchInput label="Search contracts" value={params.q} onChange={(q) => setFilter({ q })} />
      <SelectFilter
        label="State"
        options={STATE_OPTIONS}
        value={params.state}
        onChange={(chosen) => setFilter({ state: chosen })}
      />
      <SelectFilter
        label="Vendor"
        options={vendorOptions}
        read={comingOf(vendors)}
        value={params.vendor}
        onChange={(vendor) => setFilter({ vendor })}
      />
      <SelectFilter
        label="Where"
        options={SCOPE_OPTIONS}
        value={params.scope}
        onChange={(scope) => setFilter({ scope })}
      />
      <NamedPlace state={state} />
    </FilterBar>
  );
}

/** Shows the conditions on one project or team, which only links set, so that they can be removed. */
function NamedPlace({ state: { params, setFilter } }: Pick<ContractFiltersProps, 'state'>) {
  const { project, team } = params;
  const teams = useQuery({ ...useTRPC().team.names.queryOptions(), enabled: team !== null });
  const named = useProjectOption(project);
  return (
    <>
      {project !== null && (
        <FilterChip
          label="Project"
          value={named?.label ?? 'one that is gone'}
          onRemove={() => setFilter({ project: null })}
        />
      )}
      {team !== null && (
        <FilterChip
          label="Team"
          value={teams.data?.find(({ id }) => id === team)?.name ?? 'one that is gone'}
          onRemove={() => setFilter({ team: null })}
        />
      )}
    </>
  );
}
