import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';

export default function NotesLoading() {
  return (
    <Stack>
      <PageHeader title="Notes" />
      <Loading label="Loading notes" columns={5} />
    </Stack>
  );
}
