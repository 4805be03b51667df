import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';

export default function ContractsLoading() {
  return (
    <Stack>
      <PageHeader title="Contracts" />
      <Loading label="Loading contracts" columns={6} />
    </Stack>
  );
}
