'use client';

import { useMemo } from 'react';
import { Link } from '@/components/ui/link';
import { useQuery } from '@tanstack/react-query';
import { useSelection, type Selection } from '@/components/data-table/selection';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { NoResults, PastTheEnd } from '@/components/feedback/no-results';
import { PageHeader, TotalCount } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { Button } from '@/components/ui/button';
import type { Day } from '@/domain/eol/calendar';
import { AsOf, columnsAt, LookBack, OF_TODAY } from '@/features/frame/as-of';
import { SampleList } from '@/features/first-use/sample-list';
import { CallFailure, failureOf } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { StaleView } from '@/features/saved-view/card';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import { FindingSelection } from './actions';
import { describeFilters, FindingFilters } from './filters';
import {
  findingsHref,
  isFiltered,
  findingsParsers,
  NO_FILTERS,
  toFindingsConditions,
  toFindingsQuery,
  useFindingsParams,
  type FindingsParams,
  type FindingsState,
} from './params';
import { findingColumns, FindingsTable, type ListedFinding } from './table';

/** Shows what all images hold, one row for each image and software. */
export function FindingsView({ today }: { today: Day }) {
  const state = useFindingsParams();
  const findings = useFindings(state);
  const { as_of: asOf } = state.params;
  const columns = useMemo(
    () => columnsAt(asOf, findingColumns(asOf ?? today, asOf)),
    [today, asOf],
  );
  const now = findingsHref({ ...state.params, as_of: null, page: 1 });
  const { data } = findings;
  const isEmpty = data?.total === 0 && !findings.isPlaceholderData && !isFiltered(state.params);
  return (
    <Stack>
      <PageHeader
        title="Findings"
        aside={<TotalCount count={data?.total} />}
        actions={!isEmpty && <LookBack now={now} today={today} day={asOf} />}
      />
      <AsOf day={asOf} now={now} notes={OF_TODAY} />
      {!isEmpty && <FindingFilters state={state} columns={columns} counts={data?.states} />}
      <StaleView list="findings" parsers={findingsParsers} />
      <Results
        state={state}
        findings={findings}
        columns={columns}
        isEmpty={isEmpty}
        today={today}
      />
    </Stack>
  );
}

function NothingYet() {
  return (
    <NoData
      title="What every image holds will be listed here, one by one."
      picture={<SampleList />}
      action={
        <Button asChild variant="primary">
          <Link href={hrefs.images()}>Upload an SBOM</Link>
        </Button>
      }
    >
      No scan has found software with a known life cycle yet.
    </NoData>
  );
}

function useFindings({ params }: FindingsState) {
  return useQuery({
    ...useTRPC().finding.list.queryOptions(toFindingsQuery(params)),
    placeholderData: keepRows,
  });
}

interface ResultsProps {
  state: FindingsState;
  findings: ReturnType<typeof useFindings>;
  columns: ReturnType<typeof findingColumns>;
  /** There is nothing, whatever the filters. */
  isEmpty: boolean;
  today: Day;
}

/** What was selected stays beside the list, whatever is read meanwhile: a dialog about it is not taken away. */
function Results(props: ResultsProps) {
  const { state, findings, columns, isEmpty, today } = props;
  const selection = useSelection(filterOf(state.params), idOf);
  return (
    <>
      {isEmpty ? <NothingYet /> : <Listed {...props} selection={selection} />}
      <FindingSelection
        state={state}
        columns={columns}
        selection={selection}
        total={findings.data?.total ?? 0}
        today={today}
      />
    </>
  );
}

interface ListedProps extends Omit<ResultsProps, 'isEmpty' | 'today'> {
  selection: Selection<ListedFinding>;
}

function Listed({ state, findings, columns, selection }: ListedProps) {
  const { params, setFilter, setParams } = state;
  if (findings.error) {
    const title = failureOf('The findings could not be loaded.', findings.error, params.as_of);
    return <CallFailure title={title} query={findings} />;
  }
  if (!findings.data) return <Loading label="Loading findings" columns={6} />;
  const { items, total } = findings.data;
  if (total === 0) {
    return <NoResults title={describeFilters(params)} onClear={() => setFilter(NO_FILTERS)} />;
  }
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'findings',
    hrefFor: (number: number, size: number) => findingsHref({ ...params, page: number, size }),
    onChange: (number: number, size: number) => setParams({ page: number, size }),
  };
  if (items.length === 0) return <PastTheEnd {...page} />;
  return (
    <FindingsTable
      rows={items}
      columns={columns}
      state={state}
      selection={selection}
      page={page}
      loading={findings.isPlaceholderData}
    />
  );
}

const idOf = ({ id }: ListedFinding) => id;

/** What the list is narrowed to: with another filter, what was selected is no longer meant. */
function filterOf(params: FindingsParams): string {
  const { sort: _sort, direction: _direction, ...conditions } = toFindingsConditions(params);
  return JSON.stringify(conditions);
}
