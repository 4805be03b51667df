import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { waitForPage } from '@/server/page/readiness';

export default async function OverviewLoading() {
  await waitForPage();
  return (
    <Stack>
      <PageHeader title="Overview" />
      <Loading label="Loading the overview" columns={5} rows={14} />
    </Stack>
  );
}
