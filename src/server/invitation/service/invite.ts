import type { PersonRole } from '@/domain/roles/permissions';
import { v7 as uuidv7 } from 'uuid';
import { conflict, notFound } from '@/domain/errors';
import { INVITATION_LIFETIME_MS } from '@/domain/invitation/invitation';
import { requireStanding } from '@/server/api-key/service';
import { recordAudit } from '@/server/audit/service';
import { newLinkToken } from '@/server/platform/auth/link-token';
import type { Actor, Principal } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { hasMemberWithEmail, requireLockedOrganization } from '@/server/organization/service';
import { type InvitationRecord, type OwnInvitation, toInvitationRecord } from '../dto';
import {
  findInvitation,
  findInvitations,
  findOpenInvitations,
  findOpenInvitationsBy,
  type InvitationRow,
  markInvitationRevoked,
  upsertInvitation,
} from '../repository';
import { mailInvitation, reserveInvitationMail } from './mail';

export interface Invitee {
  /** Lower case. */
  readonly email: string;
  readonly role: PersonRole;
}

/**
 * Invites an address into the caller's organization. An address that has not answered an earlier invitation
 * gets that one renewed: the earlier link is void. The link is mailed where mail is configured, after the
 * invitation is stored: it holds whatever comes of the mail.
 * @throws DomainError 403 as {@link requireStanding}, 409 when the address is a member's, 429 when too many were mailed
 */
export async function invite(deps: Deps, actor: Actor, invitee: Invitee): Promise<OwnInvitation> {
  const { email, role } = invitee;
  const token = newLinkToken();
  // Another token: the user of this one has read the mail. The one that is shown here may be passed on to anybody.
  const mailedToken = deps.mailer === null ? null : newLinkToken();
  const giveBack = await reserveInvitationMail(deps, actor, email);
  const { record, organizationName } = await storeInvitation(deps, actor, invitee, {
    tokenHash: token.sha256,
    mailedTokenHash: mailedToken?.sha256 ?? null,
    lifetimeMs: INVITATION_LIFETIME_MS,
  }).catch(async (error: unknown) => {
    await giveBack();
    throw error;
  });
  const linkOf = ({ text }: typeof token) => `${deps.env.publicUrl}/invitations/${text}`;
  const expiresAt = new Date(record.expires_at);
  const { name: invitedBy } = actor;
  const link = mailedToken && linkOf(mailedToken);
  const mailed = { email, role, organizationName, invitedBy, expiresAt };
  const mail = link === null ? 'not_configured' : await mailInvitation(deps, { ...mailed, link });
  return { ...record, accept_url: linkOf(token), mail };
}

interface StoredInvitation {
  readonly record: InvitationRecord;
  readonly organizationName: string;
}

export interface InvitationLink {
  /** SHA-256 of the token in the link that the inviting caller is shown. */
  readonly tokenHash: Buffer;
  /** The same of the link that is mailed; null where none is. */
  readonly mailedTokenHash: Buffer | null;
  /** Milliseconds that it holds from now on. */
  readonly lifetimeMs: number;
}

/**
 * Adds an invitation, or renews the one that the address has not answered yet, without mailing anything.
 * @throws DomainError 403 as {@link requireStanding}, 409 when the address is a member's
 */
export function storeInvitation(
  deps: Deps,
  actor: Actor,
  { email, role }: Invitee,
  { tokenHash, mailedTokenHash, lifetimeMs }: InvitationLink,
): Promise<StoredInvitation> {
  const { organizationId } = actor;
  return deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const { name: organizationName } = await requireStanding(tx, actor, 'organization:manage');
    if (await hasMemberWithEmail(organizationId, tx, email)) {
      throw conflict('This person is already a member');
    }
    const id = uuidv7();
    const row = await upsertInvitation(organizationId, tx, {
      id,
      email,
      role,
      tokenHash,
      mailedTokenHash,
      invitedBy: actor.name,
      createdAt: at,
      expiresAt: new Date(at.getTime() + lifetimeMs),
    });
    const after = toInvitationRecord(row, at);
    await recordAudit(tx, actor, {
      at,
      action: row.id === id ? 'invitation.create' : 'invitation.renew',
      subjectKind: 'invitation',
      subjectId: row.id,
      after,
    });
    return { record: after, organizationName };
  });
}

/** Lists the invitations of the caller's organization, newest first, whatever became of them. */
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
    return revokeOpen(tx, actor, row, at);
  });
}

/**
 * Takes back the invitation that an address has not answered, as a step of the removal of who has it: the next one is to be
 * given by somebody who knows of that. The organization is locked.
 */
export async function revokeInvitationsTo(
  tx: Transaction,
  actor: Actor,
  { email, at }: { readonly email: string; readonly at: Date },
): Promise<void> {
  const open = await findOpenInvitations(actor.organizationId, tx);
  for (const row of open.filter((one) => one.email === email)) await revokeOpen(tx, actor, row, at);
}

/** Takes back the invitations that nobody has answered and that a person sent last, or a key of theirs, as a step. */
export async function revokeInvitationsSentBy(
  tx: Transaction,
  actor: Actor,
  { userId, at }: { readonly userId: string; readonly at: Date },
): Promise<void> {
  for (const row of await findOpenInvitationsBy(actor.organizationId, tx, { userId, at }))
    await revokeOpen(tx, actor, row, at);
}

async function revokeOpen(
  tx: Transaction,
  actor: Actor,
  row: InvitationRow,
  at: Date,
): Promise<InvitationRecord> {
  await markInvitationRevoked(actor.organizationId, tx, row.id, at);
  const after = toInvitationRecord({ ...row, revokedAt: at }, at);
  await recordAudit(tx, actor, {
    at,
    action: 'invitation.revoke',
    subjectKind: 'invitation',
    subjectId: row.id,
    before: toInvitationRecord(row, at),
    after,
  });
  return after;
}

/** Functions on invitations that other nouns use as steps of their own. */
export {
  findInvitationByToken,
  findInvitations,
  findOpenInvitationsBy,
  markInvitationAccepted,
  markInvitationRevoked,
  type FoundInvitation,
} from '../repository';
