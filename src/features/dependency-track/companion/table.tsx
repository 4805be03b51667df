'use client';

import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { TableColumn } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { Loading } from '@/components/feedback/loading';
import { PastTheEnd, NoResults } from '@/components/feedback/no-results';
import { DateTime } from '@/components/status/date-time';
import { Badge } from '@/components/ui/badge';
import { MiddleTruncate } from '@/components/ui/middle-truncate';
import { Pagination } from '@/components/ui/pagination';
import { CallFailure } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import { companionHref, toProjectsQuery, type CompanionParams } from './params';
import type { PulledProject } from './types';
import { STATE_WORDS } from './words';

const COLUMNS: readonly TableColumn<PulledProject>[] = [
  {
    id: 'project',
    header: 'Project',
    primary: true,
    cell: ({ name, version }) => <MiddleTruncate text={`${name}:${version}`} />,
  },
  {
    id: 'state',
    header: 'State',
    widthPx: 170,
    cell: ({ state }) => (
      <Badge tone={state === 'failed' ? 'danger' : state === 'gone' ? 'outline' : 'neutral'}>
        {STATE_WORDS[state]}
      </Badge>
    ),
  },
  {
    id: 'why',
    header: 'Why',
    card: 'line',
    cell: ({ fault, state, state_since: since }) => {
      if (fault !== null) return <span className="wrap-anywhere whitespace-normal">{fault}</span>;
      if (state !== 'gone') return null;
      return (
        <>
          Deleted, inactive or hidden from the key since <DateTime value={since} show="day" />
        </>
      );
    },
  },
  {
    id: 'imported',
    header: 'BOM of',
    widthPx: 190,
    cell: ({ imported_at: at }) => (at === null ? 'None pulled' : <DateTime value={at} />),
  },
];

export interface ProjectsTableProps {
  readonly params: CompanionParams;
  readonly onClear: () => void;
  /** Milliseconds between two looks; false: none. */
  readonly refetchInterval: number | false;
}

/** Lists the projects there; those that were pulled lead to their images. */
export function ProjectsTable({ params, onClear, refetchInterval }: ProjectsTableProps) {
  const list = useQuery({
    ...useTRPC().companion.projects.queryOptions(toProjectsQuery(params)),
    placeholderData: keepRows,
    refetchInterval,
  });
  const rows = useMemo(() => list.data?.items ?? [], [list.data]);
  if (list.error) return <CallFailure title="The projects could not be loaded." query={list} />;
  if (!list.data) return <Loading label="Loading projects" columns={4} />;
  const { total } = list.data;
  if (total === 0) {
    return params.state === null ? (
      <p className="text-sm text-muted">No project was pulled so far.</p>
    ) : (
      <NoResults title="No project is in this state." onClear={onClear} />
    );
  }
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'projects',
    hrefFor: (number: number, size: number) => companionHref({ ...params, page: number, size }),
  };
  if (rows.length === 0) return <PastTheEnd {...page} />;
  return (
    <>
      <DataTable
        name="pulled-projects"
        label="Projects of the Dependency-Track"
        columns={COLUMNS}
        rows={rows}
        rowId={({ uuid }) => uuid}
        rowHref={({ image_tag_id: id }) => (id === null ? undefined : hrefs.image(id))}
        loading={list.isPlaceholderData}
      />
      <Pagination {...page} />
    </>
  );
}
