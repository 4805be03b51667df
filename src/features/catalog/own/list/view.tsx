'use client';

import { useQuery } from '@tanstack/react-query';
import { Download, Plus } from 'lucide-react';
import { Link } from '@/components/ui/link';
import { useQueryStates } from 'nuqs';
import { DataTable } from '@/components/data-table/data-table';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { PastTheEnd } from '@/components/feedback/no-results';
import { PageHeader, TotalCount } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { Button } from '@/components/ui/button';
import { Pagination } from '@/components/ui/pagination';
import { OwnCatalogCard } from '@/features/catalog/own/file/card';
import { OwnIdentifiersCard } from '@/features/catalog/own/identifiers/card';
import { CatalogSources } from '@/features/catalog/own/sources/view';
import { productHref } from '@/features/catalog/product/params';
import { CallFailure } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { useMay } from '@/features/frame/reader';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import { ownHref, type OwnParams, ownParsers } from './params';
import { OWN_COLUMNS } from './table';

/** The products that the organization added itself, and the file that holds all of them. */
export function OwnCatalogView() {
  const [params, write] = useQueryStates(ownParsers, { history: 'push', scroll: false });
  const products = useOwnProducts(params);
  const mayManage = useMay('catalog:manage');
  return (
    <Stack>
      <PageHeader
        crumbs={[{ label: 'Catalog', href: hrefs.catalog() }]}
        title="Your own products"
        aside={<TotalCount count={products.data?.total} />}
        description="For your organization alone, and before what the catalog says."
        actions={<Actions mayManage={mayManage} />}
      />
      <Products products={products} params={params} onPage={(page) => void write(page)} />
      <OwnIdentifiersCard />
      {mayManage && <OwnCatalogCard />}
      {mayManage && <CatalogSources />}
    </Stack>
  );
}

function Actions({ mayManage }: { mayManage: boolean }) {
  return (
    <>
      <Button asChild>
        <a href={hrefs.ownCatalogDownload.yaml} download="catalog.yaml">
          <Download aria-hidden />
          YAML
        </a>
      </Button>
      <Button asChild>
        <a href={hrefs.ownCatalogDownload.endoflife} download="products-full.json">
          <Download aria-hidden />
          endoflife.date
        </a>
      </Button>
      {mayManage && (
        <Button asChild>
          <Link href={hrefs.newProduct()}>
            <Plus aria-hidden />
            Add a product
          </Link>
        </Button>
      )}
    </>
  );
}

function useOwnProducts(params: OwnParams) {
  return useQuery({
    ...useTRPC().ownCatalog.list.queryOptions(params),
    placeholderData: keepRows,
  });
}

interface ProductsProps {
  products: ReturnType<typeof useOwnProducts>;
  params: OwnParams;
  onPage: (page: { page: number; size: number }) => void;
}

function Products({ products, params, onPage }: ProductsProps) {
  if (products.error) {
    return <CallFailure title="Your products could not be loaded." query={products} />;
  }
  if (!products.data) return <Loading label="Loading your products" columns={3} />;
  const { items, total } = products.data;
  if (total === 0) {
    return (
      <NoData title="Your organization has no products of its own yet.">
        Add what it builds itself, or what the catalog lacks: one by one, or as a file.
      </NoData>
    );
  }
  const page = {
    ...params,
    total,
    noun: 'products',
    hrefFor: (number: number, size: number) => ownHref({ page: number, size }),
    onChange: (number: number, size: number) => onPage({ page: number, size }),
  };
  if (items.length === 0) return <PastTheEnd {...page} />;
  return (
    <>
      <DataTable
        name="own-products"
        label="Your own products"
        columns={OWN_COLUMNS}
        rows={items}
        rowId={({ id }) => id}
        rowHref={({ slug }) => productHref(slug)}
        loading={products.isPlaceholderData}
      />
      <Pagination {...page} />
    </>
  );
}
