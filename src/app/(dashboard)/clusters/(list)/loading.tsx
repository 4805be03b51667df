import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';

export default function ClustersLoading() {
  return (
    <Stack>
      <PageHeader title="Clusters" />
      <Loading label="Loading clusters" columns={4} />
    </Stack>
  );
}
