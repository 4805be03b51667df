import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';

export default function CatalogLoading() {
  return (
    <Stack>
      <PageHeader title="Catalogue" />
      <Loading label="Loading the catalogue" columns={7} />
    </Stack>
  );
}
