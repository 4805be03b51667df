import { z } from 'zod';
import { conflict, forbidden, notFound } from '@/domain/errors';
import { can, type PersonRole } from '@/domain/roles/permissions';
import { requireStanding, revokeKeysBeyond } from '@/server/api-key/service';
import { recordAudit } from '@/server/audit/service';
import { revokeFeedTokensOf } from '@/server/feed-token/service';
import type { Actor, Principal } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { revokeInvitationsSentBy, revokeInvitationsTo } from '@/server/invitation/service/invite';
import { requireLockedOrganization } from '@/server/organization/service';
import { moveSessionsOff, revokeSessionsIn } from '@/server/session/service/sessions';
import { type MemberRecord, toMemberRecord } from './dto';
import {
  deleteMembership,
  findMember,
  findMembers,
  hasOtherAdmin,
  type MemberRow,
  updateMemberRole,
  upsertFormerMember,
} from './repository';

/** Lists the members of the caller's organization, by name, then e-mail. */
export async function listMembers({ db }: Deps, principal: Principal): Promise<MemberRecord[]> {
  const rows = await findMembers(principal.organizationId, db);
  return rows.map(toMemberRecord);
}

/** A choice about the keys behind which a member stands, and that can do more than they can from now on. */
export interface KeysOfMember {
  /** Absent: they stay, marked in the list of keys. Most belong to a machine that another person minds by now. */
  readonly revokeKeys?: boolean | undefined;
}

/** How a member is removed. */
export interface Removal extends KeysOfMember {
  /** A further step of the same transaction. */
  readonly also?: ((tx: Transaction) => Promise<void>) | undefined;
}

/**
 * Removes a member. Their sessions that act in the organization end at once; a member who leaves on their own
 * account stays signed in and goes on elsewhere. An invitation that their address still has is void. Their API keys, feed
 * tokens and the invitations that they sent stay unless they are to be revoked.
 * @throws DomainError 403 for a caller who wants keys revoked and is no admin, and as {@link requireStanding}, 404 for a person
 *   who is not a member, 409 for the last admin
 */
export function removeMember(
  deps: Deps,
  actor: Actor,
  userId: string,
  { revokeKeys = false, also }: Removal = {},
): Promise<MemberRecord> {
  const { organizationId } = actor;
  if (revokeKeys && !can(actor.role, 'api-key:manage')) throw forbidden('Only admins revoke keys');
  return deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    // Whoever leaves needs no more than to be a member still.
    const isLeaving = actor.kind === 'person' && actor.id === userId.toLowerCase();
    if (isLeaving) await requireLockedOrganization(tx, organizationId);
    else await requireStanding(tx, actor, 'organization:manage');
    const member = await requireMember(tx, actor, userId);
    if (member.role === 'admin') await requireOtherAdmin(tx, actor, member);
    if (isLeaving) {
      await moveSessionsOff(organizationId, tx, member.userId);
    } else {
      await revokeSessionsIn(organizationId, tx, [member.userId], at);
    }
    await deleteMembership(organizationId, tx, member.userId);
    await also?.(tx);
    if (revokeKeys) {
      await revokeKeysBeyond(tx, actor, { userId: member.userId, role: null }, at);
      await revokeFeedTokensOf(deps, tx, actor, { userId: member.userId, at });
      await revokeInvitationsSentBy(tx, actor, { userId: member.userId, at });
    }
    const removed = toMemberRecord(member);
    await recordRemoval(tx, actor, removed, at);
    return removed;
  });
}

/**
 * Does what goes with each removal, as a step of it: keeps that the person is to come back by invitation alone, takes back
 * the one that their address has from before, and writes the audit row. The organization is locked.
 */
export async function recordRemoval(
  tx: Transaction,
  actor: Actor,
  removed: MemberRecord,
  at: Date,
): Promise<void> {
  const { user_id: userId } = removed;
  const email = removed.email.toLowerCase();
  await upsertFormerMember(actor.organizationId, tx, { userId, email, leftAt: at });
  await revokeInvitationsTo(tx, actor, { email, at });
  await recordAudit(tx, actor, {
    at,
    action: 'member.remove',
    subjectKind: 'user',
    subjectId: userId,
    before: removed,
  });
}

export interface RoleChange extends KeysOfMember {
  readonly userId: string;
  readonly role: PersonRole;
}

/**
 * Gives a member another role; it holds from their next request on. Their API keys stay as they are, unless those
 * that can do more are to be revoked.
 * @throws DomainError 403 as {@link requireStanding}, 404 for a person who is not a member, 409 for the last admin
 */
export function changeMemberRole(
  deps: Deps,
  actor: Actor,
  { userId, role, revokeKeys = false }: RoleChange,
): Promise<MemberRecord> {
  return deps.db.transaction(async (tx) => {
    // What a new admin may do outlasts whoever has made them one.
    await requireStanding(tx, actor, 'organization:manage');
    const member = await requireMember(tx, actor, userId);
    const before = toMemberRecord(member);
    if (member.role === role) return before;
    if (member.role === 'admin') await requireOtherAdmin(tx, actor, member);
    await updateMemberRole(actor.organizationId, tx, member.userId, role);
    const at = deps.clock.now();
    if (revokeKeys) await revokeKeysBeyond(tx, actor, { userId: member.userId, role }, at);
    const after = { ...before, role };
    await recordAudit(tx, actor, {
      at,
      action: 'member.change_role',
      subjectKind: 'user',
      subjectId: member.userId,
      before,
      after,
    });
    return after;
  });
}

/** Reads a member of the organization, which is locked: nobody else changes its members. */
async function requireMember(tx: Transaction, actor: Actor, userId: string): Promise<MemberRow> {
  const { organizationId } = actor;
  // The contract's user ids are plain strings; one that is no UUID is nobody's.
  const id = z.guid().safeParse(userId).data;
  const member = id === undefined ? null : await findMember(organizationId, tx, id);
  if (!member) throw notFound('Member');
  return member;
}

async function requireOtherAdmin(tx: Transaction, actor: Actor, member: MemberRow): Promise<void> {
  if (await hasOtherAdmin(actor.organizationId, tx, member.userId)) return;
  throw conflict('The last admin of an organization can be neither removed nor demoted');
}

/** Functions on members that other nouns use as steps of their own. */
export {
  deleteFormerMember,
  deleteMembership,
  findMember,
  isFormerMember,
  updateMemberRole,
} from './repository';
