import type { TableColumn } from '@/components/data-table/columns';
import { Badge } from '@/components/ui/badge';
import { formatInstantDay } from '@/lib/dates';
import type { Outputs } from '@/trpc/outputs';

export type OwnProduct = Outputs['ownCatalog']['list']['items'][number];

/** The columns of the list of products of the organization's own. */
export const OWN_COLUMNS: readonly TableColumn<OwnProduct>[] = [
  {
    id: 'name',
    header: 'Product',
    primary: true,
    cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
  },
  {
    id: 'from',
    header: 'From',
    widthPx: 200,
    cell: ({ source }) =>
      source === null ? (
        <span className="text-muted">Your own</span>
      ) : (
        <Badge tone="outline">{`From ${source.name}`}</Badge>
      ),
  },
  {
    id: 'reason',
    header: 'Reason',
    cell: ({ reason }) => <span className="wrap-anywhere text-muted">{reason}</span>,
  },
  {
    id: 'by',
    header: 'Saved by',
    widthPx: 220,
    cell: ({ set_by: by, set_at: at }) => (
      <span className="text-muted">
        {by}, {formatInstantDay(at)}
      </span>
    ),
  },
];
