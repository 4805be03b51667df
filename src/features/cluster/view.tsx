'use client';

import { useMemo } from 'react';
import { Link } from '@/components/ui/link';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '@/components/data-table/data-table';
import { FilterBar } from '@/components/data-table/filter-bar';
import { SearchInput } from '@/components/data-table/search-input';
import { ViewMenu } from '@/components/data-table/view-menu';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { NoResults, PastTheEnd } from '@/components/feedback/no-results';
import { PageHeader, TotalCount } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { Button } from '@/components/ui/button';
import { Pagination } from '@/components/ui/pagination';
import { TextLink } from '@/components/ui/text-link';
import { HelmValues } from '@/features/first-use/helm-values';
import { SampleList } from '@/features/first-use/sample-list';
import { CallFailure } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { useMay } from '@/features/frame/reader';
import { WhoToAsk } from '@/features/frame/who-to-ask';
import { hrefs } from '@/features/hrefs';
import { OwnerFilter, ownerWords } from '@/features/names/owner';
import { searchText } from '@/lib/page-params';
import { useTRPC } from '@/trpc/client';
import { clusterHref } from './detail/params';
import {
  clustersHref,
  isFiltered,
  NO_FILTERS,
  toClustersQuery,
  useClustersParams,
  type ClustersParams,
  type ClustersState,
} from './params';
import { clusterColumns } from './table';

/** Under which the reader's columns are kept. */
const CLUSTERS_TABLE = 'clusters';

/**
 * Lists the clusters that report, or shows how to have one report while there is none.
 * @param props.today a UTC day
 */
export function ClustersView({ today }: { today: string }) {
  const state = useClustersParams();
  const { params, setParams } = state;
  const { owner } = params;
  const columns = useMemo(() => clusterColumns(today, owner), [today, owner]);
  const clusters = useClusters(state);
  const { data, isPlaceholderData } = clusters;
  const isEmpty = data?.total === 0 && !isPlaceholderData && !isFiltered(params);
  return (
    <Stack>
      <PageHeader
        title="Clusters"
        aside={<TotalCount count={data?.total} />}
        actions={
          !isEmpty && (
            <Button asChild>
              <Link href={hrefs.docs.clusters}>Connect a cluster</Link>
            </Button>
          )
        }
      />
      {!isEmpty && (
        <FilterBar
          label="Filter clusters"
          active={isFiltered(params)}
          onClear={() => setParams(NO_FILTERS)}
          trailing={<ViewMenu name={CLUSTERS_TABLE} columns={columns} />}
        >
          <SearchInput
            label="Search clusters"
            value={params.q}
            onChange={(q) => setParams({ q, page: null })}
          />
          <OwnerFilter
            value={owner}
            onChange={(chosen) => setParams({ owner: chosen, page: null })}
          />
        </FilterBar>
      )}
      {isEmpty ? <NothingYet /> : <Results state={state} clusters={clusters} columns={columns} />}
    </Stack>
  );
}

function useClusters({ params }: ClustersState) {
  return useQuery({
    ...useTRPC().cluster.list.queryOptions(toClustersQuery(params)),
    placeholderData: keepRows,
  });
}

interface ResultsProps {
  state: ClustersState;
  clusters: ReturnType<typeof useClusters>;
  columns: ReturnType<typeof clusterColumns>;
}

function Results({ state: { params, setParams }, clusters, columns }: ResultsProps) {
  if (clusters.error) {
    return <CallFailure title="The clusters could not be loaded." query={clusters} />;
  }
  if (!clusters.data) return <Loading label="Loading clusters" columns={4} />;
  const { items, total } = clusters.data;
  if (total === 0) {
    return <NoResults title={describeFilters(params)} onClear={() => setParams(NO_FILTERS)} />;
  }
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'clusters',
    hrefFor: (number: number, size: number) => clustersHref({ ...params, page: number, size }),
    onChange: (number: number, size: number) => setParams({ page: number, size }),
  };
  if (items.length === 0) return <PastTheEnd {...page} />;
  return (
    <>
      <DataTable
        name={CLUSTERS_TABLE}
        label="Clusters"
        columns={columns}
        rows={items}
        rowId={({ id }) => id}
        rowHref={({ id }) => clusterHref(id, { owner: params.owner })}
        loading={clusters.isPlaceholderData}
      />
      <Pagination {...page} />
    </>
  );
}

/** Puts the filters into words, for a list that holds nothing. */
function describeFilters({ q, owner }: ClustersParams): string {
  const text = searchText(q);
  const runs = owner === null ? '' : ` runs anything ${ownerWords(owner)}`;
  if (text === null) return `No cluster${runs}.`;
  return `No cluster that matches “${text}”${runs === '' ? ' is there' : runs}.`;
}

/** Shows the values that have a cluster's operators report here. */
function NothingYet() {
  const setup = useQuery(useTRPC().scanner.setup.queryOptions());
  const mayManageKeys = useMay('api-key:manage');
  return (
    <>
      <NoData
        title="Your Kubernetes clusters will be listed here, with what runs in them and has ended."
        picture={<SampleList />}
      >
        A cluster appears with its first report. There is nothing of ours to install: Helm values of
        Trivy Operator or k8s-inventory are enough.
      </NoData>
      <section aria-label="Connect a cluster" className="grid min-w-0 grid-cols-1 gap-4">
        <p className="max-w-prose text-sm text-muted">
          Put the cluster’s name where my-cluster stands, the same in both, and a key with the role
          scanner where YOUR_KEY stands.{' '}
          {mayManageKeys && (
            <>
              <TextLink href={hrefs.settings.apiKeys}>Create a key</TextLink> ·{' '}
            </>
          )}
          <TextLink href={hrefs.docs.clusters}>What each of them tells</TextLink>
        </p>
        {!mayManageKeys && <WhoToAsk forWhat="key" />}
        {setup.error && <CallFailure title="The address could not be read." query={setup} />}
        {setup.isPending && <Loading label="Loading the values" rows={3} columns={1} />}
        {setup.data && <HelmValues publicUrl={setup.data.publicUrl} />}
      </section>
    </>
  );
}
