import dynamic from 'next/dynamic';
import { Link } from '@/components/ui/link';
import { Pencil } from 'lucide-react';
import { PageHeader } from '@/components/layout/page-header';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import type { ProductPage } from '@/features/catalog/types';
import { catalogHref } from '@/features/catalog/list/params';
import { Subscribe } from '@/features/feed/dialog';
import { hrefs } from '@/features/hrefs';

const DeleteOwnProduct = dynamic(() =>
  import('@/features/catalog/own/actions').then((module) => module.DeleteOwnProduct),
);

export interface ProductHeaderProps {
  page: ProductPage;
  /** A UTC day. */
  today: string;
}

/** Which product this is, and for the organization's own ones what can be done with it. */
export function ProductHeader({ page: { product, own, from }, today }: ProductHeaderProps) {
  const { name, slug, source } = product;
  return (
    <PageHeader
      crumbs={[{ label: 'Catalog', href: catalogHref() }]}
      title={name}
      aside={
        source === 'organization' && (
          <Badge tone="outline">{from === null ? 'Your own' : `From ${from}`}</Badge>
        )
      }
      actions={
        <>
          <Subscribe target={{ scope: 'product', subject: slug, name }} today={today} />
          {own?.product?.source === null && (
            <>
              <Button asChild>
                <Link href={hrefs.editProduct(slug)}>
                  <Pencil aria-hidden />
                  Edit
                </Link>
              </Button>
              <DeleteOwnProduct id={own.product.id} name={name} />
            </>
          )}
        </>
      }
    />
  );
}
