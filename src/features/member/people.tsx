'use client';

import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '@/components/data-table/data-table';
import { Loading } from '@/components/feedback/loading';
import { CallFailure } from '@/features/frame/call-failure';
import { useMay } from '@/features/frame/reader';
import { useTRPC } from '@/trpc/client';
import { MANAGED_MEMBER_COLUMNS, MEMBER_COLUMNS } from './columns';
import { toMemberRows } from './member-rows';

/** The members; for admins with what can be changed of each. */
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
          Not confirmed: nothing has shown yet that the address is that person’s, so whoever set up
          the account may be somebody else. A link that is mailed there, or single sign-on, confirms
          it.
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
