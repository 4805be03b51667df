import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';

export default function PoliciesLoading() {
  return (
    <Stack>
      <PageHeader title="Policies" />
      <Loading label="Loading policies" rows={5} columns={2} />
    </Stack>
  );
}
