import { invite, listInvitations } from '@/server/invitation/service/invite';
import { changeMemberRole, listMembers, removeMember } from '@/server/member/service';
import type { IdentityProvider } from './identity-provider';

/** People with an e-mail address and a password, kept in this service's own database. */
export const builtInDirectory: IdentityProvider = {
  kind: 'built-in',
  administers: null,
  memberships: null,
  members: listMembers,
  removeMember,
  changeRole: changeMemberRole,
  invite,
  invitations: listInvitations,
};
