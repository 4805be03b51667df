'use client';

import { hrefs } from '@/features/hrefs';
import { useMemo } from 'react';
import type { TableColumn } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { PastTheEnd } from '@/components/feedback/no-results';
import { Badge } from '@/components/ui/badge';
import { CountLink } from '@/components/ui/count-link';
import { Pagination } from '@/components/ui/pagination';
import { endColumn, moveColumn } from '@/features/advice/table';
import { formatDay } from '@/lib/dates';
import { imageConditions, timelineHref, type TimelineParams, type TimelineState } from './params';
import { nameOf, type TimelineItem } from './words';

export interface TimelineTableProps {
  items: readonly TimelineItem[];
  state: TimelineState;
  /** A UTC day. */
  today: string;
  /** Newer rows are on their way: these stay, dimmed. */
  loading: boolean;
}

/** Lists in words what the chart draws, for those who cannot see it or want to copy a date. */
export function TimelineTable({ items, state, today, loading }: TimelineTableProps) {
  const { params, setParams } = state;
  const columns = useMemo(() => timelineColumns(params, today), [params, today]);
  const first = (params.page - 1) * params.size;
  const rows = useMemo(() => items.slice(first, first + params.size), [items, first, params.size]);
  const page = {
    page: params.page,
    size: params.size,
    total: items.length,
    noun: 'software cycles',
    hrefFor: (number: number, size: number) => timelineHref({ ...params, page: number, size }),
    onChange: (number: number, size: number) => setParams({ page: number, size }),
  };
  if (rows.length === 0) return <PastTheEnd {...page} />;
  return (
    <>
      <DataTable
        name="timeline"
        label="Timeline"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowHref={({ id }) => hrefs.software(id)}
        loading={loading}
        minWidth="wide"
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
function timelineColumns(
  params: TimelineParams,
  today: string,
): readonly TableColumn<TimelineItem>[] {
  const conditions = imageConditions(params);
  return [
    {
      id: 'images',
      header: 'Images',
      align: 'end',
      widthPx: 72,
      cell: ({ id, images }) => (
        <CountLink
          value={images}
          noun="image"
          href={hrefs.images({ ...conditions, software: id })}
        />
      ),
    },
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
      id: 'released',
      header: 'Released',
      widthPx: 104,
      cell: ({ releaseDate }) => <DayOrUnknown day={releaseDate} />,
    },
    phaseColumn('active', 'Active until', 108, 'ACTIVE_SUPPORT'),
    endColumn(today),
    moveColumn(),
    phaseColumn('extended', 'Extended until', 116, 'EXTENDED_SUPPORT'),
  ];
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
  return phase ? <DayOrUnknown day={phase.endsOn} /> : null;
}
