'use client';

import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { TableColumn } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { Loading } from '@/components/feedback/loading';
import { DateTime } from '@/components/status/date-time';
import { Badge } from '@/components/ui/badge';
import { MiddleTruncate } from '@/components/ui/middle-truncate';
import { CallFailure } from '@/features/frame/call-failure';
import { useMay } from '@/features/frame/reader';
import { ROLE_NAMES } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { MemberRole, RemoveMember } from './actions';

/** Lists the members; admins can change them. */
export function People({ idpOrgId }: { idpOrgId: string }) {
  const trpc = useTRPC();
  const mayManage = useMay('organization:manage');
  const members = useQuery(trpc.member.list.queryOptions({ idp_org_id: idpOrgId }));
  const session = useQuery(trpc.session.current.queryOptions());
  const readerId = session.data?.person.id ?? null;
  const rows = useMemo(
    () => toMemberRows(members.data ?? [], idpOrgId, readerId),
    [members.data, idpOrgId, readerId],
  );
  if (members.error)
    return <CallFailure title="The members could not be loaded." query={members} />;
  if (!members.data) return <Loading label="Loading members" rows={3} columns={4} />;
  return (
    <>
      <DataTable
        name="members"
        label="People"
        columns={mayManage ? MANAGED_MEMBER_COLUMNS : MEMBER_COLUMNS}
        rows={rows}
        rowId={({ user_id: id }) => id}
      />
      {rows.some((row) => !row.email_verified) && (
        <p className="text-xs text-pretty text-muted">
          Not confirmed: the address has not been shown to be this person’s yet, so somebody else
          may have set up the account. A link mailed to it, or single sign-on, confirms it.
        </p>
      )}
      {mayManage && rows.some((row) => row.isOnlyAdmin) && (
        <p className="text-xs text-muted">
          The only admin can be neither removed nor given another role. Make somebody else an admin
          first.
        </p>
      )}
    </>
  );
}

type Member = Outputs['member']['list'][number];

/** Row of the table. */
export interface MemberRow extends Member {
  /** Id of the organization at its identity provider. */
  readonly idpOrgId: string;
  readonly isReader: boolean;
  /** The only admin can be neither removed nor demoted. */
  readonly isOnlyAdmin: boolean;
}

/** Tells whether a person is the only admin. */
export function isOnlyAdmin(members: readonly Member[], userId: string): boolean {
  const admins = members.filter(({ role }) => role === 'admin');
  return admins.length === 1 && admins[0]?.user_id === userId;
}

function toMemberRows(
  members: readonly Member[],
  idpOrgId: string,
  readerId: string | null,
): MemberRow[] {
  return members.map((member) => ({
    ...member,
    idpOrgId,
    isReader: member.user_id === readerId,
    isOnlyAdmin: isOnlyAdmin(members, member.user_id),
  }));
}

const NAME: TableColumn<MemberRow> = {
  id: 'name',
  header: 'Name',
  primary: true,
  widthPx: { least: 160, share: 20, most: 260 },
  cell: ({ name, isReader }) => (
    <span className="flex min-w-0 items-center gap-2 font-medium">
      <MiddleTruncate text={name} />
      {isReader && <Badge>You</Badge>}
    </span>
  ),
};
const EMAIL: TableColumn<MemberRow> = {
  id: 'email',
  header: 'E-mail',
  card: 'line',
  cell: ({ email, email_verified: isVerified }) => (
    <span className="flex min-w-0 items-center gap-2">
      <MiddleTruncate text={email} />
      {!isVerified && (
        <Badge tone="outline" title="Nothing has shown yet that this address is theirs">
          Not confirmed
        </Badge>
      )}
    </span>
  ),
};
const JOINED: TableColumn<MemberRow> = {
  id: 'joined',
  header: 'Joined',
  widthPx: 130,
  cell: (member) => <DateTime value={member.joined_at} show="day" />,
};

/** Columns for people who may only read. */
const MEMBER_COLUMNS: readonly TableColumn<MemberRow>[] = [
  NAME,
  EMAIL,
  { id: 'role', header: 'Role', widthPx: 150, cell: ({ role }) => ROLE_NAMES[role] },
  JOINED,
];

/** Columns for admins. */
const MANAGED_MEMBER_COLUMNS: readonly TableColumn<MemberRow>[] = [
  NAME,
  EMAIL,
  {
    id: 'role',
    header: 'Role',
    widthPx: 150,
    cell: (member) => <MemberRole member={member} />,
  },
  JOINED,
  {
    id: 'remove',
    header: 'Remove',
    align: 'end',
    widthPx: 110,
    card: 'line',
    cell: (member) => <RemoveMember member={member} />,
  },
];
