'use client';

import { useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { NoResults } from '@/components/feedback/no-results';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { TextLink } from '@/components/ui/text-link';
import { CallFailure } from '@/features/frame/call-failure';
import { hrefs } from '@/features/hrefs';
import { cn } from '@/lib/cn';
import { noMatchWords } from '@/lib/no-match';
import { useTRPC } from '@/trpc/client';
import { ExportMenu } from './actions';
import { LastYearCard, QuartersCard } from './card';
import { Filters } from './filters';
import { ColumnCard, EmptyQuarters } from './lines/view';
import {
  isFiltered,
  NO_FILTERS,
  toShownForecastInput,
  useForecastParams,
  type ForecastParams,
} from './params';
import { describeConditions, sentencesOf, type Forecast } from './words';

/** Tells on one page what ends in the next quarters, for who decides about it. */
export function ForecastView() {
  const state = useForecastParams();
  const [params, write] = state;
  const forecast = useQuery({
    ...useTRPC().forecast.get.queryOptions(toShownForecastInput(params)),
    // That the former conditions left nothing says nothing of these.
    placeholderData: (before: Forecast | undefined) =>
      before === undefined || isWithout(before) ? undefined : before,
  });
  const { data, isPlaceholderData } = forecast;
  const isEmpty = data !== undefined && isWithout(data);
  return (
    <Stack>
      <PageHeader
        title="Forecast"
        description={
          <span data-print="hide">
            What ends in the next quarters, where it is, and what is planned.{' '}
            <TextLink href={hrefs.docs.forecast}>What is counted</TextLink>
          </span>
        }
        actions={
          data && !isEmpty && !isPlaceholderData && <ExportMenu forecast={data} params={params} />
        }
      />
      <Filters state={state} />
      {forecast.error && <CallFailure title="The forecast could not be loaded." query={forecast} />}
      {forecast.isPending && <Loading label="Loading the forecast" columns={3} />}
      {isEmpty &&
        (isFiltered(params) ? (
          <NoResults
            title={noMatchWords('No software with an end in sight', describeConditions(params))}
            onClear={() => void write(NO_FILTERS)}
          />
        ) : (
          <NoData title="Nothing in use has ended, or ends in these quarters.">
            New uploads are counted at once.
          </NoData>
        ))}
      {data && !isEmpty && (
        <div
          aria-busy={isPlaceholderData || undefined}
          className={cn(
            'grid grid-cols-1 gap-4 print:block print:space-y-4',
            isPlaceholderData && 'opacity-60',
          )}
        >
          <Results forecast={data} params={params} />
        </div>
      )}
    </Stack>
  );
}

/** Tells whether there is nothing to show, of the last year neither. */
function isWithout({ columns, trend }: Forecast): boolean {
  const hasAny = columns.some(({ software }) => software > 0);
  return !hasAny && trend.every(({ ended, soon }) => ended + soon === 0);
}

function Results({ forecast, params }: { forecast: Forecast; params: ForecastParams }) {
  const columns = forecast.columns.map((column, index) => ({ column, index }));
  const shown = columns.filter(({ column, index }) => index === 0 || column.software > 0);
  const empty = forecast.columns.slice(1).filter(({ software }) => software === 0);
  return (
    <>
      <p className="max-w-5xl text-base print:max-w-none print:text-sm">
        {sentencesOf(forecast).join(' ')}
      </p>
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2 print:grid-cols-2! print:gap-2">
        <QuartersCard forecast={forecast} />
        <LastYearCard forecast={forecast} params={params} />
      </div>
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2 xl:grid-cols-3 print:grid-cols-2! print:gap-2">
        {shown.map(({ column, index }) => (
          <ColumnCard key={column.quarter ?? ''} column={column} index={index} params={params} />
        ))}
      </div>
      <EmptyQuarters columns={empty} />
    </>
  );
}
