import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';

export default function PromisesLoading() {
  return (
    <Stack>
      <PageHeader title="Outlives" />
      <Loading label="Loading promises" columns={6} />
    </Stack>
  );
}
