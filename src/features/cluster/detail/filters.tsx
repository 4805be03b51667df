'use client';

import { FilterBar } from '@/components/data-table/filter-bar';
import { SearchInput } from '@/components/data-table/search-input';
import { SelectFilter } from '@/components/data-table/select-filter';
import { ViewMenu } from '@/components/data-table/view-menu';
import { STATUS_LABELS } from '@/components/status/states';
import { OwnerFilter, ownerWords } from '@/features/names/owner';
import { StateFilter } from '@/features/names/state';
import { searchText } from '@/lib/page-params';
import type { ClusterDetail } from '../query';
import {
  isFiltered,
  isNarrowed,
  NO_FILTERS,
  type ClusterPageParams,
  type ClusterPageState,
  workloadsExportHref,
} from './params';
import { columnsInAddress, sortIn, toSortParams, WORKLOAD_COLUMNS, WORKLOADS_TABLE } from './table';
import { noMatchWords } from '@/lib/no-match';

export interface WorkloadFiltersProps {
  state: ClusterPageState;
  cluster: Pick<ClusterDetail, 'id' | 'states' | 'namespaceList'>;
}

/** Filters what runs in a cluster. Their state is in the address. */
export function WorkloadFilters({ state, cluster }: WorkloadFiltersProps) {
  const { params, setFilter, setParams } = state;
  return (
    <FilterBar
      label="Filter what runs"
      active={isFiltered(params)}
      onClear={() => setFilter(NO_FILTERS)}
      trailing={
        <ViewMenu
          name={WORKLOADS_TABLE}
          columns={WORKLOAD_COLUMNS}
          sort={sortIn(params)}
          onSortChange={(sort) => setParams(toSortParams(sort))}
          exportHref={workloadsExportHref(cluster.id, params)}
          columnsInAddress={columnsInAddress(state)}
        />
      }
    >
      <SearchInput label="Search workloads" value={params.q} onChange={(q) => setFilter({ q })} />
      <StateFilter
        value={params.state}
        onChange={(state) => setFilter({ state })}
        // They are the cluster's, as far as its owner goes: beside another filter they would promise rows that are not there.
        counts={isNarrowed(params) ? undefined : cluster.states}
      />
      <SelectFilter
        label="Namespace"
        options={cluster.namespaceList.map(({ name }) => ({ value: name, label: name }))}
        value={params.namespace}
        onChange={(namespace) => setFilter({ namespace })}
      />
      <SelectFilter
        label="Report"
        options={REPORT_OPTIONS}
        value={params.show}
        onChange={(show) => setFilter({ show })}
      />
      <OwnerFilter value={params.owner} onChange={(owner) => setFilter({ owner })} />
    </FilterBar>
  );
}

const REPORT_OPTIONS = [
  { value: 'unscanned', label: 'Never scanned' },
  { value: 'silent', label: 'Silent for over a day' },
] as const;

/** Puts the filters into words, for a list that holds nothing. */
export function describeFilters({ q, state, namespace, show, owner }: ClusterPageParams): string {
  const text = searchText(q);
  return noMatchWords('Nothing that runs here', [
    text && `“${text}”`,
    state && STATUS_LABELS[state],
    namespace && `the namespace ${namespace}`,
    REPORT_OPTIONS.find(({ value }) => value === show)?.label.toLowerCase(),
    owner && ownerWords(owner),
  ]);
}
