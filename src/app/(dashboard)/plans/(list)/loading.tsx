import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';

export default function PlansLoading() {
  return (
    <Stack>
      <PageHeader title="Plans" />
      <Loading label="Loading plans" columns={4} />
    </Stack>
  );
}
