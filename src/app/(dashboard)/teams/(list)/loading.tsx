import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';

export default function TeamsLoading() {
  return (
    <Stack>
      <PageHeader title="Teams" />
      <Loading label="Loading teams" columns={4} />
    </Stack>
  );
}
