import { Link } from '@/components/ui/link';
import type { ColumnsInAddress } from '@/components/data-table/column-choice';
import type { TableColumn, TableSort } from '@/components/data-table/columns';
import { DateTime } from '@/components/status/date-time';
import { NotMatched } from '@/components/status/not-matched';
import { StackedStatusBar } from '@/components/status/stacked-status-bar';
import { StatusBadge } from '@/components/status/status-badge';
import { MiddleTruncate } from '@/components/ui/middle-truncate';
import { WORKLOAD_SORTS } from '@/domain/cluster/list';
import { hrefs } from '@/features/hrefs';
import { referenceOf, SOFTWARE_NOUN } from '@/features/names/image';
import { formatCount } from '@/lib/numbers';
import { SilentBadge } from '../card';
import type { ListedWorkload } from '../query';
import type { ClusterPageParams, ClusterPageState } from './params';

/** Under which the reader's columns are kept. */
export const WORKLOADS_TABLE = 'workloads';

/** What runs in a cluster. Ids of sortable columns are the sorts of `cluster.workloads`. */
export const WORKLOAD_COLUMNS: readonly TableColumn<ListedWorkload>[] = [
  {
    id: 'workload',
    header: 'Workload',
    sortable: true,
    primary: true,
    cell: (row) => <Owner row={row} />,
  },
  {
    id: 'image',
    header: 'Image',
    sortable: true,
    widthPx: { least: 160, share: 28, most: 420 },
    card: 'line',
    cell: (row) => <RunningImage row={row} />,
  },
  {
    id: 'ended',
    header: 'End of life',
    sortable: true,
    firstSort: 'desc',
    widthPx: { least: 250, share: 28, most: 304 },
    card: 'line',
    cell: (row) => <ImageStates row={row} />,
  },
  {
    id: 'pods',
    header: 'Pods',
    align: 'end',
    widthPx: 84,
    cell: ({ pods }) =>
      pods === null ? <span className="text-subtle">Not told</span> : formatCount(pods),
  },
  {
    id: 'heard',
    header: 'Last heard',
    sortable: true,
    firstSort: 'desc',
    align: 'end',
    widthPx: { least: 100, share: 13, most: 132 },
    cell: ({ lastHeardDate, silent }) => (
      <span className="justify-items-(--cell-side) inline-grid gap-0.5">
        <DateTime value={lastHeardDate} show="ago" />
        <SilentBadge silent={silent} lastHeardDate={lastHeardDate} />
      </span>
    ),
  },
];

/** Names the workload as people know it, its namespace, and the container where it has a name of its own. */
function Owner({ row: { namespace, ownerKind, ownerName, container } }: { row: ListedWorkload }) {
  const own = container !== ownerName && `container ${container}`;
  const details = [namespace, ownerKind, own].filter(Boolean).join(' · ');
  return (
    <span className="grid min-w-0 py-1 leading-tight">
      <span className="flex min-w-0 font-medium">
        <MiddleTruncate text={ownerName} />
      </span>
      <span className="flex min-w-0 text-xs font-normal text-muted">
        <MiddleTruncate text={details} />
      </span>
    </span>
  );
}

function RunningImage({ row: { image, imageName, imageTag } }: { row: ListedWorkload }) {
  const name = (
    <MiddleTruncate text={referenceOf({ kind: 'image', name: imageName, tag: imageTag })} />
  );
  if (image === null) return <span className="flex min-w-0">{name}</span>;
  return (
    <span className="grid min-w-0 py-1 leading-tight">
      <Link
        href={hrefs.image(image.imageTagId)}
        prefetch={false}
        className="flex min-w-0 rounded-sm hover:text-accent-text"
      >
        {name}
      </Link>
      {image.joinedBy === 'tag' && (
        <span
          className="truncate text-xs text-muted"
          title="As last scanned under this tag: the digest is not known, or no scan has it"
        >
          Matched by tag alone
        </span>
      )}
    </span>
  );
}

/** Shows the software of the scanned image; of one that was never scanned what else is known, never that it is fine. */
function ImageStates({ row: { image, system } }: { row: ListedWorkload }) {
  if (image !== null) {
    return (
      <StackedStatusBar
        variant="compact"
        counts={image.states}
        noun={SOFTWARE_NOUN}
        hrefFor={(state) => hrefs.image(image.imageTagId, { state })}
      />
    );
  }
  return (
    <span className="grid min-w-0">
      <NotMatched>Never scanned</NotMatched>
      {system && (
        <StatusBadge status={system.support.state} variant="plain">
          {system.text}
        </StatusBadge>
      )}
    </span>
  );
}

/** The reader's columns as the address has them. */
export function columnsInAddress({ params, setParams }: ClusterPageState): ColumnsInAddress {
  return { chosen: params.columns, onChange: (columns) => setParams({ columns }) };
}

/** Reads the sort from the address. */
export function sortIn({ sort, dir }: ClusterPageParams): TableSort {
  return { by: sort, direction: dir };
}

/** Writes a sort into the address, which starts at the first page. */
export function toSortParams({ by, direction }: TableSort) {
  return { sort: WORKLOAD_SORTS.find((known) => known === by), dir: direction, page: 1 };
}
