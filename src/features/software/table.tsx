import { StickyNote } from 'lucide-react';
import type { ColumnsInAddress } from '@/components/data-table/column-choice';
import type { TableColumn, TableSort } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { Badge } from '@/components/ui/badge';
import { CountLink } from '@/components/ui/count-link';
import { Pagination, type PaginationProps } from '@/components/ui/pagination';
import { SOFTWARE_SORTS } from '@/domain/software/list';
import { EvidenceWord } from '@/features/names/evidence';
import { formatDay } from '@/lib/dates';
import type { Outputs } from '@/trpc/outputs';
import { softwareHref } from './detail/params';
import { endColumn, moveColumn } from '@/features/advice/table';
import {
  imagesOfSoftwareHref,
  projectsOfSoftwareHref,
  softwareListHref,
  type CountedImages,
  type SoftwareParams,
  type SoftwareState,
} from './params';

/**
 * The software list. Ids of sortable columns are the sorts of `software.listForDashboard`.
 * @param today a UTC day
 * @param counted which images alone are counted, and the UTC day as of which
 */
export function softwareColumns(
  today: string,
  counted: CountedImages,
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
        <CountLink value={images} noun="image" href={imagesOfSoftwareHref(id, counted)} />
      ),
    },
    {
      id: 'projects',
      header: 'Projects',
      align: 'end',
      widthPx: 84,
      cell: ({ id, projects }) => (
        <CountLink value={projects} noun="project" href={projectsOfSoftwareHref(id, counted)} />
      ),
    },
    {
      id: 'evidence',
      header: 'Evidence',
      widthPx: 124,
      hidden: true,
      cell: ({ evidence }) => <EvidenceWord degree={evidence} />,
    },
    {
      id: 'latest',
      header: 'Latest',
      widthPx: 100,
      card: 'hide',
      cell: ({ latestRelease, latestReleaseDate }) =>
        latestRelease && (
          <span
            className="font-mono text-xs wrap-anywhere whitespace-normal"
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

/** Reads the sort from the address. */
export function sortIn({ sort, dir }: SoftwareParams): TableSort {
  return { by: sort, direction: dir };
}

/** Writes a sort into the address, which starts at the first page. */
export function toSortParams({ by, direction }: TableSort) {
  const sort = SOFTWARE_SORTS.find((known) => known === by);
  return { sort, dir: direction, page: 1 };
}

/** Under which the reader's columns are kept. */
export const SOFTWARE_TABLE = 'software';

/** The reader's columns as the address has them. */
export function columnsInAddress({ params, setParams }: SoftwareState): ColumnsInAddress {
  return { chosen: params.columns, onChange: (columns) => setParams({ columns }) };
}

export interface SoftwareTableProps {
  rows: readonly ListedSoftware[];
  columns: readonly TableColumn<ListedSoftware>[];
  state: SoftwareState;
  page: PaginationProps;
  /** Newer rows are on their way. */
  loading: boolean;
}

/** Shows one page of software, each row a link to its page. */
export function SoftwareTable({ rows, columns, state, page, loading }: SoftwareTableProps) {
  const { params, setParams } = state;
  return (
    <>
      <DataTable
        name={SOFTWARE_TABLE}
        label="Software"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowHref={({ id }) => softwareHref(id, { as_of: params.as_of })}
        sort={sortIn(params)}
        sortHref={(sort) => softwareListHref({ ...params, ...toSortParams(sort) })}
        onSortChange={(sort) => setParams(toSortParams(sort))}
        loading={loading}
        columnsInAddress={columnsInAddress(state)}
      />
      <Pagination {...page} />
    </>
  );
}

/** A row of the software list. */
export type ListedSoftware = Outputs['software']['listForDashboard']['items'][number];
