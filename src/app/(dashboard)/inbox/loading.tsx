import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';

export default function InboxLoading() {
  return (
    <Stack>
      <PageHeader title="Inbox" />
      <Loading label="Loading your messages" columns={3} />
    </Stack>
  );
}
