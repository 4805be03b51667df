import { invite, listInvitations } from '@/server/invitation/service';
import { listMembers, removeMember } from '@/server/member/service';
import type { IdentityProvider } from './identity-provider';

/** People with an e-mail address and a password, kept in this service's own database. */
export const builtInDirectory: IdentityProvider = {
  administers: null,
  members: listMembers,
  removeMember,
  invite,
  invitations: listInvitations,
};
