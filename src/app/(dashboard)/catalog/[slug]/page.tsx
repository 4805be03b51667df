import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Stack } from '@/components/layout/stack';
import { CatalogFreshness } from '@/features/catalog/freshness/card';
import { CyclesCard } from '@/features/catalog/product/cycles/card';
import { DateHistory } from '@/features/catalog/dates/table';
import { HoldersSection } from '@/features/catalog/product/holders/view';
import { loadProductPageParams } from '@/features/catalog/product/params';
import { loadProduct } from '@/features/catalog/product/query';
import { ProductFacts } from '@/features/catalog/product/card';
import { ProductHeader } from '@/features/catalog/product/view';
import { decodedPart } from '@/lib/page-params';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';
import { callServer, Hydrated, pageQueryClient, trpc } from '@/trpc/server';

type Props = PageProps<'/catalog/[slug]'>;

const CHANGES_SHOWN = 20;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const page = await loadProduct(decodedPart((await params).slug));
  return { title: page?.product.name ?? 'No such product' };
}

export default async function ProductPage({ params, searchParams }: Props) {
  await requirePagePrincipal();
  const slug = decodedPart((await params).slug);
  const page = await loadProduct(slug);
  // What is no name of a product, as one too long, cannot be asked for its changes.
  if (!page) notFound();
  const [changes] = await Promise.all([
    callServer.catalog.dateChanges({ product: page.product.slug, size: CHANGES_SHOWN }),
    pageQueryClient().prefetchQuery(trpc.catalog.status.queryOptions()),
  ]);
  const address = await loadProductPageParams(searchParams);
  const today = await pageToday();
  return (
    <Hydrated>
      <Stack className="gap-5">
        <ProductHeader page={page} today={today} />
        {page.product.source !== 'organization' && <CatalogFreshness />}
        <CyclesCard page={page} params={address} today={today} />
        <HoldersSection page={page} params={address} />
        <ProductFacts page={page} />
        <DateHistory changes={changes.items} total={changes.total} />
      </Stack>
    </Hydrated>
  );
}
