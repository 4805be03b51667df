'use client';

import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { createSerializer, useQueryStates } from 'nuqs';
import type { TableColumn } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { Loading } from '@/components/feedback/loading';
import { PastTheEnd, NoResults } from '@/components/feedback/no-results';
import { Stack } from '@/components/layout/stack';
import { DateTime } from '@/components/status/date-time';
import { CopyText } from '@/components/ui/copy-text';
import { FactList } from '@/components/ui/fact-list';
import { MiddleTruncate } from '@/components/ui/middle-truncate';
import { Pagination } from '@/components/ui/pagination';
import { SidePanel } from '@/components/ui/side-panel';
import { ChangeList } from '@/features/audit/detail/view';
import { AuditFilters } from '@/features/audit/filters';
import {
  auditParsers,
  isFiltered,
  NO_FILTERS,
  toAuditQuery,
  type AuditParams,
} from '@/features/audit/params';
import {
  actionWords,
  INSTALLATION_SUBJECT_OPTIONS,
  changesBetween,
  subjectName,
} from '@/features/audit/words';
import { CallFailure } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { SectionHead } from '@/features/frame/section';
import { hrefs } from '@/features/hrefs';
import { CallerName } from '@/features/refused-upload/table';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

type Entry = Outputs['operator']['auditEvents']['items'][number];

const serialize = createSerializer(auditParsers);
const hrefOf = (params: Partial<AuditParams>) => serialize(hrefs.operator.audit, params);
/** Names the subject; a change of a person's own account goes by the person's name. */
const nameOf = ({ detail, subject_id: id, actor_id: actor, actor_name: name }: Entry) =>
  subjectName({
    ...{ before: null, after: detail },
    ...{ subject_kind: null, subject_id: id === actor ? name : id },
  });

const COLUMNS: readonly TableColumn<Entry>[] = [
  { id: 'what', header: 'What', primary: true, cell: ({ action }) => actionWords(action) },
  {
    id: 'subject',
    header: 'Which',
    card: 'line',
    cell: (entry) => <MiddleTruncate text={nameOf(entry)} />,
  },
  {
    id: 'who',
    header: 'Who',
    widthPx: 220,
    cell: (entry) => <CallerName kind={entry.actor_kind} name={entry.actor_name} />,
  },
  {
    id: 'from',
    header: 'Address',
    widthPx: 140,
    cell: (entry) => <MiddleTruncate text={entry.remote_address || 'The server'} />,
  },
  {
    id: 'when',
    header: 'When',
    align: 'end',
    widthPx: 190,
    cell: ({ at }) => <DateTime value={at} />,
  },
];

/** Shows the audit trail of the installation: what belongs to no organization. */
export function InstallationAuditView() {
  const [params, write] = useQueryStates(auditParsers, { history: 'push', scroll: false });
  return (
    <Stack>
      <SectionHead title="Audit log of the installation">
        What belongs to no organization: accounts, deleted organizations, updates of the catalog,
        operators. Each organization has a log of its own, for its admins.
      </SectionHead>
      <AuditFilters
        params={params}
        subjects={INSTALLATION_SUBJECT_OPTIONS}
        onChange={(changes) => void write({ page: null, event: null, ...changes })}
      />
      <Results params={params} onClear={() => void write(NO_FILTERS)} />
    </Stack>
  );
}

function Results({ params, onClear }: { params: AuditParams; onClear: () => void }) {
  const trail = useQuery({
    ...useTRPC().operator.auditEvents.queryOptions(toAuditQuery(params)),
    placeholderData: keepRows,
  });
  const rows = useMemo(() => trail.data?.items ?? [], [trail.data]);
  if (trail.error) return <CallFailure title="The audit log could not be loaded." query={trail} />;
  if (!trail.data) return <Loading label="Loading the audit log" columns={5} />;
  const { total } = trail.data;
  if (total === 0) {
    return isFiltered(params) ? (
      <NoResults title="No entry matches these filters." onClear={onClear} />
    ) : (
      <NoResults title="Nothing has been done yet." />
    );
  }
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'entries',
    hrefFor: (number: number, size: number) =>
      hrefOf({ ...params, event: null, page: number, size }),
  };
  if (rows.length === 0) return <PastTheEnd {...page} />;
  const open = rows.find(({ id }) => id === params.event);
  return (
    <>
      <DataTable
        name="installation-audit"
        label="Audit log"
        columns={COLUMNS}
        rows={rows}
        rowId={({ id }) => id}
        rowHref={({ id }) => hrefOf({ ...params, event: id })}
        opensBeside
        selectedId={params.event}
        loading={trail.isPlaceholderData}
      />
      <Pagination {...page} />
      {open && <EntryPanel entry={open} closeHref={hrefOf({ ...params, event: null })} />}
    </>
  );
}

/** Shows one entry with its details. */
function EntryPanel({ entry, closeHref }: { entry: Entry; closeHref: string }) {
  return (
    <SidePanel title={actionWords(entry.action)} subtitle={nameOf(entry)} closeHref={closeHref}>
      <div className="grid gap-5">
        <FactList
          facts={[
            { label: 'When', value: <DateTime value={entry.at} /> },
            { label: 'Who', value: <CallerName kind={entry.actor_kind} name={entry.actor_name} /> },
            { label: 'From', value: entry.remote_address || 'The server itself' },
            { label: 'Action', value: <span className="font-mono text-xs">{entry.action}</span> },
            { label: 'Id', value: <CopyText value={entry.subject_id} what="id" /> },
            { label: 'Request', value: <CopyText value={entry.request_id} what="request id" /> },
          ]}
        />
        <ChangeList changes={changesBetween(null, entry.detail)} />
      </div>
    </SidePanel>
  );
}
