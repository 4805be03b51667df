import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';

export default function ProjectsLoading() {
  return (
    <Stack>
      <PageHeader title="Projects" />
      <Loading label="Loading projects" columns={4} />
    </Stack>
  );
}
