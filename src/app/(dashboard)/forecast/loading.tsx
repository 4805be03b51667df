import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { waitForPage } from '@/server/page/readiness';

export default async function ForecastLoading() {
  await waitForPage();
  return (
    <Stack>
      <PageHeader title="Forecast" />
      <Loading label="Loading the forecast" columns={3} />
    </Stack>
  );
}
