'use client';

import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { TableColumn } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { Loading } from '@/components/feedback/loading';
import { DateTime } from '@/components/status/date-time';
import { RelativeDate } from '@/components/status/relative-date';
import { Badge } from '@/components/ui/badge';
import { MiddleTruncate } from '@/components/ui/middle-truncate';
import { CallFailure } from '@/features/frame/call-failure';
import { useMay } from '@/features/frame/reader';
import { ROLE_NAMES } from '@/features/frame/words';
import { EXPIRY_WORDS } from '@/lib/dates';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { InvitationActions } from './actions';

type Invitation = Outputs['invitation']['list'][number];

/** Row of the table. */
export interface InvitationRow extends Invitation {
  readonly idpOrgId: string;
  /** Whether invitations go out by mail. */
  readonly sendsMail: boolean;
  /** The current UTC day. */
  readonly today: string;
}

const STATUS_WORDS: Record<Invitation['status'], string> = {
  pending: 'Pending',
  accepted: 'Accepted',
  expired: 'Expired',
  revoked: 'Revoked',
};

export interface InvitationsProps {
  readonly idpOrgId: string;
  readonly today: string;
  /** Whether invitations go out by mail. */
  readonly sendsMail: boolean;
}

/** Lists who has been invited, with the state of each invitation. */
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

/** Columns for people who may only read. */
const INVITATION_COLUMNS: readonly TableColumn<InvitationRow>[] = [
  {
    id: 'email',
    header: 'E-mail',
    primary: true,
    cell: ({ email }) => <MiddleTruncate text={email} className="font-medium" />,
  },
  { id: 'role', header: 'Role', widthPx: 90, cell: ({ role }) => ROLE_NAMES[role] },
  {
    id: 'status',
    header: 'State',
    widthPx: 100,
    cell: ({ status }) => (
      <Badge tone={status === 'pending' ? 'accent' : 'neutral'}>{STATUS_WORDS[status]}</Badge>
    ),
  },
  {
    id: 'expires',
    header: 'Holds until',
    widthPx: 140,
    cell: (invitation) =>
      invitation.status === 'pending' ? (
        <RelativeDate
          day={invitation.expires_at.slice(0, 10)}
          today={invitation.today}
          words={EXPIRY_WORDS}
          show="relative"
        />
      ) : (
        <span className="text-subtle">–</span>
      ),
  },
  {
    id: 'invitedBy',
    header: 'Invited by',
    widthPx: 140,
    cell: (invitation) => <MiddleTruncate text={invitation.invited_by} />,
  },
  {
    id: 'invited',
    header: 'Invited',
    widthPx: 116,
    cell: (invitation) => <DateTime value={invitation.created_at} show="day" />,
  },
];

/** Columns for admins. */
const MANAGED_INVITATION_COLUMNS: readonly TableColumn<InvitationRow>[] = [
  ...INVITATION_COLUMNS,
  {
    id: 'actions',
    header: 'Change',
    onPaper: false,
    align: 'end',
    widthPx: 190,
    card: 'line',
    cell: (invitation) => <InvitationActions invitation={invitation} />,
  },
];
