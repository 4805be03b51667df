import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';

export default function ImagesLoading() {
  return (
    <Stack>
      <PageHeader title="Images" />
      <Loading label="Loading images" columns={6} />
    </Stack>
  );
}
