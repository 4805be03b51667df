import { notFound } from '@/domain/errors';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import type { MemberRecord } from '@/server/member/dto';
import { type KeysOfMember, recordRemoval, removeMember } from '@/server/member/service';
import { requireLockedOrganization } from '@/server/organization/service';
import {
  answered,
  directoryMembers,
  forgetIfGone,
  idAtKeycloak,
  type KeycloakContext,
  keycloakId,
  subjectOf,
} from './members';
import { findLinkedMember } from '@/server/identity-provider/repository';

const HALF_DONE =
  'This person has no access here any more, but the identity provider does not answer: try again to remove them there';

/**
 * Removes a member here and at Keycloak. Here comes first: access ends at once, whatever Keycloak does, and the
 * rule of the last admin is kept where the roles are. Until Keycloak has done its part the person is still listed,
 * and can be removed again.
 * @param userId here or at Keycloak
 * @throws DomainError 404 for a person who is a member neither here nor there, 409 for the last admin, 503 where
 *   Keycloak does not answer
 */
export async function removeFromBoth(
  context: KeycloakContext,
  deps: Deps,
  actor: Actor,
  { userId, keys }: { readonly userId: string; readonly keys?: KeysOfMember | undefined },
): Promise<MemberRecord> {
  const { organizationId } = actor;
  const id = keycloakId(userId.toLowerCase());
  if (id === null) throw notFound('Member');
  const idpId = await idAtKeycloak(deps, organizationId);
  const here = await findLinkedMember(organizationId, deps.db, context.issuer, id);
  if (!here) return removeAwaited(context, deps, actor, { id, idpId });
  const removed = await removeMember(deps, actor, here.userId, keys);
  if (idpId === null) return removed;
  await answered(async () => {
    const { organizations } = context;
    const there = here.subject === null ? (await organizations.members(idpId)).people : [];
    const subject = subjectOf(here, there);
    if (subject === null) return;
    await organizations.remove(idpId, subject);
    await forgetIfGone(context, deps, { userId: here.userId, subject });
  }, HALF_DONE);
  return removed;
}

/** Removes a person who is a member at Keycloak and has no access here, or not any more. */
async function removeAwaited(
  context: KeycloakContext,
  deps: Deps,
  actor: Actor,
  { id, idpId }: { readonly id: string; readonly idpId: string | null },
): Promise<MemberRecord> {
  const members = await directoryMembers(context, deps, actor.organizationId, idpId);
  const member = members.find(({ record, subject }) => record.user_id === id || subject === id);
  const subject = member?.subject ?? null;
  if (!member || subject === null || idpId === null) throw notFound('Member');
  await answered(async () => {
    await context.organizations.remove(idpId, subject);
    await forgetIfGone(context, deps, { userId: member.record.user_id, subject });
  });
  await deps.db.transaction(async (tx) => {
    await requireLockedOrganization(tx, actor.organizationId);
    await recordRemoval(tx, actor, member.record, deps.clock.now());
  });
  return member.record;
}
