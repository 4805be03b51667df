import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { starterProduct } from '@/domain/catalog/starter-product';
import { OwnProductForm } from '@/features/catalog/own/form';
import { loadProduct } from '@/features/catalog/product/query';
import { hrefs } from '@/features/hrefs';
import { decodedPart } from '@/lib/page-params';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated } from '@/trpc/server';

export const metadata: Metadata = { title: 'Edit a product' };

export default async function EditProductPage({ params }: PageProps<'/catalog/[slug]/edit'>) {
  await requirePagePrincipal();
  const slug = decodedPart((await params).slug);
  // Only the organization's own, and only for those who may change it. What comes from a catalog of others is changed there.
  const own = (await loadProduct(slug))?.own?.product;
  if (!own || own.source) notFound();
  const product = starterProduct.parse(own.product);
  return (
    <Hydrated>
      <Stack>
        <PageHeader
          crumbs={[
            { label: 'Catalog', href: hrefs.catalog() },
            { label: own.name, href: hrefs.product(slug) },
          ]}
          title={`Edit ${own.name}`}
        />
        <OwnProductForm
          before={{ product, reason: own.reason, setAt: own.set_at }}
          cancelHref={hrefs.product(slug)}
        />
      </Stack>
    </Hydrated>
  );
}
