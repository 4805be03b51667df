'use client';

import { hrefs } from '@/features/hrefs';
import { useMemo } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { PastTheEnd } from '@/components/feedback/no-results';
import { Pagination } from '@/components/ui/pagination';
import { timelineHref } from './search-params';
import { timelineColumns } from './timeline-columns';
import type { TimelineItem } from './timeline-types';
import type { TimelineState } from './use-timeline-params';

export interface TimelineTableProps {
  items: readonly TimelineItem[];
  state: TimelineState;
  /** A UTC day. */
  today: string;
  /** Newer rows are on their way: these stay, dimmed. */
  loading: boolean;
}

/** What the chart shows, in words: for who cannot see it, and for who wants to copy a date. */
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
