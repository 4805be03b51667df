import { notFound } from '@/domain/errors';
import type { Actor } from '@/server/platform/auth/principal';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import type { MemberRecord } from '@/server/member/dto';
import { type KeysOfMember, recordRemoval, removeMember } from '@/server/member/service';
import { lockOrganization, requireLockedOrganization } from '@/server/organization/service';
import { KeycloakFailure } from './admin-client';
import {
  answered,
  directoryMembers,
  forgetIfGone,
  idAtKeycloak,
  type KeycloakContext,
  keycloakId,
  subjectOf,
} from './members';
import {
  deleteUnfinishedRemoval,
  findLinkedMember,
  findUnfinishedRemovals,
  insertUnfinishedRemoval,
  type LinkedMemberRow,
} from '@/server/identity-provider/repository';

const HALF_DONE =
  'This person has no access here any more. The identity provider does not answer: they are removed there once it does';

/** An organization, and its id at Keycloak. */
export interface Place {
  readonly organizationId: OrganizationId;
  readonly idpId: string;
}

/**
 * Removes a member here and at Keycloak. Here comes first: access ends at once, whatever Keycloak does, and the
 * rule of the last admin is kept where the roles are. Until Keycloak has done its part the person is still listed,
 * and can be removed again; the rounds try it as well, and nothing makes them a member here.
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
  if (idpId === null) return removeMember(deps, actor, here.userId, keys);
  const removed = await removeMember(deps, actor, here.userId, {
    ...keys,
    also: (tx) => insertUnfinishedRemoval(organizationId, tx, here.userId),
  });
  await answered(() => finish(context, deps, { organizationId, idpId }, here), HALF_DONE);
  return removed;
}

/**
 * Removes at Keycloak whom only this service has removed so far, as far as it answers. Whoever has become a member here again,
 * as by a link from before members were kept at Keycloak, stays one.
 * @param email of the one account that it is about; all unless given
 * @throws KeycloakFailure the last, once each had its turn
 */
export async function finishRemovals(
  context: KeycloakContext,
  deps: Deps,
  place: Place,
  email?: string,
): Promise<void> {
  const rows = await findUnfinishedRemovals(place.organizationId, deps.db, context.issuer);
  let failure: KeycloakFailure | null = null;
  for (const row of rows.filter((one) => email === undefined || one.email === email)) {
    try {
      if (row.isMember) await settle(deps, place, row.userId);
      else await finish(context, deps, place, row);
    } catch (error) {
      if (!(error instanceof KeycloakFailure)) throw error;
      failure = error;
    }
  }
  if (failure) throw failure;
}

type Leaving = Pick<LinkedMemberRow, 'userId' | 'subject' | 'email' | 'isEmailVerified'>;

async function finish(
  context: KeycloakContext,
  deps: Deps,
  place: Place,
  person: Leaving,
): Promise<void> {
  const { organizations } = context;
  const { userId } = person;
  const there = person.subject === null ? (await organizations.members(place.idpId)).people : [];
  const subject = subjectOf(person, there);
  if (subject !== null) {
    await organizations.remove(place.idpId, subject);
    await forgetIfGone(context, deps, { userId, subject });
  }
  await settle(deps, place, userId);
}

/** In its turn after whoever is about to make them a member by what Keycloak said before. */
async function settle(deps: Deps, { organizationId }: Place, userId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockOrganization(organizationId, tx);
    await deleteUnfinishedRemoval(organizationId, tx, userId);
  });
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
    const { user_id: userId, email } = member.record;
    const person = { userId, subject, email, isEmailVerified: false };
    await finish(context, deps, { organizationId: actor.organizationId, idpId }, person);
  });
  await deps.db.transaction(async (tx) => {
    await requireLockedOrganization(tx, actor.organizationId);
    await recordRemoval(tx, actor, member.record, deps.clock.now());
  });
  return member.record;
}
