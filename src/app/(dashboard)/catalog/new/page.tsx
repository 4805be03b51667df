import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { can } from '@/domain/roles/permissions';
import { OwnProductForm } from '@/features/catalog/own/form';
import { hrefs } from '@/features/hrefs';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated } from '@/trpc/server';

export const metadata: Metadata = { title: 'Add a product' };

export default async function NewProductPage() {
  const { role } = await requirePagePrincipal();
  if (!can(role, 'catalog:manage')) redirect(hrefs.catalog());
  return (
    <Hydrated>
      <Stack>
        <PageHeader
          crumbs={[{ label: 'Catalog', href: hrefs.catalog() }]}
          title="Add a product"
          description="For your organization alone: its images, answers and policies use it."
        />
        <OwnProductForm before={null} cancelHref={hrefs.catalog()} />
      </Stack>
    </Hydrated>
  );
}
