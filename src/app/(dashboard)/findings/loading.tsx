import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';

export default function FindingsLoading() {
  return (
    <Stack>
      <PageHeader title="Findings" />
      <Loading label="Loading findings" columns={6} />
    </Stack>
  );
}
