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
import type { Day } from '@/domain/eol/calendar';
import { CallFailure } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { useMay } from '@/features/frame/reader';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import { Board } from './board/view';
import { PlanFilters } from './filters';
import {
  isFiltered,
  NO_FILTERS,
  plansHref,
  type PlansState,
  toPlansQuery,
  usePlansParams,
} from './params';
import { planColumns, PLANS_TABLE, sortIn, toSortParams } from './table';

/** Shows what is to be moved where and by when: as a board by quarter, or as a table. */
export function PlansView({ today }: { today: Day }) {
  const state = usePlansParams();
  const { params } = state;
  const mayWrite = useMay('plan:write');
  const columns = useMemo(() => planColumns(today), [today]);
  const plans = usePlans(state);
  const { data, isPlaceholderData } = plans;
  const isEmpty = data?.total === 0 && !isPlaceholderData && !isFiltered(params);
  return (
    <Stack>
      <PageHeader
        title="Plans"
        aside={<TotalCount count={data?.total} />}
        actions={
          mayWrite && (
            <Button asChild variant="primary">
              <Link href={hrefs.newPlan()}>Plan a move</Link>
            </Button>
          )
        }
      />
      {isEmpty ? (
        <NoData title="What is to be moved where and by when will be on this board.">
          A plan says the intention; how far it is follows from scans. It closes by itself when no
          image holds the software any more, and says when it comes back.
        </NoData>
      ) : (
        <>
          <PlanFilters state={state} columns={columns} />
          <Results state={state} plans={plans} columns={columns} today={today} />
        </>
      )}
    </Stack>
  );
}

function usePlans({ params }: PlansState) {
  return useQuery({
    ...useTRPC().plan.list.queryOptions(toPlansQuery(params)),
    placeholderData: keepRows,
  });
}

interface ResultsProps {
  state: PlansState;
  plans: ReturnType<typeof usePlans>;
  columns: ReturnType<typeof planColumns>;
  today: Day;
}

function Results({ state: { params, setParams }, plans, columns, today }: ResultsProps) {
  if (plans.error) return <CallFailure title="The plans could not be loaded." query={plans} />;
  if (!plans.data) return <Loading label="Loading plans" columns={4} />;
  const { items, total } = plans.data;
  const clear = () => setParams(NO_FILTERS);
  if (params.view === 'board') {
    return <Board plans={items} total={total} today={today} onClear={clear} />;
  }
  if (total === 0) return <NoResults title="No plan matches." onClear={clear} />;
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'plans',
    hrefFor: (number: number, size: number) => plansHref({ ...params, page: number, size }),
    onChange: (number: number, size: number) => setParams({ page: number, size }),
  };
  if (items.length === 0) return <PastTheEnd {...page} />;
  return (
    <>
      <DataTable
        name={PLANS_TABLE}
        label="Plans"
        columns={columns}
        rows={items}
        rowId={({ id }) => id}
        rowHref={({ id }) => hrefs.plan(id)}
        sort={sortIn(params)}
        sortHref={(sort) => plansHref({ ...params, ...toSortParams(sort) })}
        onSortChange={(sort) => setParams(toSortParams(sort))}
        loading={plans.isPlaceholderData}
      />
      <Pagination {...page} />
    </>
  );
}
