import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';

export default function CatalogLoading() {
  return (
    <Stack>
      <PageHeader title="Catalog" />
      <Loading label="Loading the catalog" columns={7} />
    </Stack>
  );
}
