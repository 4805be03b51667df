'use client';

import { useQuery } from '@tanstack/react-query';
import { comingOf } from '@/components/data-table/choices-coming';
import type { ColumnFacts } from '@/components/data-table/columns';
import { FilterBar, FilterChip } from '@/components/data-table/filter-bar';
import { SearchInput } from '@/components/data-table/search-input';
import { SelectFilter } from '@/components/data-table/select-filter';
import { ViewMenu } from '@/components/data-table/view-menu';
import { STATUS_LABELS } from '@/components/status/states';
import { type EolState } from '@/domain/eol/proximity';
import { EvidenceFilter, evidenceWords } from '@/features/names/evidence';
import { labelWords } from '@/features/names/label';
import { ImageLabelFilter } from '@/features/names/label-filter';
import { OwnerFilter, ownerWords } from '@/features/names/owner';
import { StateFilter } from '@/features/names/state';
import { ProjectFilter } from '@/features/names/project-filter';
import { hrefs } from '@/features/hrefs';
import { SavedViews } from '@/features/saved-view/actions';
import { searchText } from '@/lib/page-params';
import { useTRPC } from '@/trpc/client';
import {
  softwareListExportHref,
  softwareParsers,
  isFiltered,
  NO_FILTERS,
  type SoftwareState,
  type SoftwareParams,
} from './params';
import { columnsInAddress, sortIn, toSortParams, SOFTWARE_TABLE } from './table';
import { noMatchWords } from '@/lib/no-match';

export interface SoftwareFiltersProps {
  state: SoftwareState;
  columns: readonly ColumnFacts[];
  /** How many each state would leave. */
  counts: Readonly<Partial<Record<EolState, number>>> | undefined;
}

/** Filters the software list. Their state is in the address. */
export function SoftwareFilters({ state, columns, counts }: SoftwareFiltersProps) {
  const { params, setFilter, setParams } = state;
  const types = useQuery({ ...useTRPC().software.types.queryOptions(), select: toOptions });
  return (
    <FilterBar
      label="Filter software"
      active={isFiltered(params)}
      onClear={() => setFilter(NO_FILTERS)}
      trailing={
        <>
          <SavedViews
            viewed={{
              ...{ list: 'software', path: hrefs.softwareList(), parsers: softwareParsers },
              ...{ table: SOFTWARE_TABLE, columns, columnsInAddress: columnsInAddress(state) },
            }}
          />
          <ViewMenu
            name={SOFTWARE_TABLE}
            columns={columns}
            sort={sortIn(params)}
            onSortChange={(sort) => setParams(toSortParams(sort))}
            exportHref={softwareListExportHref(params)}
            columnsInAddress={columnsInAddress(state)}
          />
        </>
      }
    >
      <SearchInput label="Search software" value={params.q} onChange={(q) => setFilter({ q })} />
      <StateFilter
        value={params.state}
        onChange={(state) => setFilter({ state })}
        counts={counts}
      />
      <SelectFilter
        label="Type"
        options={types.data ?? []}
        read={comingOf(types)}
        value={params.type}
        onChange={(type) => setFilter({ type })}
      />
      <EvidenceFilter value={params.evidence} onChange={(evidence) => setFilter({ evidence })} />
      <OwnerFilter value={params.owner} onChange={(owner) => setFilter({ owner })} />
      <ProjectFilter value={params.project} onChange={(project) => setFilter({ project })} />
      <ImageLabelFilter value={params} onChange={setFilter} />
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

/** Puts the filters into words, for a list that holds nothing. */
export function describeFilters(params: SoftwareParams): string {
  const { q, state, evidence, type, product, project, owner } = params;
  const text = searchText(q);
  return noMatchWords('No software', [
    text && `“${text}”`,
    state && STATUS_LABELS[state],
    evidence && evidenceWords(evidence),
    type && `the type ${type}`,
    product,
    project !== null && 'this project',
    owner !== null && ownerWords(owner),
    labelWords(params),
  ]);
}
