import type { ColumnsInAddress } from '@/components/data-table/column-choice';
import type { TableColumn } from '@/components/data-table/columns';
import { RelativeDate } from '@/components/status/relative-date';
import { StatusBadge } from '@/components/status/status-badge';
import { StatusMark } from '@/components/status/status-mark';
import { Badge } from '@/components/ui/badge';
import { CountLink } from '@/components/ui/count-link';
import type { Day } from '@/domain/eol/calendar';
import { stateOf } from '@/domain/eol/proximity';
import type { ListedProduct } from '@/features/catalog/types';
import { categoryWord } from '@/domain/catalog/categories';
import { shortLabel } from '@/features/names/cycle';
import { holdersHref, productHref } from '@/features/catalog/product/params';
import type { CatalogState } from './params';

/** Under which the reader's columns are kept. */
export const CATALOG_TABLE = 'catalog';

/** The reader's columns as the address has them. */
export function columnsInAddress({ params, setParams }: CatalogState): ColumnsInAddress {
  return { chosen: params.columns, onChange: (columns) => setParams({ columns }) };
}

/** @param today a UTC day */
export function catalogColumns(today: Day): readonly TableColumn<ListedProduct>[] {
  return [
    {
      id: 'name',
      header: 'Product',
      primary: true,
      cell: (product) => <ProductName product={product} />,
    },
    {
      id: 'category',
      header: 'Kind',
      widthPx: 140,
      cell: ({ category }) => <span className="text-muted">{categoryWord(category)}</span>,
    },
    {
      id: 'cycles',
      header: 'Cycles',
      align: 'end',
      widthPx: 88,
      card: 'hide',
      cell: ({ slug, cycles }) => (
        <CountLink value={cycles} noun="cycle" href={productHref(slug, { show: 'all' })} />
      ),
    },
    {
      id: 'used',
      header: 'In use here',
      align: 'end',
      widthPx: 104,
      cell: ({ slug, cycles_in_use: used }) => (
        <CountLink value={used} noun="cycle in use" plural="cycles in use" href={usedHref(slug)} />
      ),
    },
    {
      id: 'ended',
      header: 'Ended here',
      align: 'end',
      widthPx: 96,
      cell: ({ slug, ended_in_use: ended }) => (
        <span className="inline-flex items-center gap-1.5">
          {ended > 0 && <StatusMark status="ended" />}
          <CountLink
            value={ended}
            noun="cycle in use that has ended"
            plural="cycles in use that have ended"
            href={productHref(slug, { show: 'ended' })}
          />
        </span>
      ),
    },
    {
      id: 'images',
      header: 'Images',
      align: 'end',
      widthPx: 88,
      cell: ({ slug, images }) => (
        <CountLink value={images} noun="image" href={holdersHref(slug)} />
      ),
    },
    {
      id: 'end',
      header: 'Next end',
      widthPx: { least: 230, share: 29, most: 380 },
      card: 'line',
      cell: (product) => <NextEnd product={product} today={today} />,
    },
  ];
}

const usedHref = (slug: string) => productHref(slug, { show: 'used' });

function ProductName({ product: { name, vendor, source } }: { product: ListedProduct }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="max-w-full min-w-0 shrink-0 wrap-anywhere whitespace-normal">{name}</span>
      {vendor !== null && vendor !== name && (
        <span className="min-w-0 truncate text-muted max-lg:hidden">{vendor}</span>
      )}
      {source === 'organization' && <Badge tone="outline">Your own</Badge>}
    </span>
  );
}

function NextEnd({ product, today }: { product: ListedProduct; today: Day }) {
  const { next_end: next, cycles_in_use: used, all_ended: allEnded } = product;
  if (next) {
    return (
      // The server's schema admits calendar days alone.
      <StatusBadge status={stateOf(next.ends_on as Day, today)} variant="plain">
        <span className="text-fg">{shortLabel(product.name, next.cycle)}</span>{' '}
        <RelativeDate day={next.ends_on} today={today} inline />
      </StatusBadge>
    );
  }
  if (!allEnded) return <StatusBadge status="unknown" variant="plain" />;
  if (used > 0) return <span className="text-subtle">All in use have ended</span>;
  return (
    <StatusBadge status="ended" variant="plain">
      All cycles have ended
    </StatusBadge>
  );
}
