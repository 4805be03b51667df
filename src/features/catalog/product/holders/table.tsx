'use client';

import { hrefs } from '@/features/hrefs';
import { useMemo, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import type { inferParserType } from 'nuqs/server';
import type { TableColumn } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { SelectFilter } from '@/components/data-table/select-filter';
import { Loading } from '@/components/feedback/loading';
import { PastTheEnd, NoResults } from '@/components/feedback/no-results';
import { DateTime } from '@/components/status/date-time';
import { Badge } from '@/components/ui/badge';
import { Pagination, type PaginationProps } from '@/components/ui/pagination';
import { CallFailure } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { ImageName } from '@/features/names/image';
import { ProjectName } from '@/features/names/project';
import { formatCount } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import type { Holder } from '@/features/catalog/types';
import {
  HOLDERS_ID,
  holdersHref,
  productPageParsers,
  toHoldersQuery,
} from '@/features/catalog/product/params';

export interface HoldersProps {
  slug: string;
  name: string;
  /** The cycles that images hold, in the order of the catalog. */
  cycles: readonly { readonly name: string; readonly label: string }[];
}

type HolderParams = inferParserType<typeof productPageParsers>;

/** The images that hold the product, or its opened cycle. */
export function Holders({ slug, name, cycles }: HoldersProps) {
  const [params, write] = useQueryStates(productPageParsers, { history: 'push', scroll: false });
  const holders = useHolders(slug, params);
  const choose = (cycle: string | null) => void write({ cycle, page: null });
  return (
    <section
      id={HOLDERS_ID}
      aria-labelledby="holders"
      className="grid min-w-0 scroll-mt-16 grid-cols-1 gap-3"
    >
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="holders" className="text-sm font-semibold">
          Where it runs here
          {holders.data && (
            <span data-numeric className="ml-2 font-normal text-muted">
              {formatCount(holders.data.total)}
            </span>
          )}
        </h2>
        <SelectFilter
          label="Cycle"
          options={cycles.map((cycle) => ({ value: cycle.name, label: cycle.label }))}
          value={params.cycle}
          onChange={choose}
        />
      </div>
      <Results
        holders={holders}
        cycles={cycles}
        empty={
          <NoResults
            title={`No image here holds ${name}${params.cycle === null ? '' : ` ${params.cycle}`}.`}
            {...(params.cycle !== null && { onClear: () => choose(null) })}
          />
        }
        page={{
          page: params.page,
          size: params.size,
          noun: 'images',
          hrefFor: (page, size) => holdersHref(slug, { ...params, page, size }),
          onChange: (page, size) => void write({ page, size }),
        }}
      />
    </section>
  );
}

function useHolders(slug: string, params: HolderParams) {
  return useQuery({
    ...useTRPC().catalog.holders.queryOptions(toHoldersQuery(slug, params)),
    placeholderData: keepRows,
  });
}

interface ResultsProps extends Pick<HoldersProps, 'cycles'> {
  holders: ReturnType<typeof useHolders>;
  empty: ReactNode;
  page: Omit<PaginationProps, 'total'>;
}

function Results({ holders, cycles, empty, page }: ResultsProps) {
  const columns = useMemo(() => holderColumns(cycles), [cycles]);
  if (holders.error) return <CallFailure title="The images could not be loaded." query={holders} />;
  if (!holders.data) return <Loading label="Loading images" columns={4} rows={4} />;
  const { items, total } = holders.data;
  if (total === 0) return empty;
  if (items.length === 0) return <PastTheEnd {...page} total={total} />;
  return (
    <>
      <DataTable
        name="catalog-images"
        label="Images that hold it"
        columns={columns}
        rows={items}
        rowId={({ id }) => id}
        rowHref={({ id }) => hrefs.image(id)}
        loading={holders.isPlaceholderData}
      />
      <Pagination {...page} total={total} />
    </>
  );
}

function holderColumns(cycles: HoldersProps['cycles']): readonly TableColumn<Holder>[] {
  return [
    {
      id: 'name',
      header: 'Image',
      primary: true,
      cell: (image) => <ImageName image={image} />,
    },
    {
      id: 'project',
      header: 'Project',
      widthPx: 240,
      card: 'line',
      cell: (image) => <ProjectName name={image.project_name} />,
    },
    {
      id: 'cycles',
      header: 'Cycles',
      widthPx: 200,
      cell: (image) => (
        <span className="flex flex-wrap gap-1">
          {labelsOf(image, cycles).map((label) => (
            <Badge key={label}>{label}</Badge>
          ))}
        </span>
      ),
    },
    {
      id: 'latestScan',
      header: 'Latest scan',
      align: 'end',
      widthPx: 112,
      cell: (image) => <DateTime value={image.latest_scan_at} show="ago" />,
    },
  ];
}

/** In the order of the catalog. */
function labelsOf({ cycles: held }: Holder, cycles: HoldersProps['cycles']): string[] {
  return cycles.flatMap(({ name, label }) => (held.includes(name) ? [label] : []));
}
