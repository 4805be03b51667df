import type { Metadata } from 'next';
import { CatalogSettings } from '@/features/settings/catalog/catalog-settings';
import { prefetchCatalogSettings } from '@/features/settings/catalog/prefetch-catalog-settings';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated } from '@/trpc/server';

export const metadata: Metadata = { title: 'Catalogue settings' };

export default async function CatalogSettingsPage() {
  await requirePagePrincipal();
  await prefetchCatalogSettings();
  return (
    <Hydrated>
      <CatalogSettings />
    </Hydrated>
  );
}
