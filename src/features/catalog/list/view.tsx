'use client';

import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Link } from '@/components/ui/link';
import { DataTable } from '@/components/data-table/data-table';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { PastTheEnd, NoResults } from '@/components/feedback/no-results';
import { TotalCount, PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { Button } from '@/components/ui/button';
import { Pagination } from '@/components/ui/pagination';
import type { Day } from '@/domain/eol/calendar';
import { CallFailure } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { useMay } from '@/features/frame/reader';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import { CatalogFreshness } from '@/features/catalog/freshness/card';
import { LostDates } from '@/features/catalog/own/dates/card';
import { productHref } from '@/features/catalog/product/params';
import { CATALOG_TABLE, catalogColumns, columnsInAddress } from './table';
import {
  catalogExportHref,
  catalogHref,
  type CatalogParams,
  type CatalogState,
  isFiltered,
  NO_FILTERS,
  toCatalogQuery,
  useCatalogParams,
} from './params';
import { FilterBar } from '@/components/data-table/filter-bar';
import { SearchInput } from '@/components/data-table/search-input';
import { SegmentedFilter } from '@/components/data-table/segmented-filter';
import { SelectFilter } from '@/components/data-table/select-filter';
import { ViewMenu } from '@/components/data-table/view-menu';
import { CATEGORY_OPTIONS, categoryWord } from '@/domain/catalog/categories';
import { noMatchWords } from '@/lib/no-match';

/** The catalog: what the service knows of, and what of it runs here. */
export function CatalogView({ today }: { today: Day }) {
  const state = useCatalogParams();
  const products = useProducts(state);
  const columns = useMemo(() => catalogColumns(today), [today]);
  const mayManage = useMay('catalog:manage');
  return (
    <Stack>
      <PageHeader
        title="Catalog"
        aside={<TotalCount count={products.data?.total} />}
        actions={
          <>
            <Button asChild>
              <Link href={hrefs.ownProducts}>Your own products</Link>
            </Button>
            {mayManage && (
              <Button asChild>
                <Link href={hrefs.newProduct()}>
                  <Plus aria-hidden />
                  Add a product
                </Link>
              </Button>
            )}
          </>
        }
      />
      <CatalogFreshness />
      <CatalogFilters state={state} columns={columns} />
      <Results state={state} products={products} columns={columns} />
      {mayManage && <OwnLostDates />}
    </Stack>
  );
}

/** Of products that are gone, too: these have no page. */
function OwnLostDates() {
  const overlays = useQuery(useTRPC().catalog.overlays.queryOptions());
  return overlays.data && <LostDates dates={overlays.data.dates} />;
}

function useProducts({ params }: CatalogState) {
  return useQuery({
    ...useTRPC().catalog.listForDashboard.queryOptions(toCatalogQuery(params)),
    placeholderData: keepRows,
  });
}

interface ResultsProps {
  state: CatalogState;
  products: ReturnType<typeof useProducts>;
  columns: ReturnType<typeof catalogColumns>;
}

function Results({ state, products, columns }: ResultsProps) {
  const { params, setFilter, setParams } = state;
  if (products.error) {
    return <CallFailure title="The catalog could not be loaded." query={products} />;
  }
  if (!products.data) return <Loading label="Loading the catalog" columns={7} />;
  const { items, total } = products.data;
  if (total === 0) return <Nothing state={state} onClear={() => setFilter(NO_FILTERS)} />;
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'products',
    hrefFor: (number: number, size: number) => catalogHref({ ...params, page: number, size }),
    onChange: (number: number, size: number) => setParams({ page: number, size }),
  };
  if (items.length === 0) return <PastTheEnd {...page} />;
  return (
    <>
      <DataTable
        name={CATALOG_TABLE}
        label="Products"
        columns={columns}
        rows={items}
        rowId={({ slug }) => slug}
        rowHref={({ slug }) => productHref(slug)}
        loading={products.isPlaceholderData}
        columnsInAddress={columnsInAddress(state)}
      />
      <Pagination {...page} />
    </>
  );
}

function Nothing({ state, onClear }: { state: CatalogState; onClear: () => void }) {
  if (isFiltered(state.params)) {
    return <NoResults title={describeFilters(state.params)} onClear={onClear} />;
  }
  return (
    <NoData
      title="The catalog is empty."
      action={
        <Button asChild>
          <Link href={hrefs.settings.catalog}>See where it comes from</Link>
        </Button>
      }
    >
      Its products appear here once it has been loaded.
    </NoData>
  );
}

const USE_OPTIONS = [
  { value: 'all', label: 'All' },
  { value: 'here', label: 'In use here' },
] as const;

/** Which products the list holds. All of it is in the address. */
export function CatalogFilters({ state, columns }: Pick<ResultsProps, 'state' | 'columns'>) {
  const { params, setFilter } = state;
  return (
    <FilterBar
      label="Filter the catalog"
      active={isFiltered(params)}
      onClear={() => setFilter(NO_FILTERS)}
      trailing={
        <ViewMenu
          name={CATALOG_TABLE}
          columns={columns}
          exportHref={catalogExportHref(params)}
          columnsInAddress={columnsInAddress(state)}
        />
      }
    >
      <SearchInput
        label="Name, alias, purl or CPE"
        value={params.q}
        onChange={(q) => setFilter({ q })}
        className="sm:w-72"
      />
      <SegmentedFilter
        label="Use"
        options={USE_OPTIONS}
        value={params.use}
        onChange={(use) => setFilter({ use })}
      />
      <SelectFilter
        label="Kind"
        options={CATEGORY_OPTIONS}
        value={params.kind}
        onChange={(kind) => setFilter({ kind })}
      />
    </FilterBar>
  );
}

/** Says in words what the filters ask for, where nothing answers to it. */
export function describeFilters({ q, kind, use }: CatalogParams): string {
  const nothing = use === 'here' ? 'Nothing in use here' : 'No product of the catalog';
  return noMatchWords(nothing, [
    q.trim() && `“${q.trim()}”`,
    kind && `the kind ${categoryWord(kind).toLowerCase()}`,
  ]);
}
