import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';

export default function PacksLoading() {
  return (
    <Stack>
      <PageHeader title="Evidence packs" />
      <Loading label="Loading evidence packs" columns={4} />
    </Stack>
  );
}
