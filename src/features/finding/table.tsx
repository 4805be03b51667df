import { Link } from '@/components/ui/link';
import type { ColumnsInAddress } from '@/components/data-table/column-choice';
import type { TableColumn, TableSort } from '@/components/data-table/columns';
import type { Selection } from '@/components/data-table/selection';
import { DataTable } from '@/components/data-table/data-table';
import { DateTime } from '@/components/status/date-time';
import { Badge } from '@/components/ui/badge';
import { Pagination, type PaginationProps } from '@/components/ui/pagination';
import { TextLink } from '@/components/ui/text-link';
import { FINDING_SORTS } from '@/domain/finding/list';
import { endColumn, moveColumn } from '@/features/advice/table';
import { hrefs } from '@/features/hrefs';
import { EvidenceWord } from '@/features/names/evidence';
import { ImageName, referenceOf } from '@/features/names/image';
import { OwnerName } from '@/features/names/owner';
import { ProjectName } from '@/features/names/project';
import { WaivedLine } from '@/features/waiver/card';
import type { Outputs } from '@/trpc/outputs';
import { findingsHref, type FindingsParams, type FindingsState } from './params';

/** A row of the findings list. */
export type ListedFinding = Outputs['finding']['list']['items'][number];

/**
 * The findings list. Ids of sortable columns are the sorts of `finding.list`.
 * @param today a UTC day
 * @param asOf the UTC day that the list is as of; null: now
 */
export function findingColumns(
  today: string,
  asOf: string | null = null,
): readonly TableColumn<ListedFinding>[] {
  const end = endColumn(today);
  const move = moveColumn();
  return [
    {
      id: 'name',
      header: 'Software',
      sortable: true,
      primary: true,
      cell: (row) => <Name row={row} />,
    },
    {
      ...end,
      // Narrower than in lists with fewer columns: names of software would break within a word.
      widthPx: { least: 176, share: 17.5, most: 280 },
      sortable: true,
      cell: (row) => (
        <>
          {end.cell({
            ...{ eolDate: row.eol_date, eolDateKnown: row.eol_date_known },
            ...{ estimatedFrom: row.estimated_from, contract: row.contract },
            // A finding is of one place.
            contractElsewhere: null,
          })}
          {row.waiver && (
            <span className="block pb-1 text-xs text-muted">
              <WaivedLine waiverId={row.waiver.id} endsOn={row.waiver.ends_on} />
            </span>
          )}
        </>
      ),
    },
    {
      id: 'image',
      header: 'Image',
      sortable: true,
      // Names of images are the longest here: what a wide table has over goes to them first.
      widthPx: { least: 150, share: 32, offPx: 177, most: 420 },
      card: 'line',
      cell: ({ image }) => (
        <Link
          href={hrefs.image(image.id, { as_of: asOf })}
          prefetch={false}
          className="block min-w-0 rounded-sm hover:text-accent-text"
        >
          <ImageName image={image} />
        </Link>
      ),
    },
    {
      id: 'project',
      header: 'Project',
      sortable: true,
      widthPx: { least: 140, share: 15, most: 230 },
      card: 'line',
      cell: ({ project }) => (
        <Link
          href={hrefs.project(project.id, { as_of: asOf })}
          prefetch={false}
          className="block min-w-0 rounded-sm hover:text-accent-text"
        >
          <ProjectName name={project.name} />
        </Link>
      ),
    },
    {
      id: 'owner',
      header: 'Owner',
      widthPx: { least: 90, share: 8.5, most: 160 },
      cell: ({ owner }) => <OwnerName owner={owner} />,
    },
    {
      ...move,
      widthPx: { least: 176, share: 19.5, most: 320 },
      cell: (row) => move.cell({ productName: row.product_name, advice: row.advice }),
    },
    {
      id: 'why',
      header: 'Why',
      widthPx: 60,
      onPaper: false,
      card: 'line',
      cell: (row) => (
        <TextLink href={hrefs.finding(row.id, { as_of: asOf })} prefetch={false}>
          Why<span className="sr-only"> {labelOf(row)}</span>
        </TextLink>
      ),
    },
    {
      id: 'type',
      header: 'Type',
      widthPx: 124,
      hidden: true,
      cell: (row) => <Badge>{row.artifact_type}</Badge>,
    },
    {
      id: 'evidence',
      header: 'Evidence',
      widthPx: 124,
      hidden: true,
      cell: ({ evidence }) => <EvidenceWord degree={evidence} />,
    },
    {
      id: 'firstSeen',
      header: 'First seen',
      sortable: true,
      firstSort: 'desc',
      align: 'end',
      widthPx: 108,
      hidden: true,
      cell: (row) => <DateTime value={row.first_seen_at} show="ago" />,
    },
  ];
}

function Name({ row }: { row: ListedFinding }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="min-w-0 wrap-anywhere whitespace-normal">
        {row.product_name} {row.cycle}
      </span>
      {row.lts && <Badge tone="outline">LTS</Badge>}
    </span>
  );
}

function labelOf({ product_name, cycle, image }: ListedFinding): string {
  return `${product_name} ${cycle} in ${referenceOf(image)}`;
}

/** Reads the sort from the address. */
export function sortIn({ sort, dir }: FindingsParams): TableSort {
  return { by: sort, direction: dir };
}

/** Writes a sort into the address, which starts at the first page. */
export function toSortParams({ by, direction }: TableSort) {
  return { sort: FINDING_SORTS.find((known) => known === by), dir: direction, page: 1 };
}

/** The reader's columns as the address has them. */
export function columnsInAddress({ params, setParams }: FindingsState): ColumnsInAddress {
  return { chosen: params.columns, onChange: (columns) => setParams({ columns }) };
}

/** Under which the reader's columns are kept. */
export const FINDINGS_TABLE = 'findings';

export interface FindingsTableProps {
  rows: readonly ListedFinding[];
  columns: readonly TableColumn<ListedFinding>[];
  state: FindingsState;
  selection: Selection<ListedFinding>;
  page: PaginationProps;
  /** Newer rows are on their way. */
  loading: boolean;
}

/** Shows one page of findings, each row a link to its software. */
export function FindingsTable({
  rows,
  columns,
  state,
  selection,
  page,
  loading,
}: FindingsTableProps) {
  const { params, setParams } = state;
  return (
    <>
      <DataTable
        name={FINDINGS_TABLE}
        label="Findings"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowHref={({ id, software_id: software }) =>
          params.as_of ? hrefs.finding(id, { as_of: params.as_of }) : hrefs.software(software)
        }
        sort={sortIn(params)}
        sortHref={(sort) => findingsHref({ ...params, ...toSortParams(sort) })}
        onSortChange={(sort) => setParams(toSortParams(sort))}
        loading={loading}
        columnsInAddress={columnsInAddress(state)}
        selecting={{ selection, labelOf }}
      />
      <Pagination {...page} />
    </>
  );
}
