import type { TableColumn } from '@/components/data-table/columns';
import { Badge } from '@/components/ui/badge';
import { CountLink } from '@/components/ui/count-link';
import { imagesHref } from '@/features/image/search-params';
import { MoveLine } from '@/features/advice/move-advice';
import { EndBadge } from '@/features/software/end-badge';
import type { SoftwareToMove } from './overview-types';

/** @param today a UTC day */
export function topColumns(today: string): readonly TableColumn<SoftwareToMove>[] {
  return [
    {
      id: 'name',
      header: 'Software',
      primary: true,
      cell: ({ productName, cycle, artifactType }) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="min-w-0 truncate">
            {productName} {cycle}
          </span>
          <Badge className="font-normal">{artifactType}</Badge>
        </span>
      ),
    },
    {
      id: 'end',
      header: 'End of life',
      widthPx: 264,
      cell: (row) => (
        <EndBadge
          day={row.eolDate}
          known={row.eolDateKnown}
          estimatedFrom={row.estimatedFrom}
          today={today}
        />
      ),
    },
    {
      id: 'images',
      header: 'Images',
      align: 'end',
      widthPx: 72,
      cell: ({ id, images }) => (
        <CountLink value={images} noun="image" href={imagesHref({ software: id })} />
      ),
    },
    {
      id: 'move',
      header: 'Move to',
      widthPx: 288,
      card: 'line',
      cell: ({ advice, productName }) => <MoveLine advice={advice} product={productName} />,
    },
  ];
}
