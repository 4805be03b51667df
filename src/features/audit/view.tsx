'use client';

import { useMemo } from 'react';
import dynamic from 'next/dynamic';
import { useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import type { TableColumn } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { Loading } from '@/components/feedback/loading';
import { PastTheEnd, NoResults } from '@/components/feedback/no-results';
import { Stack } from '@/components/layout/stack';
import { DateTime } from '@/components/status/date-time';
import { MiddleTruncate } from '@/components/ui/middle-truncate';
import { Pagination } from '@/components/ui/pagination';
import { CallFailure } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { SectionHead } from '@/features/frame/section';
import { CallerName } from '@/features/refused-upload/table';
import { useTRPC } from '@/trpc/client';
import { AuditFilters } from './filters';
import {
  auditExportHref,
  auditHref,
  auditParsers,
  isFiltered,
  NO_FILTERS,
  toAuditQuery,
  type AuditParams,
} from './params';
import { SUBJECT_OPTIONS, actionWords, subjectName, type AuditEvent } from './words';

const AuditPanel = dynamic(() => import('./detail/view').then((module) => module.AuditPanel), {
  loading: () => null,
});

/** Shows who changed what, when and from where. */
export function AuditView() {
  const [params, write] = useQueryStates(auditParsers, { history: 'push', scroll: false });
  return (
    <Stack>
      <SectionHead title="Audit log">
        Every change made by people and keys. Entries are never edited; only retention or the end of
        the organization removes them.
      </SectionHead>
      <AuditFilters
        params={params}
        subjects={SUBJECT_OPTIONS}
        exportHref={auditExportHref(params)}
        onChange={(changes) => void write({ page: null, event: null, ...changes })}
      />
      <Results params={params} onClear={() => void write(NO_FILTERS)} />
      {params.event !== null && (
        <AuditPanel id={params.event} closeHref={auditHref({ ...params, event: null })} />
      )}
    </Stack>
  );
}

function Results({ params, onClear }: { params: AuditParams; onClear: () => void }) {
  const log = useQuery({
    ...useTRPC().audit.list.queryOptions(toAuditQuery(params)),
    placeholderData: keepRows,
  });
  const rows = useMemo(() => log.data?.items ?? [], [log.data]);
  if (log.error) return <CallFailure title="The audit log could not be loaded." query={log} />;
  if (!log.data) return <Loading label="Loading the audit log" columns={5} />;
  const { total } = log.data;
  if (total === 0) {
    return isFiltered(params) ? (
      <NoResults title="No entry matches these filters." onClear={onClear} />
    ) : (
      <NoResults title="Nothing has been changed yet." />
    );
  }
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'changes',
    hrefFor: (number: number, size: number) =>
      auditHref({ ...params, event: null, page: number, size }),
  };
  if (rows.length === 0) return <PastTheEnd {...page} />;
  return (
    <>
      <DataTable
        name="audit"
        label="Audit log"
        columns={AUDIT_COLUMNS}
        rows={rows}
        rowId={({ id }) => id}
        rowHref={({ id }) => auditHref({ ...params, event: id })}
        opensBeside
        selectedId={params.event}
        loading={log.isPlaceholderData}
      />
      <Pagination {...page} />
    </>
  );
}

const AUDIT_COLUMNS: readonly TableColumn<AuditEvent>[] = [
  {
    id: 'what',
    header: 'What',
    primary: true,
    cell: ({ action }) => actionWords(action),
  },
  {
    id: 'subject',
    header: 'Which',
    card: 'line',
    cell: (event) => <MiddleTruncate text={subjectName(event)} />,
  },
  {
    id: 'who',
    header: 'Who',
    widthPx: 220,
    cell: (event) => <CallerName kind={event.actor_kind} name={event.actor_name} />,
  },
  {
    id: 'from',
    header: 'Address',
    widthPx: 140,
    cell: (event) => <MiddleTruncate text={event.remote_address || 'The server'} />,
  },
  {
    id: 'when',
    header: 'When',
    align: 'end',
    widthPx: 190,
    cell: ({ at }) => <DateTime value={at} />,
  },
];
