import { z } from 'zod';
import { conflict, notFound } from '@/domain/errors';
import type { PersonRole } from '@/domain/roles/permissions';
import { recordAudit } from '@/server/audit/service';
import type { Actor, Principal } from '@/server/auth/principal';
import type { Transaction } from '@/server/db';
import type { Deps } from '@/server/deps';
import { requireLockedOrganization } from '@/server/organization/service';
import { moveSessionsOff, revokeSessionsIn } from '@/server/session/queries';
import { toMemberRecord, type MemberRecord } from './dto';
import {
  deleteMembership,
  findMember,
  findMembers,
  hasOtherAdmin,
  updateMemberRole,
  type MemberRow,
} from './queries';

/** The members of the caller's organization, by name, then e-mail. */
export async function listMembers({ db }: Deps, principal: Principal): Promise<MemberRecord[]> {
  const rows = await findMembers(principal.organizationId, db);
  return rows.map(toMemberRecord);
}

/**
 * Removes a member. Their sessions that act in the organization end at once; somebody who leaves on their own
 * account stays signed in and goes on elsewhere.
 * @throws DomainError 404 for somebody who is not a member, 409 for the last admin
 */
export function removeMember(deps: Deps, actor: Actor, userId: string): Promise<MemberRecord> {
  const { organizationId } = actor;
  return deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const member = await lockedMember(tx, actor, userId);
    if (member.role === 'admin') await requireOtherAdmin(tx, actor, member);
    if (actor.kind === 'person' && actor.id === member.userId) {
      await moveSessionsOff(organizationId, tx, member.userId);
    } else {
      await revokeSessionsIn(organizationId, tx, member.userId, at);
    }
    await deleteMembership(organizationId, tx, member.userId);
    const removed = toMemberRecord(member);
    await recordAudit(tx, actor, {
      at,
      action: 'member.remove',
      subjectKind: 'user',
      subjectId: member.userId,
      before: removed,
    });
    return removed;
  });
}

/**
 * Gives a member another role; it holds from their next request on.
 * @throws DomainError 404 for somebody who is not a member, 409 for the last admin
 */
export function changeMemberRole(
  deps: Deps,
  actor: Actor,
  { userId, role }: { readonly userId: string; readonly role: PersonRole },
): Promise<MemberRecord> {
  return deps.db.transaction(async (tx) => {
    const member = await lockedMember(tx, actor, userId);
    const before = toMemberRecord(member);
    if (member.role === role) return before;
    if (member.role === 'admin') await requireOtherAdmin(tx, actor, member);
    await updateMemberRole(actor.organizationId, tx, member.userId, role);
    const after = { ...before, role };
    await recordAudit(tx, actor, {
      at: deps.clock.now(),
      action: 'member.change_role',
      subjectKind: 'user',
      subjectId: member.userId,
      before,
      after,
    });
    return after;
  });
}

/** A member, read while nobody else changes the members of the organization. */
async function lockedMember(tx: Transaction, actor: Actor, userId: string): Promise<MemberRow> {
  const { organizationId } = actor;
  await requireLockedOrganization(tx, organizationId);
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
