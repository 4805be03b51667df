'use client';

import { useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import type { ColumnsInAddress } from '@/components/data-table/column-choice';
import { DataTable } from '@/components/data-table/data-table';
import { FilterBar } from '@/components/data-table/filter-bar';
import { SearchInput } from '@/components/data-table/search-input';
import { ViewMenu } from '@/components/data-table/view-menu';
import { Loading } from '@/components/feedback/loading';
import { NoResults, PastTheEnd } from '@/components/feedback/no-results';
import { Pagination } from '@/components/ui/pagination';
import {
  coverageHref,
  type CoverageParams,
  coverageParsers,
  toUnknownQuery,
  unknownExportHref,
} from '@/features/coverage/params';
import { CallFailure } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { useMay } from '@/features/frame/reader';
import { useTRPC } from '@/trpc/client';
import { UNKNOWN_TABLE, unknownColumns } from './table';

/** Lists the packages of which nothing is known, those in most images first, each with what can be said of it. */
export function UnknownPackages() {
  const [params, write] = useQueryStates(coverageParsers, { history: 'push', scroll: false });
  const packages = usePackages(params);
  const columns = unknownColumns(useMay('catalog:manage'));
  const columnsInAddress = {
    chosen: params.columns,
    onChange: (columns: string | null) => void write({ columns }),
  };
  return (
    <section aria-labelledby="unknown-packages" className="grid min-w-0 grid-cols-1 gap-3">
      <div>
        <h2 id="unknown-packages" className="text-base font-semibold">
          Unknown packages
        </h2>
        <p className="text-sm text-muted">
          Those in most images first, up to a thousand. What you say of one counts at once; images
          are matched and counted anew in the background.
        </p>
      </div>
      <FilterBar
        label="Filter unknown packages"
        active={params.q !== ''}
        onClear={() => void write({ q: null, page: null })}
        trailing={
          <ViewMenu
            name={UNKNOWN_TABLE}
            columns={columns}
            exportHref={unknownExportHref(params)}
            columnsInAddress={columnsInAddress}
          />
        }
      >
        <SearchInput
          label="Name or package URL"
          value={params.q}
          onChange={(q) => void write({ q, page: null })}
          className="sm:w-72"
        />
      </FilterBar>
      <Rows
        packages={packages}
        params={params}
        columns={columns}
        columnsInAddress={columnsInAddress}
        onClear={() => void write({ q: null, page: null })}
        onPage={(page) => void write(page)}
      />
    </section>
  );
}

function usePackages(params: CoverageParams) {
  return useQuery({
    ...useTRPC().knowledge.unknown.queryOptions(toUnknownQuery(params)),
    placeholderData: keepRows,
  });
}

interface RowsProps {
  packages: ReturnType<typeof usePackages>;
  params: CoverageParams;
  columns: ReturnType<typeof unknownColumns>;
  columnsInAddress: ColumnsInAddress;
  onClear: () => void;
  onPage: (page: { page: number; size: number }) => void;
}

function Rows({ packages, params, columns, columnsInAddress, onClear, onPage }: RowsProps) {
  if (packages.error) {
    return <CallFailure title="The packages could not be loaded." query={packages} />;
  }
  if (!packages.data) return <Loading label="Loading unknown packages" columns={4} />;
  const { items, total } = packages.data;
  if (total === 0) {
    if (params.q !== '') {
      return <NoResults title={`No unknown package matches “${params.q}”.`} onClear={onClear} />;
    }
    return <p className="text-sm text-muted">There are none.</p>;
  }
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'packages',
    hrefFor: (number: number, size: number) => coverageHref({ ...params, page: number, size }),
    onChange: (number: number, size: number) => onPage({ page: number, size }),
  };
  if (items.length === 0) return <PastTheEnd {...page} />;
  return (
    <>
      <DataTable
        name={UNKNOWN_TABLE}
        label="Unknown packages"
        columns={columns}
        columnsInAddress={columnsInAddress}
        rows={items}
        rowId={({ type, name, purl }) => `${type} ${purl ?? name}`}
        loading={packages.isPlaceholderData}
      />
      <Pagination {...page} />
    </>
  );
}
