import { conflict, isDomainError } from '@/domain/errors';
import type { PersonCaller } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import type { IdentityProvider } from '@/server/identity-provider/service/identity-provider';
import { listInvitations } from '@/server/invitation/service/invite';
import { changeMemberRole } from '@/server/member/service';
import {
  answered,
  directoryMembers,
  idAtKeycloak,
  type KeycloakContext,
  keycloakId,
} from './members';
import { inviteThroughKeycloak } from './invitations';
import { keycloakMemberships } from './memberships';
import { findSubject } from '@/server/identity-provider/repository';
import { removeFromBoth } from './removal';

/**
 * Keeps organizations and their members at a Keycloak server, whose organizations an organization here names by its
 * `idp_id`. What Keycloak does not know stays here: roles, and who was invited.
 */
export function keycloakDirectory(context: KeycloakContext): IdentityProvider {
  return {
    kind: 'keycloak',
    administers: (deps, person, idpId) => administers(context, deps, person, idpId),
    memberships: keycloakMemberships(context),
    members: async (deps, { organizationId }) => {
      const idpId = await idAtKeycloak(deps, organizationId);
      const members = await directoryMembers(context, deps, organizationId, idpId);
      return members.filter(({ isCounted }) => isCounted).map(({ record }) => record);
    },
    removeMember: (deps, actor, userId, keys) =>
      removeFromBoth(context, deps, actor, { userId, keys }),
    changeRole: async (deps, actor, change) => {
      try {
        return await changeMemberRole(deps, actor, change);
      } catch (error) {
        if (!isDomainError(error) || error.code !== 'not_found') throw error;
        const idpId = await idAtKeycloak(deps, actor.organizationId);
        const members = await directoryMembers(context, deps, actor.organizationId, idpId);
        const isAwaited = members.some(({ record }) => record.user_id === change.userId);
        if (!isAwaited) throw error;
        throw conflict('This person has not signed in here yet: their role can be changed then');
      }
    },
    invite: (deps, actor, invitee) => inviteThroughKeycloak(context, deps, actor, invitee),
    invitations: listInvitations,
  };
}

/** Tells whether Keycloak names the person in an attribute of the organization, and counts them among its members. */
async function administers(
  { organizations, issuer }: KeycloakContext,
  { db }: Deps,
  person: PersonCaller,
  idpId: string,
): Promise<boolean> {
  const id = keycloakId(idpId);
  const subject = keycloakId((await findSubject(db, issuer, person.id)) ?? '');
  if (id === null || subject === null) return false;
  return answered(async () => {
    const organization = await organizations.organization(id);
    if (!organization?.isEnabled || !organization.adminIds.has(subject)) return false;
    return (await organizations.member(id, subject))?.isEnabled ?? false;
  });
}
