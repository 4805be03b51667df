import { NIL as NIL_UUID } from 'uuid';
import { recordAudit } from '@/server/audit/service';
import type { Actor, CallOrigin } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import type { ProviderPerson } from '@/server/identity-provider/service/identity-provider';
import { markInvitationAccepted } from '@/server/invitation/service/invite';
import { toMemberRecord } from '@/server/member/dto';
import {
  deleteFormerMember,
  deleteMembership,
  findMember,
  recordRemoval,
  updateMemberRole,
} from '@/server/member/service';
import { insertMembership, requireLockedOrganization } from '@/server/organization/service';
import { revokeSessionsIn } from '@/server/session/service/sessions';
import { findUser } from '@/server/user/service/people';
import { isRemovalUnfinished, type NamedOrganization } from '@/server/identity-provider/repository';
import type { KeycloakMember } from './organizations';
import { promisedRoles } from './promised-role';

/** The membership to be updated: whose, where, and from where they call. */
export interface Change {
  readonly person: ProviderPerson;
  readonly organization: NamedOrganization;
  readonly origin: CallOrigin;
}

/** Names Keycloak in the audit trail, for changes that neither the person nor anybody here made. */
function keycloakIn({ organization, origin }: Change): Actor {
  const { organizationId } = organization;
  return { kind: 'api_key', id: NIL_UUID, name: 'Keycloak', organizationId, role: 'admin', origin };
}

/**
 * Makes a person whom Keycloak counts among the members one here: as admin where Keycloak says so, else with the
 * role they were invited with, else as viewer. A person who is a member already keeps the role, unless Keycloak
 * names them as an admin. Nor does it make a member of a person whose removal from there is not finished.
 */
export async function admit(
  deps: Deps,
  change: Change,
  { member, isAdmin }: { readonly member: KeycloakMember; readonly isAdmin: boolean },
): Promise<void> {
  const { organizationId } = change.organization;
  await deps.db.transaction(async (tx) => {
    await requireLockedOrganization(tx, organizationId);
    const current = await findMember(organizationId, tx, change.person.userId);
    if (!current) {
      // Keycloak counts them only because it has not been told yet.
      if (await isRemovalUnfinished(organizationId, tx, change.person.userId)) return;
      return join(tx, change, { member, isAdmin, at: deps.clock.now() });
    }
    if (!isAdmin || current.role === 'admin') return;
    await updateMemberRole(organizationId, tx, current.userId, 'admin');
    const before = toMemberRecord(current);
    await recordAudit(tx, keycloakIn(change), {
      at: deps.clock.now(),
      action: 'member.change_role',
      subjectKind: 'user',
      subjectId: current.userId,
      before,
      after: { ...before, role: 'admin' },
    });
  });
}

async function join(
  tx: Transaction,
  change: Change,
  { member, isAdmin, at }: { readonly member: KeycloakMember; isAdmin: boolean; readonly at: Date },
): Promise<void> {
  const { organizationId } = change.organization;
  const user = await findUser(tx, change.person.userId);
  if (!user) return;
  const { id: userId, name, email } = user;
  const isEmailVerified = user.emailProvenAt !== null;
  const promises = await promisedRoles(organizationId, tx, at);
  // An address that Keycloak has not verified may be anybody's.
  const promised = member.isEmailVerified ? promises.get(member.email) : undefined;
  const role = isAdmin ? 'admin' : (promised?.role ?? 'viewer');
  await insertMembership(organizationId, tx, { userId, role, joinedAt: at });
  await deleteFormerMember(organizationId, tx, { userId, emails: [email] });
  if (promised) await markInvitationAccepted(organizationId, tx, promised.invitationId, at);
  await recordAudit(tx, keycloakIn(change), {
    at,
    action: 'member.join',
    subjectKind: 'user',
    subjectId: userId,
    after: {
      ...toMemberRecord({ userId, name, email, role, joinedAt: at, isEmailVerified }),
      ...(promised && { invitation_id: promised.invitationId }),
    },
  });
}

/**
 * Ends the membership of a person whom Keycloak no longer counts among the members, and their sessions in the
 * organization. Keycloak's word holds for the last admin too: it can name another.
 */
export async function dismiss(deps: Deps, change: Change): Promise<void> {
  const { organizationId } = change.organization;
  const { userId } = change.person;
  await deps.db.transaction(async (tx) => {
    await requireLockedOrganization(tx, organizationId);
    const member = await findMember(organizationId, tx, userId);
    if (!member) return;
    const at = deps.clock.now();
    await revokeSessionsIn(organizationId, tx, [userId], at);
    await deleteMembership(organizationId, tx, userId);
    await recordRemoval(tx, keycloakIn(change), toMemberRecord(member), at);
  });
}
