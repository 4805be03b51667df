import type { Metadata } from 'next';
import { can } from '@/domain/roles/permissions';
import { CatalogSettings } from '@/features/settings/catalog/catalog-settings';
import { prefetchCatalogSettings } from '@/features/settings/catalog/prefetch-catalog-settings';
import { requirePagePrincipal } from '@/server/auth/page-session';
import { Hydrated } from '@/trpc/server';

export const metadata: Metadata = { title: 'Catalogue settings' };

export default async function CatalogSettingsPage() {
  const { role } = await requirePagePrincipal();
  await prefetchCatalogSettings({ mayManage: can(role, 'catalog:manage') });
  return (
    <Hydrated>
      <CatalogSettings />
    </Hydrated>
  );
}
