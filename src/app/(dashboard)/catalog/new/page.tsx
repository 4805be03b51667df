import type { Metadata } from 'next';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { can } from '@/domain/roles/permissions';
import type { SearchParams } from 'nuqs/server';
import { loadNewProduct } from '@/features/catalog/own/params';
import { OwnProductForm } from '@/features/catalog/own/form';
import { WhoToAsk } from '@/features/frame/who-to-ask';
import { hrefs } from '@/features/hrefs';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated } from '@/trpc/server';

export const metadata: Metadata = { title: 'Add a product' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function NewProductPage({ searchParams }: Props) {
  const { role } = await requirePagePrincipal();
  const begin = await loadNewProduct(searchParams);
  return (
    <Hydrated>
      <Stack>
        <PageHeader
          crumbs={[{ label: 'Catalog', href: hrefs.catalog() }]}
          title="Add a product"
          description="For your organization alone: its images, answers and policies use it."
        />
        {can(role, 'catalog:manage') ? (
          <OwnProductForm before={null} begin={begin} cancelHref={hrefs.catalog()} />
        ) : (
          <WhoToAsk forWhat="product" />
        )}
      </Stack>
    </Hydrated>
  );
}
