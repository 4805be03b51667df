'use client';

import { useQuery } from '@tanstack/react-query';
import { FilterBar } from '@/components/data-table/filter-bar';
import { LabelFilter } from '@/components/data-table/label-filter';
import { SearchInput } from '@/components/data-table/search-input';
import { SegmentedFilter } from '@/components/data-table/segmented-filter';
import { SelectFilter } from '@/components/data-table/select-filter';
import { ViewMenu } from '@/components/data-table/view-menu';
import { useTRPC } from '@/trpc/client';
import { useProjectOptions } from '@/features/project/use-project-options';
import { EOL_OPTIONS, POLICY_OPTIONS, VERIFIED_OPTIONS } from './filter-options';
import { HeldSoftware } from './held-software';
import { sortIn, toSortParams } from './image-sort';
import { imagesExportHref, NO_FILTERS, type ImagesParams } from './search-params';
import { isNarrowed, type ImagesState } from './use-images-params';

const NO_LABELS = {};

/** Which images the list holds. All of it is in the address. */
export function ImageFilters({ state }: { state: ImagesState }) {
  const { scope, params, setFilter, setParams } = state;
  const trpc = useTRPC();
  const labels = useQuery(trpc.image.labels.queryOptions());
  const projects = useProjectOptions();
  return (
    <FilterBar
      label="Filter images"
      active={isNarrowed(state)}
      onClear={() => setFilter(NO_FILTERS)}
      trailing={
        <ViewMenu
          name={scope.table}
          columns={scope.columns}
          sort={sortIn(params)}
          onSortChange={(sort) => setParams(toSortParams(sort))}
          exportHref={imagesExportHref(params)}
        />
      }
    >
      <SearchInput label="Search images" value={params.q} onChange={(q) => setFilter({ q })} />
      <SegmentedFilter
        label="End of life"
        options={EOL_OPTIONS}
        value={params.eol ?? 'all'}
        onChange={(eol) => setFilter({ eol: eol === 'all' ? null : eol })}
      />
      {scope.projectId === null && (
        <SelectFilter
          label="Project"
          options={projects}
          value={params.project}
          onChange={(project) => setFilter({ project })}
        />
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
      <HeldSoftware state={state} />
      <LabelFilter
        labels={labels.data?.labels ?? NO_LABELS}
        value={labelConditionIn(params)}
        onChange={(condition) =>
          setFilter({
            label: condition?.key ?? null,
            labelIs: condition?.operator === 'NOT_IN' ? 'not-in' : null,
            labelValue: condition?.value ?? null,
          })
        }
      />
    </FilterBar>
  );
}

function labelConditionIn({ label, labelIs, labelValue }: ImagesParams) {
  if (label === null) return null;
  const operator = labelIs === 'in' ? ('IN' as const) : ('NOT_IN' as const);
  return { key: label, operator, value: labelValue };
}
