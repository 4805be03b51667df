import type { Outputs } from '@/trpc/outputs';

export type Member = Outputs['member']['list'][number];

/** A member as the table shows them. */
export interface MemberRow extends Member {
  /** Of the organization that they are a member of. */
  readonly idpOrgId: string;
  readonly isReader: boolean;
  /** The only admin can be neither removed nor demoted. */
  readonly isOnlyAdmin: boolean;
}

/** Whether somebody is an admin and nobody else is. */
export function isOnlyAdmin(members: readonly Member[], userId: string): boolean {
  const admins = members.filter(({ role }) => role === 'admin');
  return admins.length === 1 && admins[0]?.user_id === userId;
}

export function toMemberRows(
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
