import type { Metadata } from 'next';
import { CatalogSettings } from '@/features/settings/catalog/view';
import { DATE_CHANGES_SHOWN } from '@/features/settings/catalog/words';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

export const metadata: Metadata = { title: 'Catalog settings' };

export default async function CatalogSettingsPage() {
  await requirePagePrincipal();
  const queries = pageQueryClient();
  const { catalog, scanner } = trpc;
  await Promise.all([
    queries.prefetchQuery(catalog.status.queryOptions()),
    queries.prefetchQuery(catalog.dateChanges.queryOptions({ size: DATE_CHANGES_SHOWN })),
    queries.prefetchQuery(scanner.database.queryOptions()),
  ]);
  return (
    <Hydrated>
      <CatalogSettings />
    </Hydrated>
  );
}
