'use client';

import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '@/components/data-table/data-table';
import { Loading } from '@/components/feedback/loading';
import { CallFailure } from '@/features/frame/call-failure';
import { useMay } from '@/features/frame/reader';
import { useTRPC } from '@/trpc/client';
import { INVITATION_COLUMNS, MANAGED_INVITATION_COLUMNS } from './columns';

export interface InvitationsProps {
  readonly idpOrgId: string;
  readonly today: string;
  /** Whether invitations go out by mail. */
  readonly sendsMail: boolean;
}

/** Who has been invited, and what became of it. */
export function Invitations({ idpOrgId, today, sendsMail }: InvitationsProps) {
  const mayManage = useMay('organization:manage');
  const list = useQuery(useTRPC().invitation.list.queryOptions({ idp_org_id: idpOrgId }));
  const rows = useMemo(
    () => (list.data ?? []).map((invitation) => ({ ...invitation, idpOrgId, today, sendsMail })),
    [list.data, idpOrgId, today, sendsMail],
  );
  if (list.error) return <CallFailure title="The invitations could not be loaded." query={list} />;
  if (!list.data) return <Loading label="Loading invitations" rows={2} columns={4} />;
  if (rows.length === 0) {
    return (
      <p className="rounded-md border border-dashed border-border-strong px-4 py-6 text-center text-sm text-muted">
        Nobody has been invited yet.
      </p>
    );
  }
  return (
    <DataTable
      name="invitations"
      label="Invitations"
      columns={mayManage ? MANAGED_INVITATION_COLUMNS : INVITATION_COLUMNS}
      rows={rows}
      rowId={({ id }) => id}
    />
  );
}
