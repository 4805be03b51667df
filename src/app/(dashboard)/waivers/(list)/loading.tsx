import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';

export default function WaiversLoading() {
  return (
    <Stack>
      <PageHeader title="Waivers" />
      <Loading label="Loading waivers" columns={6} />
    </Stack>
  );
}
