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
import { runningWords, useRunningChoices } from '@/features/names/running';
import { labelWords } from '@/features/names/label';
import { ImageLabelFilter } from '@/features/names/label-filter';
import { OwnerFilter, ownerWords } from '@/features/names/owner';
import { StateFilter } from '@/features/names/state';
import { ProjectFilter } from '@/features/names/project-filter';
import { hrefs } from '@/features/hrefs';
import { SavedViews } from '@/features/saved-view/actions';
import { formatDay } from '@/lib/dates';
import { searchText } from '@/lib/page-params';
import { useTRPC } from '@/trpc/client';
import {
  findingsExportHref,
  findingsParsers,
  isFiltered,
  NO_FILTERS,
  type FindingsParams,
  type FindingsState,
} from './params';
import { columnsInAddress, FINDINGS_TABLE, sortIn, toSortParams } from './table';
import { noMatchWords } from '@/lib/no-match';

const WAIVED_OPTIONS = [
  { value: 'yes', label: 'Waived' },
  { value: 'no', label: 'Not waived' },
] as const;

export interface FindingFiltersProps {
  state: FindingsState;
  columns: readonly ColumnFacts[];
  /** How many each state would leave. */
  counts: Readonly<Partial<Record<EolState, number>>> | undefined;
}

/** Filters the findings list. Their state is in the address. */
export function FindingFilters({ state, columns, counts }: FindingFiltersProps) {
  const { params, setFilter, setParams } = state;
  const types = useQuery({ ...useTRPC().software.types.queryOptions(), select: toOptions });
  const running = useRunningChoices();
  return (
    <FilterBar
      label="Filter findings"
      active={isFiltered(params)}
      onClear={() => setFilter(NO_FILTERS)}
      trailing={
        <>
          <SavedViews
            viewed={{
              ...{ list: 'findings', path: hrefs.findings(), parsers: findingsParsers },
              ...{ table: FINDINGS_TABLE, columns, columnsInAddress: columnsInAddress(state) },
            }}
          />
          <ViewMenu
            name={FINDINGS_TABLE}
            columns={columns}
            sort={sortIn(params)}
            onSortChange={(sort) => setParams(toSortParams(sort))}
            exportHref={findingsExportHref(params)}
            columnsInAddress={columnsInAddress(state)}
          />
        </>
      }
    >
      <SearchInput label="Search findings" value={params.q} onChange={(q) => setFilter({ q })} />
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
      <SelectFilter
        label="Running"
        {...running}
        value={params.running}
        onChange={(running) => setFilter({ running })}
      />
      <SelectFilter
        label="Waiver"
        options={WAIVED_OPTIONS}
        value={params.waived}
        onChange={(waived) => setFilter({ waived })}
      />
      <ImageLabelFilter value={params} onChange={setFilter} />
      {params.on !== null && (
        <FilterChip
          label="At the end of"
          value={formatDay(params.on)}
          onRemove={() => setFilter({ on: null })}
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

function toOptions(types: readonly string[]) {
  return types.map((type) => ({ value: type, label: type }));
}

/** Puts the filters into words, for a list that holds nothing. */
export function describeFilters(params: FindingsParams): string {
  const { q, state, evidence, type, product, project, owner, running, waived, on } = params;
  const text = searchText(q);
  return noMatchWords('No finding', [
    text && `“${text}”`,
    state && STATUS_LABELS[state],
    evidence && evidenceWords(evidence),
    type && `the type ${type}`,
    product,
    project !== null && 'this project',
    owner !== null && ownerWords(owner),
    running !== null && runningWords(running),
    waived === 'yes' && 'waived',
    waived === 'no' && 'not waived',
    labelWords(params),
    on !== null && `the end of ${formatDay(on)}`,
  ]);
}
