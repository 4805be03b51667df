import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';

export default function OverviewLoading() {
  return (
    <Stack>
      <PageHeader title="Overview" />
      <Loading label="Loading the overview" columns={5} rows={14} />
    </Stack>
  );
}
