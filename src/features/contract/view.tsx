'use client';

import { useMemo } from 'react';
import { Link } from '@/components/ui/link';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '@/components/data-table/data-table';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { NoResults, PastTheEnd } from '@/components/feedback/no-results';
import { PageHeader, TotalCount } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { Button } from '@/components/ui/button';
import { Pagination } from '@/components/ui/pagination';
import { TextLink } from '@/components/ui/text-link';
import { CallFailure } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { useMay } from '@/features/frame/reader';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import { ContractFilters } from './filters';
import {
  contractsHref,
  isFiltered,
  NO_FILTERS,
  toContractsQuery,
  useContractsParams,
  type ContractsState,
} from './params';
import { contractColumns, CONTRACTS_TABLE, sortIn, toSortParams } from './table';

/**
 * Lists the contracts by which software counts as supported beyond its end.
 * @param props.today a UTC day
 */
export function ContractsView({ today }: { readonly today: string }) {
  const state = useContractsParams();
  const columns = useMemo(() => contractColumns(today), [today]);
  const contracts = useContracts(state);
  const { data, isPlaceholderData } = contracts;
  const isEmpty = data?.total === 0 && !isPlaceholderData && !isFiltered(state.params);
  const enter = useMay('contract:write') && (
    <Button asChild variant="primary">
      <Link href={hrefs.newContract()}>Enter a contract</Link>
    </Button>
  );
  return (
    <Stack>
      <PageHeader
        title="Contracts"
        aside={<TotalCount count={data?.total} />}
        actions={!isEmpty && enter}
      />
      {isEmpty ? (
        <NoData
          title="Support that you pay for: what a contract covers counts as supported until it ends."
          picture={<SampleTerm />}
          action={enter || 'Admins enter contracts.'}
        >
          No contract has been entered yet.{' '}
          <TextLink href={hrefs.docs.contracts}>What a contract does</TextLink>
        </NoData>
      ) : (
        <>
          <ContractFilters state={state} columns={columns} />
          <Results state={state} contracts={contracts} columns={columns} />
        </>
      )}
    </Stack>
  );
}

function useContracts({ params }: ContractsState) {
  return useQuery({
    ...useTRPC().contract.list.queryOptions(toContractsQuery(params)),
    placeholderData: keepRows,
  });
}

interface ResultsProps {
  readonly state: ContractsState;
  readonly contracts: ReturnType<typeof useContracts>;
  readonly columns: ReturnType<typeof contractColumns>;
}

function Results({ state: { params, setFilter, setParams }, contracts, columns }: ResultsProps) {
  if (contracts.error) {
    return <CallFailure title="The contracts could not be loaded." query={contracts} />;
  }
  if (!contracts.data) return <Loading label="Loading contracts" columns={6} />;
  const { items, total } = contracts.data;
  if (total === 0) {
    return (
      <NoResults title="No contract matches these filters." onClear={() => setFilter(NO_FILTERS)} />
    );
  }
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'contracts',
    hrefFor: (number: number, size: number) => contractsHref({ ...params, page: number, size }),
    onChange: (number: number, size: number) => setParams({ page: number, size }),
  };
  if (items.length === 0) return <PastTheEnd {...page} />;
  return (
    <>
      <DataTable
        name={CONTRACTS_TABLE}
        label="Contracts"
        columns={columns}
        rows={items}
        rowId={({ id }) => id}
        rowHref={({ id }) => hrefs.contract(id)}
        sort={sortIn(params)}
        sortHref={(sort) => contractsHref({ ...params, ...toSortParams(sort) })}
        onSortChange={(sort) => setParams(toSortParams(sort))}
        loading={contracts.isPlaceholderData}
      />
      <Pagination {...page} />
    </>
  );
}

/** Draws support that ends, and a contract that carries it on. */
function SampleTerm() {
  return (
    <svg viewBox="0 0 340 60" className="w-full">
      <rect x="8" y="10" width="150" height="12" rx="6" className="fill-border-strong" />
      <rect x="120" y="36" width="200" height="12" rx="6" className="fill-border" />
      <path d="M160 4v24M322 30v24" strokeWidth="2" className="stroke-border-strong" />
    </svg>
  );
}
