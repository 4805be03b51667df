import type { Metadata } from 'next';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { can } from '@/domain/roles/permissions';
import { OwnProductForm } from '@/features/catalog/own/form';
import { WhoToAsk } from '@/features/frame/who-to-ask';
import { hrefs } from '@/features/hrefs';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated } from '@/trpc/server';

export const metadata: Metadata = { title: 'Add a product' };

export default async function NewProductPage() {
  const { role } = await requirePagePrincipal();
  return (
    <Hydrated>
      <Stack>
        <PageHeader
          crumbs={[{ label: 'Catalog', href: hrefs.catalog() }]}
          title="Add a product"
          description="For your organization alone: its images, answers and policies use it."
        />
        {can(role, 'catalog:manage') ? (
          <OwnProductForm before={null} cancelHref={hrefs.catalog()} />
        ) : (
          <WhoToAsk forWhat="product" />
        )}
      </Stack>
    </Hydrated>
  );
}
