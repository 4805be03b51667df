import { hrefs } from '@/features/hrefs';
import { useMemo } from 'react';
import { Link } from '@/components/ui/link';
import { ShieldCheck } from 'lucide-react';
import type { ColumnsInAddress } from '@/components/data-table/column-choice';
import type { TableColumn, TableSort } from '@/components/data-table/columns';
import type { Selection } from '@/components/data-table/selection';
import { DataTable } from '@/components/data-table/data-table';
import { DateTime } from '@/components/status/date-time';
import { StackedStatusBar } from '@/components/status/stacked-status-bar';
import { CountLink } from '@/components/ui/count-link';
import { MiddleCut, MiddleTruncate } from '@/components/ui/middle-truncate';
import { Pagination, type PaginationProps } from '@/components/ui/pagination';
import { IMAGE_SORTS } from '@/domain/image/list';
import { ImageName, referenceOf, SOFTWARE_NOUN, type DashboardImage } from '@/features/names/image';
import { OwnerName } from '@/features/names/owner';
import { ProjectName } from '@/features/names/project';
import { cn } from '@/lib/cn';
import { imageHref } from './detail/params';
import {
  labelHref,
  imagesHref,
  type ImageScope,
  type ImagesParams,
  type ImagesState,
} from './params';

/**
 * The images list. Ids of sortable columns are the sorts of `image.listForDashboard`.
 * @param asOf the UTC day that the list is as of, to which its links lead; null: now
 */
const imageColumns = (asOf: string | null): readonly TableColumn<DashboardImage>[] => [
  {
    id: 'name',
    header: 'Image',
    sortable: true,
    primary: true,
    cell: (image) => <ImageName image={image} />,
  },
  {
    id: 'project',
    header: 'Project',
    sortable: true,
    widthPx: { least: 140, share: 16, most: 240 },
    card: 'line',
    cell: ({ projectId, projectName }) => (
      <Link
        href={hrefs.project(projectId, { as_of: asOf })}
        prefetch={false}
        className="block min-w-0 rounded-sm hover:text-accent-text"
      >
        <ProjectName name={projectName} />
      </Link>
    ),
  },
  {
    id: 'owner',
    header: 'Owner',
    widthPx: { least: 110, share: 10, most: 180 },
    hidden: true,
    cell: ({ owner }) => <OwnerName owner={owner} />,
  },
  {
    id: 'ended',
    header: 'End of life',
    sortable: true,
    firstSort: 'desc',
    widthPx: { least: 250, share: 24, most: 288 },
    card: 'line',
    cell: (image) => (
      <StackedStatusBar
        variant="compact"
        counts={image.states}
        noun={SOFTWARE_NOUN}
        hrefFor={(state) => hrefs.image(image.id, { state, as_of: asOf })}
      />
    ),
  },
  {
    id: 'labels',
    header: 'Labels',
    widthPx: { least: 120, share: 12.5, most: 240 },
    card: 'line',
    cell: (image) => image.labels && <FewLabels labels={image.labels} asOf={asOf} />,
  },
  {
    id: 'running',
    header: 'Running',
    align: 'end',
    widthPx: 76,
    cell: ({ id, running }) => (
      <CountLink value={running} noun="running container" href={hrefs.image(id)} />
    ),
  },
  {
    id: 'verified',
    header: 'Verified',
    widthPx: 80,
    card: 'hide',
    cell: (image) => <Verified verified={image.imageVerified} />,
  },
  {
    id: 'latestScan',
    header: 'Latest scan',
    sortable: true,
    firstSort: 'desc',
    align: 'end',
    widthPx: 112,
    hidden: true,
    cell: ({ latestScanDate }) => <KeptTime value={latestScanDate} />,
  },
  {
    // Scanned, or running in a cluster.
    id: 'lastSeen',
    header: 'Last seen',
    sortable: true,
    firstSort: 'desc',
    align: 'end',
    widthPx: 108,
    cell: ({ lastSeenDate }) => <KeptTime value={lastSeenDate} />,
  },
  {
    id: 'digest',
    header: 'Digest',
    widthPx: { least: 120, share: 14, most: 240 },
    card: 'line',
    hidden: true,
    cell: ({ digest }) =>
      digest && (
        <span className="block min-w-0 font-mono text-xs">
          <MiddleTruncate text={digest} />
        </span>
      ),
  },
  {
    id: 'retired',
    header: 'Retired',
    align: 'end',
    widthPx: 108,
    cell: ({ retiredDate }) => retiredDate && <DateTime value={retiredDate} show="day" />,
  },
];

export const IMAGE_COLUMNS = imageColumns(null);

/** The same columns, whose links lead to a day before. */
export function columnsAsOf(
  columns: readonly TableColumn<DashboardImage>[],
  asOf: string | null,
): readonly TableColumn<DashboardImage>[] {
  if (asOf === null) return columns;
  const cells = new Map(imageColumns(asOf).map(({ id, cell }) => [id, cell]));
  return columns.map((column) => ({ ...column, cell: cells.get(column.id) ?? column.cell }));
}

/** Shows whether an image's signature was verified when it was scanned. */
function Verified({ verified }: { verified: boolean }) {
  if (!verified) return <span className="text-subtle">No</span>;
  return (
    <span className="flex items-center gap-1">
      <ShieldCheck aria-hidden className="size-4 text-muted" />
      Yes
    </span>
  );
}

/** Shows when a scan was, or that nothing of it is kept any more. */
function KeptTime({ value }: { value: string | null }) {
  if (value === null) {
    return (
      <span className="text-subtle" title="The last scan by then is not kept any more">
        Not kept
      </span>
    );
  }
  return <DateTime value={value} show="ago" />;
}

