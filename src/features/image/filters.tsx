'use client';

import { formatCount } from '@/lib/numbers';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FilterBar, FilterChip } from '@/components/data-table/filter-bar';
import { SearchInput } from '@/components/data-table/search-input';
import { SelectFilter } from '@/components/data-table/select-filter';
import { ViewMenu } from '@/components/data-table/view-menu';
import { NOT_SEEN_DAYS } from '@/domain/image/list';
import { STATUS_LABELS } from '@/components/status/states';
import { runningWords, useRunningChoices } from '@/features/names/running';
import { labelWords } from '@/features/names/label';
import { ImageLabelFilter } from '@/features/names/label-filter';
import { OwnerFilter, ownerWords } from '@/features/names/owner';
import { StateFilter } from '@/features/names/state';
import { ProjectFilter } from '@/features/names/project-filter';
import { hrefs } from '@/features/hrefs';
import { ACTION_WORDS } from '@/features/policy/words';
import { SavedViews } from '@/features/saved-view/actions';
import type { ViewedList } from '@/features/saved-view/types';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import {
  imagesExportHref,
  imagesParsers,
  NO_FILTERS,
  type ImagesParams,
  isNarrowed,
  type ImagesState,
  toImagesFilter,
} from './params';
import { columnsIn, columnsInAddress, sortIn, toSortParams } from './table';
import { noMatchWords } from '@/lib/no-match';

/** What views of the list are saved of. */
export function viewedIn(state: ImagesState): ViewedList {
  return {
    ...{ list: 'images', path: hrefs.images(), parsers: imagesParsers },
    ...{ table: state.scope.table, columns: columnsIn(state) },
    columnsInAddress: columnsInAddress(state),
  };
}

/** Filters the images list. Their state is in the address. */
export function ImageFilters({ state }: { state: ImagesState }) {
  const { scope, params, setFilter, setParams } = state;
  const trpc = useTRPC();
  const states = useQuery({
    ...trpc.image.states.queryOptions(toImagesFilter(params)),
    placeholderData: keepPreviousData,
  });
  const running = useRunningChoices();
  return (
    <FilterBar
      label="Filter images"
      active={isNarrowed(state)}
      onClear={() => setFilter(NO_FILTERS)}
      trailing={
        <>
          {scope.projectId === null && <SavedViews viewed={viewedIn(state)} />}
          <ViewMenu
            name={scope.table}
            columns={columnsIn(state)}
            sort={sortIn(params)}
            onSortChange={(sort) => setParams(toSortParams(sort))}
            exportHref={imagesExportHref(params)}
            columnsInAddress={columnsInAddress(state)}
          />
        </>
      }
    >
      <SearchInput label="Search images" value={params.q} onChange={(q) => setFilter({ q })} />
      <StateFilter
        value={params.state}
        onChange={(state) => setFilter({ state })}
        counts={states.data}
      />
      {scope.projectId === null && (
        <>
          <OwnerFilter value={params.owner} onChange={(owner) => setFilter({ owner })} />
          <ProjectFilter value={params.project} onChange={(project) => setFilter({ project })} />
        </>
      )}
      <SelectFilter
        label="Policy"
        options={POLICY_OPTIONS}
        value={params.policy}
        onChange={(policy) => setFilter({ policy })}
      />
      <SelectFilter
        label="Signature"
        options={VERIFIED_OPTIONS}
        value={params.verified}
        onChange={(verified) => setFilter({ verified })}
      />
      <SelectFilter
        label="Running"
        {...running}
        value={params.running}
        onChange={(running) => setFilter({ running })}
      />
      <SelectFilter
        label="Retired"
        options={RETIRED_OPTIONS}
        value={params.retired}
        onChange={(retired) => setFilter({ retired })}
        allLabel="Images that count"
      />
      <SelectFilter
        label="Last seen"
        options={NOT_SEEN_OPTIONS}
        value={params.notSeen}
        onChange={(notSeen) => setFilter({ notSeen })}
        allLabel="Any time"
      />
      <HeldSoftware state={state} />
      <ImageLabelFilter value={params} onChange={setFilter} />
    </FilterBar>
  );
}

/** Shows the conditions on software and product, which only links set, so that they can be removed. */
function HeldSoftware({ state }: { state: ImagesState }) {
  const { software, product } = state.params;
  return (
    <>
      {software !== null && <SoftwareChip softwareIds={software.split(',')} state={state} />}
      {product !== null && (
        <FilterChip
          label="Product"
          value={product}
          onRemove={() => state.setFilter({ product: null })}
        />
      )}
    </>
  );
}

interface SoftwareChipProps {
  softwareIds: readonly string[];
  state: ImagesState;
}

function SoftwareChip({ softwareIds: [first = '', ...others], state }: SoftwareChipProps) {
  const { software } = useTRPC();
  const named = useQuery(software.name.queryOptions({ softwareId: first }));
  return (
    <FilterChip
      label="Software"
      value={named.data ? nameOf(named.data, others.length) : named.error ? 'unknown' : '…'}
      onRemove={() => state.setFilter({ software: null })}
    />
  );
}

function nameOf(named: Outputs['software']['name'], others: number): string {
  const { productName, cycle, artifactType } = named;
  const more = others > 0 ? ` and ${formatCount(others)} more` : '';
  return `${productName} ${cycle} (${artifactType})${more}`;
}

const VERIFIED_OPTIONS = [
  { value: 'yes', label: 'Verified' },
  { value: 'no', label: 'Not verified' },
] as const;

const RETIRED_OPTIONS = [{ value: 'yes', label: 'Retired images' }] as const;

const NOT_SEEN_OPTIONS = NOT_SEEN_DAYS.map((value) => ({
  value,
  label: `Over ${value} days ago`,
}));

const POLICY_OPTIONS = [
  { value: 'denied', label: ACTION_WORDS.DENY },
  { value: 'warned', label: ACTION_WORDS.WARN },
] as const;

/** Puts the filters into words, for a list that holds nothing. */
export function describeFilters(params: ImagesParams): string {
  const { q, state, verified, running, retired, notSeen, project, owner, software, product } =
    params;
  return noMatchWords('No image', [
    q.trim() && `“${q.trim()}”`,
    state && STATUS_LABELS[state],
    VERIFIED_OPTIONS.find(({ value }) => value === verified)?.label,
    retired !== null && 'retired',
    running !== null && runningWords(running),
    notSeen !== null && `last seen over ${notSeen} days ago`,
    project !== null && 'this project',
    owner !== null && ownerWords(owner),
    software !== null && 'this software',
    product !== null && product,
    POLICY_OPTIONS.find(({ value }) => value === params.policy)?.label.toLowerCase(),
    labelWords(params),
  ]);
}
