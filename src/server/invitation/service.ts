import { v7 as uuidv7 } from 'uuid';
import { conflict, notFound } from '@/domain/errors';
import { INVITATION_LIFETIME_MS } from '@/domain/invitation/invitation-status';
import { recordAudit } from '@/server/audit/service';
import type { Actor, Principal } from '@/server/auth/principal';
import type { Deps } from '@/server/deps';
import type { Invitee } from '@/server/identity-provider/identity-provider';
import { hasMemberWithEmail } from '@/server/member/queries';
import { requireLockedOrganization } from '@/server/organization/service';
import { toInvitationRecord, type InvitationRecord, type ShownInvitation } from './dto';
import {
  findInvitation,
  findInvitations,
  markInvitationRevoked,
  upsertInvitation,
} from './queries';
import { newInvitationToken } from './token';

/**
 * Invites an address into the caller's organization. An address that has not answered an earlier invitation
 * gets that one renewed: the earlier link is void.
 * @throws DomainError 409 when the address is a member's
 */
export async function invite(
  deps: Deps,
  actor: Actor,
  { email, role }: Invitee,
): Promise<ShownInvitation> {
  const { organizationId } = actor;
  const token = newInvitationToken();
  const record = await deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    await requireLockedOrganization(tx, organizationId);
    if (await hasMemberWithEmail(organizationId, tx, email)) {
      throw conflict('This person is already a member');
    }
    const id = uuidv7();
    const row = await upsertInvitation(organizationId, tx, {
      id,
      email,
      role,
      tokenHash: token.sha256,
      invitedBy: actor.name,
      createdAt: at,
      expiresAt: new Date(at.getTime() + INVITATION_LIFETIME_MS),
    });
    const after = toInvitationRecord(row, at);
    await recordAudit(tx, actor, {
      at,
      action: row.id === id ? 'invitation.create' : 'invitation.renew',
      subjectKind: 'invitation',
      subjectId: row.id,
      after,
    });
    return after;
  });
  return { ...record, accept_url: `${deps.env.publicUrl}/invitations/${token.text}` };
}

/** The invitations of the caller's organization, newest first, whatever became of them. */
export async function listInvitations(
  { db, clock }: Deps,
  principal: Principal,
): Promise<InvitationRecord[]> {
  const now = clock.now();
  const rows = await findInvitations(principal.organizationId, db);
  return rows.map((row) => toInvitationRecord(row, now));
}

/**
 * Takes an invitation back; its link is void at once. One that has expired can be taken back too.
 * @throws DomainError 404 when the organization has no such invitation, 409 when it was accepted or revoked
 */
export function revokeInvitation(deps: Deps, actor: Actor, id: string): Promise<InvitationRecord> {
  const { organizationId } = actor;
  return deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    await requireLockedOrganization(tx, organizationId);
    const row = await findInvitation(organizationId, tx, id);
    if (!row) throw notFound('Invitation');
    if (row.acceptedAt) throw conflict('This invitation has been accepted already');
    if (row.revokedAt) throw conflict('This invitation has been revoked already');
    await markInvitationRevoked(organizationId, tx, id, at);
    const after = toInvitationRecord({ ...row, revokedAt: at }, at);
    await recordAudit(tx, actor, {
      at,
      action: 'invitation.revoke',
      subjectKind: 'invitation',
      subjectId: id,
      before: toInvitationRecord(row, at),
      after,
    });
    return after;
  });
}
