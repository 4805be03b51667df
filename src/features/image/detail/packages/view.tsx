'use client';

import { NotMatchedMark } from '@/components/status/not-matched';
import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '@/components/data-table/data-table';
import { FilterBar } from '@/components/data-table/filter-bar';
import { SearchInput } from '@/components/data-table/search-input';
import { SegmentedFilter, type SegmentOption } from '@/components/data-table/segmented-filter';
import { ViewMenu } from '@/components/data-table/view-menu';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { NoResults, PastTheEnd } from '@/components/feedback/no-results';
import { Stack } from '@/components/layout/stack';
import { Pagination } from '@/components/ui/pagination';
import { COMPONENT_STATE_WORDS, type ComponentState } from '@/domain/inventory/component-state';
import { EvidenceFilter, evidenceWords } from '@/features/names/evidence';
import { CallFailure } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { useTRPC } from '@/trpc/client';
import {
  imageHref,
  type PACKAGE_SCOPES,
  packagesExportHref,
  toPackagesQuery,
  type ImagePageParams,
  useImagePageParams,
} from '../params';
import { matchesByPackage, packageColumns } from './table';

const TABLE = 'packages';

const NO_FILTERS = { q: null, match: null, evidence: null, scope: null, page: null };

const MATCH_OPTIONS: readonly SegmentOption<ComponentState | 'all'>[] = [
  { value: 'all', label: 'All' },
  { value: 'matched', label: COMPONENT_STATE_WORDS.matched },
  { value: 'distribution', label: COMPONENT_STATE_WORDS.distribution },
  { value: 'unknown', label: COMPONENT_STATE_WORDS.unknown, icon: <NotMatchedMark /> },
];

type PackageScope = (typeof PACKAGE_SCOPES)[number];

const SCOPE_OPTIONS: readonly SegmentOption<PackageScope | 'all'>[] = [
  { value: 'all', label: 'All' },
  { value: 'ships', label: 'Ships' },
  { value: 'development', label: 'Development' },
];

const isFiltered = ({ q, match, evidence, scope }: ImagePageParams) =>
  q !== '' || match !== null || evidence !== null || scope !== null;

const MATCH_WORDS: Readonly<Record<ComponentState, string>> = {
  matched: 'matched to a release',
  distribution: 'maintained by a distribution',
  unknown: 'not matched',
  pending: 'still to be matched',
};

const SCOPE_WORDS: Readonly<Record<PackageScope, string>> = {
  ships: 'part of what ships',
  development: 'for development alone',
};

/** Puts the filters into words, for a list that holds nothing. */
function describeFilters({ q, match, evidence, scope }: ImagePageParams): string {
  const conditions = [
    q !== '' && `named “${q}”`,
    match && MATCH_WORDS[match],
    evidence && `known by ${evidenceWords(evidence)}`,
    scope && SCOPE_WORDS[scope],
  ].filter(Boolean);
  return `No package is ${conditions.join(' and ')}.`;
}

export interface PackagesTabProps {
  imageTagId: string;
  /** A UTC day. */
  today: string;
}

/** Lists every package of the latest scan, with the software it was matched to. */
export function PackagesTab({ imageTagId, today }: PackagesTabProps) {
  const { params, setParams } = useImagePageParams();
  const columns = usePackageColumns(imageTagId, today);
  return (
    <Stack>
      <FilterBar
        label="Filter packages"
        active={isFiltered(params)}
        onClear={() => setParams(NO_FILTERS)}
        trailing={
          <ViewMenu
            name={TABLE}
            columns={columns}
            exportHref={packagesExportHref(imageTagId, params)}
          />
        }
      >
        <SearchInput
          label="Search packages"
          value={params.q}
          onChange={(q) => setParams({ q, page: null })}
        />
        <SegmentedFilter
          label="In the catalog"
          options={MATCH_OPTIONS}
          value={params.match ?? 'all'}
          onChange={(match) => setParams({ match: match === 'all' ? null : match, page: null })}
        />
        <EvidenceFilter
          value={params.evidence}
          onChange={(evidence) => setParams({ evidence, page: null })}
        />
        <SegmentedFilter
          label="Scope"
          options={SCOPE_OPTIONS}
          value={params.scope ?? 'all'}
          onChange={(scope) => setParams({ scope: scope === 'all' ? null : scope, page: null })}
        />
      </FilterBar>
      <Results imageTagId={imageTagId} columns={columns} />
    </Stack>
  );
}

function usePackageColumns(imageTagId: string, today: string) {
  const { data } = useQuery(useTRPC().image.findings.queryOptions({ imageTagId }));
  return useMemo(
    () => packageColumns(imageTagId, data ? matchesByPackage(data) : null, today),
    [imageTagId, data, today],
  );
}

interface ResultsProps {
  imageTagId: string;
  columns: ReturnType<typeof packageColumns>;
}

function Results({ imageTagId, columns }: ResultsProps) {
  const { params, setParams } = useImagePageParams();
  const packages = useQuery({
    ...useTRPC().image.components.queryOptions(toPackagesQuery(imageTagId, params)),
    placeholderData: keepRows,
  });
  if (packages.error)
    return <CallFailure title="The packages could not be loaded." query={packages} />;
  if (!packages.data) return <Loading label="Loading packages" columns={4} />;
  const { items, total } = packages.data;
  if (total === 0 && !isFiltered(params)) {
    return (
      <NoData title="The latest scan listed no packages.">Some scanners leave them out.</NoData>
    );
  }
  if (total === 0) {
    return <NoResults title={describeFilters(params)} onClear={() => setParams(NO_FILTERS)} />;
  }
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'packages',
    hrefFor: (number: number, size: number) =>
      imageHref(imageTagId, { ...params, page: number, size }),
    onChange: (number: number, size: number) => setParams({ page: number, size }),
  };
  if (items.length === 0) return <PastTheEnd {...page} />;
  return (
    <>
      <DataTable
        name={TABLE}
        label="Packages"
        columns={columns}
        rows={items}
        rowId={({ id }) => id}
        loading={packages.isPlaceholderData}
      />
      <Pagination {...page} />
    </>
  );
}
