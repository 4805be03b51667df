import { StickyNote } from 'lucide-react';
import type { TableColumn } from '@/components/data-table/columns';
import { Badge } from '@/components/ui/badge';
import { CountLink } from '@/components/ui/count-link';
import { imagesHref } from '@/features/image/search-params';
import { formatDay } from '@/lib/dates';
import { endColumn, moveColumn } from './end-columns';
import { softwareHref } from './software-page-params';
import type { ListedSoftware } from './software-types';

/**
 * The software list. Ids of sortable columns are the sorts of `software.listForDashboard`.
 * @param today a UTC day
 * @param project the project whose images alone are counted
 */
export function softwareColumns(
  today: string,
  project: string | null,
): readonly TableColumn<ListedSoftware>[] {
  return [
    {
      id: 'name',
      header: 'Software',
      sortable: true,
      primary: true,
      cell: (row) => <Name row={row} />,
    },
    { ...endColumn(today), sortable: true },
    moveColumn(),
    {
      id: 'type',
      header: 'Type',
      widthPx: 124,
      cell: ({ artifactType }) => <Badge>{artifactType}</Badge>,
    },
    {
      id: 'images',
      header: 'Images',
      sortable: true,
      firstSort: 'desc',
      align: 'end',
      widthPx: 92,
      cell: ({ id, images }) => (
        <CountLink value={images} noun="image" href={imagesHref({ software: id, project })} />
      ),
    },
    {
      id: 'projects',
      header: 'Projects',
      align: 'end',
      widthPx: 84,
      cell: ({ id, projects }) => (
        <CountLink value={projects} noun="project" href={softwareHref(id, { view: 'projects' })} />
      ),
    },
    {
      id: 'latest',
      header: 'Latest',
      widthPx: 100,
      card: 'hide',
      cell: ({ latestRelease, latestReleaseDate }) =>
        latestRelease && (
          <span
            className="font-mono text-xs"
            title={latestReleaseDate ? `Released ${formatDay(latestReleaseDate)}` : undefined}
          >
            {latestRelease}
          </span>
        ),
    },
  ];
}

function Name({ row }: { row: ListedSoftware }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="min-w-0 wrap-anywhere whitespace-normal">
        {row.productName} {row.cycle}
      </span>
      {row.lts && <Badge tone="outline">LTS</Badge>}
      {row.note && (
        <span title={row.note.excerpt} className="shrink-0 text-subtle">
          <StickyNote aria-label="Has a note" className="size-3.5" />
        </span>
      )}
    </span>
  );
}
