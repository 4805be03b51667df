import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';

export default function TimelineLoading() {
  return (
    <Stack>
      <PageHeader title="Timeline" />
      <Loading label="Loading the timeline" columns={3} />
    </Stack>
  );
}