export interface LabelChipsProps {
  labels: Readonly<Record<string, string>> | null;
  className?: string;
}

/** Shows an image's labels, each a link to the images that share it. */
export function LabelChips({ labels, className }: LabelChipsProps) {
  const all = Object.entries(labels ?? {});
  if (all.length === 0) return <span className="text-subtle">None</span>;
  return (
    <span className={cn('flex min-w-0 items-center gap-1', className)}>
      {all.map(([key, value]) => (
        <LabelChip key={key} name={key} value={value} />
      ))}
    </span>
  );
}

type Label = readonly [name: string, value: string];

/** Shows the labels that a row has room for: one, two where it is wide, and the number of the others. */
function FewLabels({
  labels,
  asOf,
}: {
  labels: Readonly<Record<string, string>>;
  asOf: string | null;
}) {
  const [first, second, ...others] = Object.entries(labels);
  if (!first) return null;
  return (
    <span className="@container block min-w-0">
      <span className="flex min-w-0 items-center gap-1 print:flex-wrap">
        <LabelChip name={first[0]} value={first[1]} asOf={asOf} />
        {second && (
          <>
            <LabelChip
              name={second[0]}
              value={second[1]}
              asOf={asOf}
              className="@max-[11rem]:hidden"
            />
            <MoreLabels labels={[second, ...others]} className="@min-[11rem]:hidden" />
          </>
        )}
        <MoreLabels labels={others} className="@max-[11rem]:hidden" />
      </span>
    </span>
  );
}

/** Counts labels, which it names on hover. */
function MoreLabels({ labels, className }: { labels: readonly Label[]; className: string }) {
  if (labels.length === 0) return null;
  return (
    <span
      className={cn('shrink-0 text-xs text-subtle', className)}
      title={labels.map(([key, value]) => `${key}: ${value}`).join('\n')}
    >
      +{labels.length}
      <span className="sr-only"> more labels</span>
    </span>
  );
}

interface LabelChipProps {
  name: string;
  value: string;
  /** The UTC day of the list that it leads to; null: now. */
  asOf?: string | null;
  className?: string;
}

function LabelChip({ name, value, asOf = null, className }: LabelChipProps) {
  return (
    <Link
      href={labelHref(name, value, asOf)}
      prefetch={false}
      title={`Images with ${name}: ${value}`}
      className={cn(
        'inline-flex h-5 max-w-full min-w-0 items-center gap-1 rounded-sm bg-active px-1.5 text-xs hover:text-accent-text print:h-auto print:flex-wrap print:gap-x-1 print:gap-y-0 print:px-0',
        className,
      )}
    >
      <MiddleCut text={name} className="max-w-16 shrink-0 text-muted print:max-w-none" />
      <MiddleCut text={value} />
    </Link>
  );
}

export const ALL_IMAGES: ImageScope = {
  projectId: null,
  table: 'images',
  columns: IMAGE_COLUMNS,
  hrefFor: imagesHref,
};

/** The columns of a list: retired images are told when they were, and not what runs them, which nothing does. */
export function columnsIn({ scope, params }: ImagesState): ImageScope['columns'] {
  return columnsOf(scope.columns, params.retired !== null, params.as_of);
}

function columnsOf(
  columns: ImageScope['columns'],
  isRetired: boolean,
  asOf: string | null,
): ImageScope['columns'] {
  const left = isRetired ? 'running' : 'retired';
  const shown = columns.filter(({ id }) => id !== left && !(asOf !== null && id === 'running'));
  return columnsAsOf(shown, asOf);
}

/** The reader's columns as the address has them. */
export function columnsInAddress({ params, setParams }: ImagesState): ColumnsInAddress {
  return { chosen: params.columns, onChange: (columns) => setParams({ columns }) };
}

/** Scopes the list to one project, without the column that names it. */
export function imagesOfProject(projectId: string, hrefFor: ImageScope['hrefFor']): ImageScope {
  const columns = IMAGE_COLUMNS.filter(({ id }) => id !== 'project' && id !== 'owner');
  return { projectId, table: 'project-images', columns, hrefFor };
}

/** Reads the sort from the address. */
export function sortIn({ sort, dir }: ImagesParams): TableSort {
  return { by: sort, direction: dir };
}

/** Writes a sort into the address, which starts at the first page. */
export function toSortParams({ by, direction }: TableSort) {
  const sort = IMAGE_SORTS.find((known) => known === by);
  return { sort, dir: direction, page: 1 };
}

export interface ImagesTableProps {
  rows: readonly DashboardImage[];
  state: ImagesState;
  selection: Selection<DashboardImage>;
  page: PaginationProps;
  /** Newer rows are on their way. */
  loading: boolean;
}

/** Shows one page of images, each row a link to its image. */
export function ImagesTable({ rows, state, selection, page, loading }: ImagesTableProps) {
  const { scope, params, setParams } = state;
  const isRetired = params.retired !== null;
  const asOf = params.as_of;
  const columns = useMemo(
    () => columnsOf(scope.columns, isRetired, asOf),
    [scope.columns, isRetired, asOf],
  );
  return (
    <>
      <DataTable
        name={scope.table}
        label="Images"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowHref={({ id }) => imageHref(id, { as_of: asOf })}
        sort={sortIn(params)}
        sortHref={(sort) => scope.hrefFor({ ...params, ...toSortParams(sort) })}
        onSortChange={(sort) => setParams(toSortParams(sort))}
        loading={loading}
        columnsInAddress={columnsInAddress(state)}
        selecting={{ selection, labelOf: referenceOf }}
      />
      <Pagination {...page} />
    </>
  );
}
