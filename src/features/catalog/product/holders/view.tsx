import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';
import type { ProductPage } from '@/features/catalog/types';
import { Holders } from './table';
import { toHoldersQuery, type ProductPageParams } from '@/features/catalog/product/params';

export interface HoldersSectionProps {
  page: ProductPage;
  params: ProductPageParams;
}

/** Where the product runs, with its first view read on the server; one sentence where it runs nowhere. */
export async function HoldersSection({ page, params }: HoldersSectionProps) {
  const { product, images, other_cycles: others } = page;
  if (images === 0) {
    return (
      <p className="text-sm wrap-anywhere text-muted">
        No image of your organization holds {product.name}.
      </p>
    );
  }
  const holders = trpc.catalog.holders.queryOptions(toHoldersQuery(product.slug, params));
  await pageQueryClient().prefetchQuery(holders);
  const used = product.cycles.filter((cycle) => cycle.images > 0);
  const unknown = others.map(({ name }) => ({ name, label: name }));
  return (
    <Hydrated>
      <Holders
        slug={product.slug}
        name={product.name}
        cycles={[...used.map(({ name, label }) => ({ name, label })), ...unknown]}
      />
    </Hydrated>
  );
}
