import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { loadForecastParams } from '@/features/forecast/params';
import { prefetchForecast } from '@/features/forecast/query';
import { ForecastView } from '@/features/forecast/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageIsReady } from '@/server/page/readiness';
import { Hydrated } from '@/trpc/server';

export const metadata: Metadata = { title: 'Forecast' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function ForecastPage({ searchParams }: Props) {
  await requirePagePrincipal();
  await prefetchForecast(await loadForecastParams(searchParams));
  pageIsReady();
  return (
    <Hydrated>
      <ForecastView />
    </Hydrated>
  );
}
