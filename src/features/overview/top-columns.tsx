import type { TableColumn } from '@/components/data-table/columns';
import { Badge } from '@/components/ui/badge';
import { CountLink } from '@/components/ui/count-link';
import { imagesHref } from '@/features/image/search-params';
import { endColumn, moveColumn } from '@/features/software/end-columns';
import type { SoftwareToMove } from './overview-types';

/** @param today a UTC day */
export function topColumns(today: string): readonly TableColumn<SoftwareToMove>[] {
  return [
    {
      id: 'name',
      header: 'Software',
      primary: true,
      cell: ({ productName, cycle, artifactType }) => (
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <span className="min-w-0 wrap-anywhere whitespace-normal">
            {productName} {cycle}
          </span>
          <Badge className="font-normal">{artifactType}</Badge>
        </span>
      ),
    },
    // The table is narrower than others, and has fewer columns.
    { ...endColumn(today), widthPx: { least: 190, share: 34.5, most: 300 } },
    {
      id: 'images',
      header: 'Images',
      align: 'end',
      widthPx: 68,
      cell: ({ id, images }) => (
        <CountLink value={images} noun="image" href={imagesHref({ software: id })} />
      ),
    },
    { ...moveColumn(), widthPx: { least: 190, share: 33.5, most: 320 } },
  ];
}
