import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';

export default function SoftwareLoading() {
  return (
    <Stack>
      <PageHeader title="Software" />
      <Loading label="Loading software" columns={6} />
    </Stack>
  );
}
