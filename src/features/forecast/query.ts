import { prefetchChosenProject } from '@/features/names/query';
import { pageQueryClient, trpc } from '@/trpc/server';
import { toShownForecastInput, type ForecastParams } from './params';

/** Reads what the page shows first. A failure is not thrown here: the browser tries again, and says what happened. */
export async function prefetchForecast(params: ForecastParams): Promise<void> {
  const queries = pageQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.forecast.get.queryOptions(toShownForecastInput(params))),
    prefetchChosenProject(params.project),
    queries.prefetchQuery(trpc.team.names.queryOptions()),
  ]);
}
