'use client';

import { hrefs } from '@/features/hrefs';
import { useMemo } from 'react';
import { Loading } from '@/components/feedback/loading';
import type { TableColumn } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { PastTheEnd } from '@/components/feedback/no-results';
import { Badge } from '@/components/ui/badge';
import { CountLink } from '@/components/ui/count-link';
import { Pagination } from '@/components/ui/pagination';
import { ENDED_UNDATED } from '@/domain/eol/words';
import { endColumn, moveColumn } from '@/features/advice/table';
import { EvidenceWord } from '@/features/names/evidence';
import { formatDay } from '@/lib/dates';
import { columnsInAddress, hasColumn, TIMELINE_TABLE } from './columns/params';
import { byPlace, useImageCounts, type ImagesInUse, type TimelineList } from './lines/actions';
import { imageConditions, timelineHref, type TimelineParams, type TimelineState } from './params';
import { nameOf, type TimelineItem } from './words';

export interface TimelineTableProps {
  /** A page of lines. */
  list: TimelineList;
  state: TimelineState;
  /** A UTC day. */
  today: string;
  /** Newer rows are on their way: these stay, dimmed. */
  loading: boolean;
}

/** Lists in words what the chart draws, for those who cannot see it or want to copy a date: a page of products. */
export function TimelineTable({ list, state, today, loading }: TimelineTableProps) {
  const { params, setParams } = state;
  const lines = useMemo(() => byPlace([list]), [list]);
  const places = { from: list.from, until: list.from + lines.size };
  const images = useImageCounts(params, lines, places);
  const columns = useMemo(() => timelineColumns(params, images, today), [params, images, today]);
  const items = useMemo(() => [...lines.values()].flatMap((line) => line.items), [lines]);
  const page = {
    page: params.page,
    size: params.size,
    total: list.total,
    noun: 'products',
    hrefFor: (number: number, size: number) => timelineHref({ ...params, page: number, size }),
    onChange: (number: number, size: number) => setParams({ page: number, size }),
  };
  // Those of the chart, until the page's are there.
  if (lines.size > params.size) return <Loading label="Loading the table" columns={6} />;
  if (items.length === 0) return <PastTheEnd {...page} />;
  return (
    <>
      <DataTable
        name={TIMELINE_TABLE}
        label="Timeline"
        columns={columns}
        rows={items}
        rowId={({ id }) => id}
        rowHref={({ id }) => hrefs.software(id, { as_of: params.as_of })}
        loading={loading}
        columnsInAddress={columnsInAddress(state)}
      />
      <Pagination {...page} />
    </>
  );
}

type SupportLevel = TimelineItem['support'][number]['level'];

/**
 * Makes the columns, with every date that the chart draws.
 * @param today a UTC day
 */
export function timelineColumns(
  params: TimelineParams,
  images: ImagesInUse,
  today: string,
): readonly TableColumn<TimelineItem>[] {
  const conditions = imageConditions(params);
  const columns: readonly TableColumn<TimelineItem>[] = [
    {
      id: 'name',
      header: 'Software',
      primary: true,
      cell: (row) => <span className="wrap-anywhere whitespace-normal">{nameOf(row)}</span>,
    },
    {
      id: 'type',
      header: 'Type',
      widthPx: 124,
      cell: ({ artifactType }) => <Badge>{artifactType}</Badge>,
    },
    {
      id: 'images',
      header: 'Images',
      align: 'end',
      widthPx: 72,
      cell: ({ id }) => {
        const count = images.ofSoftware.get(id);
        if (count === undefined) return <span className="text-subtle">…</span>;
        const href = hrefs.images({ ...conditions, software: id });
        return <CountLink value={count} noun="image" href={href} />;
      },
    },
    {
      id: 'released',
      header: 'Released',
      widthPx: 108,
      cell: ({ releaseDate }) => <DayOrUnknown day={releaseDate} />,
    },
    phaseColumn('active', 'Active until', 108, 'ACTIVE_SUPPORT'),
    // Narrower than in lists with fewer columns: names of software would have a line for each word.
    { ...endColumn(today), widthPx: { least: 176, share: 19, most: 300 } },
    {
      id: 'evidence',
      header: 'Evidence',
      widthPx: 124,
      hidden: true,
      cell: ({ evidence }) => <EvidenceWord degree={evidence} />,
    },
    { ...moveColumn(), widthPx: { least: 170, share: 18.6, most: 320 } },
    phaseColumn('extended', 'Extended until', 116, 'EXTENDED_SUPPORT'),
  ];
  return columns.filter((column) => hasColumn(params, column));
}

function phaseColumn(
  id: string,
  header: string,
  widthPx: number,
  level: SupportLevel,
): TableColumn<TimelineItem> {
  return { id, header, widthPx, cell: (row) => <PhaseEnd row={row} level={level} /> };
}

function DayOrUnknown({ day }: { day: string | null }) {
  return day === null ? <span className="text-subtle">Unknown</span> : formatDay(day);
}

/** Empty where the vendor has no such support, or the catalog does not have the cycle. */
function PhaseEnd({ row, level }: { row: TimelineItem; level: SupportLevel }) {
  const phase = row.support.find((one) => one.level === level);
  if (!phase) return null;
  if (phase.endsOn === null && phase.ended) {
    return <span className="whitespace-normal">{ENDED_UNDATED}</span>;
  }
  return <DayOrUnknown day={phase.endsOn} />;
}
