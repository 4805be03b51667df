import type { TableColumn } from '@/components/data-table/columns';
import { DateTime } from '@/components/status/date-time';
import { CountLink } from '@/components/ui/count-link';
import { imagesHref } from '@/features/image/search-params';
import type { Outputs } from '@/trpc/outputs';

/** A row of the notes list. */
export type ListedNote = Outputs['note']['listForDashboard']['items'][number];

/** The notes list. Ids of sortable columns are the sorts of `note.listForDashboard`. */
export const NOTE_COLUMNS: readonly TableColumn<ListedNote>[] = [
  {
    id: 'product',
    header: 'Product',
    sortable: true,
    primary: true,
    widthPx: 220,
    cell: ({ productName }) => productName,
  },
  {
    id: 'text',
    header: 'Note',
    card: 'line',
    cell: ({ noteContent }) =>
      noteContent ?? <span className="text-subtle">Its text was cleared</span>,
  },
  {
    id: 'author',
    header: 'Author',
    widthPx: 160,
    cell: ({ userProfile }) => userProfile ?? <span className="text-subtle">Unknown</span>,
  },
  {
    id: 'updated',
    header: 'Updated',
    sortable: true,
    firstSort: 'desc',
    widthPx: 120,
    cell: ({ updatedAt }) => <DateTime value={updatedAt} show="ago" />,
  },
  {
    id: 'images',
    header: 'Images affected',
    align: 'end',
    widthPx: 140,
    cell: ({ productName, images }) => (
      <CountLink value={images} noun="image" href={imagesHref({ product: productName })} />
    ),
  },
];
