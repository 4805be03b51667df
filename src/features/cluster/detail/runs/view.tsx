'use client';

import { useQuery } from '@tanstack/react-query';
import { DataTable } from '@/components/data-table/data-table';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { NoResults, PastTheEnd } from '@/components/feedback/no-results';
import { Stack } from '@/components/layout/stack';
import { Pagination } from '@/components/ui/pagination';
import { CallFailure } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { useTRPC } from '@/trpc/client';
import type { ClusterDetail } from '../../query';
import { describeFilters, WorkloadFilters } from '../filters';
import {
  clusterHref,
  isFiltered,
  NO_FILTERS,
  toWorkloadsQuery,
  useClusterPageParams,
} from '../params';
import {
  columnsInAddress,
  sortIn,
  toSortParams,
  WORKLOAD_COLUMNS,
  WORKLOADS_TABLE,
} from '../table';

/** Lists what runs in a cluster, the most ended software first. */
export function Workloads({
  cluster,
}: {
  cluster: Pick<ClusterDetail, 'id' | 'states' | 'namespaceList'>;
}) {
  const state = useClusterPageParams();
  const { params, setParams, setFilter } = state;
  const { id } = cluster;
  const workloads = useQuery({
    ...useTRPC().cluster.workloads.queryOptions(toWorkloadsQuery(id, params)),
    placeholderData: keepRows,
  });
  if (workloads.error) {
    return <CallFailure title="What runs could not be loaded." query={workloads} />;
  }
  const { items = [], total } = workloads.data ?? {};
  if (total === 0 && !isFiltered(params)) {
    return (
      <NoData title="Nothing is known to run in this cluster.">
        Reports on its version and nodes came, and none on workloads.
      </NoData>
    );
  }
  const page = {
    page: params.page,
    size: params.size,
    total: total ?? 0,
    noun: 'containers',
    hrefFor: (number: number, size: number) => clusterHref(id, { ...params, page: number, size }),
    onChange: (number: number, size: number) => setParams({ page: number, size }),
  };
  return (
    <Stack>
      <WorkloadFilters state={state} cluster={cluster} />
      {total === undefined ? (
        <Loading label="Loading what runs" columns={4} />
      ) : total === 0 ? (
        <NoResults title={describeFilters(params)} onClear={() => setFilter(NO_FILTERS)} />
      ) : items.length === 0 ? (
        <PastTheEnd {...page} />
      ) : (
        <>
          <DataTable
            name={WORKLOADS_TABLE}
            label="What runs"
            columns={WORKLOAD_COLUMNS}
            rows={items}
            rowId={(row) => row.id}
            sort={sortIn(params)}
            sortHref={(sort) => clusterHref(id, { ...params, ...toSortParams(sort) })}
            onSortChange={(sort) => setParams(toSortParams(sort))}
            loading={workloads.isPlaceholderData}
            columnsInAddress={columnsInAddress(state)}
          />
          <Pagination {...page} />
        </>
      )}
    </Stack>
  );
}
