import { conflict, forbidden, notFound } from '@/domain/errors';
import { invitationStatus, type InvitationStatus } from '@/domain/invitation/invitation';
import type { PersonRole } from '@/domain/roles/permissions';
import { recordAccountChange, recordAudit } from '@/server/audit/service';
import { digestOfToken } from '@/server/platform/auth/link-token';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { CallOrigin, PersonCaller } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { toMemberRecord } from '@/server/member/dto';
import { deleteFormerMember, findMember } from '@/server/member/service';
import { insertMembership, requireLockedOrganization } from '@/server/organization/service';
import { updateActiveOrganization } from '@/server/session/service/sessions';
import { hasherOf, hashPassword } from '@/server/user/service/password';
import { requireGoodPassword } from '@/server/user/service/password-faults';
import { createUser, markEmailProven } from '@/server/user/service/people';
import {
  findInvitationByToken,
  type FoundInvitation,
  markInvitationAccepted,
} from '@/server/invitation/service/invite';

/** An invitation as the holder of its link sees it before they accept. */
export interface InvitationPreview {
  readonly organizationId: OrganizationId;
  readonly organizationName: string;
  readonly email: string;
  readonly role: PersonRole;
  readonly invitedBy: string;
  readonly status: InvitationStatus;
  readonly expiresAt: string;
}

/**
 * Previews an invitation, without telling whether the address has an account: the inviter may hold the link.
 * @throws DomainError 404 for a link that was never given out, or has been replaced by a newer one
 */
export async function previewInvitation(
  { db, clock }: Deps,
  token: string,
): Promise<InvitationPreview> {
  const found = await requireFound(db, token);
  const { organizationId, organizationName, email, role, invitedBy } = found;
  const status = invitationStatus(found, clock.now());
  const expiresAt = found.expiresAt.toISOString();
  return { organizationId, organizationName, email, role, invitedBy, status, expiresAt };
}

/** The organization that a person has joined. */
export interface Joined {
  readonly organizationId: OrganizationId;
  readonly organizationName: string;
  /** The address to sign in with. */
  readonly email: string;
}

/**
 * Makes a signed-in person a member, and their session act in the organization. Only the invited address can
 * accept, and only once. With the link that was mailed there the person has also shown that the address is theirs.
 * @throws DomainError 403 for another address, 404 for an unknown link, 409 when it has been used, was
 * revoked or has expired
 */
export function acceptInvitation(
  deps: Deps,
  person: PersonCaller,
  token: string,
  origin: CallOrigin,
): Promise<Joined> {
  return deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const invitation = await lockOpenInvitation(tx, token, at);
    if (invitation.email !== person.email) {
      throw forbidden('This invitation is for another e-mail address');
    }
    if (invitation.isMailedLink && (await markEmailProven(tx, person.id, 'invitation', at))) {
      const detail = { email: person.email, by: 'invitation' };
      await recordAccountChange(tx, person, { at, origin, what: 'email_proven', detail });
    }
    const joined = await join(tx, invitation, person, { at, origin });
    await updateActiveOrganization(invitation.organizationId, tx, person.sessionId);
    return joined;
  });
}

export interface NewPerson {
  readonly token: string;
  readonly name: string;
  readonly password: string;
}

/**
 * Creates the account of the invited address and makes it a member: both or neither. The address counts as
 * proven only with the link that was mailed there: the other one may be in anybody's hands. Whether there is an
 * account already is said as late as can be: finding it out costs the making of one, which stands in the trail.
 * @throws DomainError 403 where people sign in at the provider alone, 404 for an unknown link, 409 when it has
 * been used, was revoked or has expired, or when the address has an account, 422 for a password that is easy
 * to guess, 429 when too many passwords are waiting to be hashed
 */
export async function acceptAsNewPerson(
  deps: Deps,
  { token, name, password }: NewPerson,
  origin: CallOrigin,
): Promise<Joined> {
  if (!deps.env.passwordLogin) throw forbidden('Accounts with a password are not in use here');
  // Hashing is expensive: nothing is hashed for a link that does not hold.
  const found = await requireFound(deps.db, token);
  requireOpen(found, deps.clock.now());
  await requireGoodPassword(password, { email: found.email, name });
  const passwordHash = await hashPassword(
    password,
    hasherOf({ isKnown: false, account: found.email, remoteAddress: origin.remoteAddress }),
  );
  return deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const invitation = await lockOpenInvitation(tx, token, at);
    const { email, isMailedLink } = invitation;
    const provenBy = isMailedLink ? 'invitation' : null;
    const user = await createUser(tx, { name, email, passwordHash, provenBy }, at);
    const detail = { email, invitation_id: invitation.id, link: isMailedLink ? 'mailed' : 'shown' };
    await recordAccountChange(tx, user, { at, origin, what: 'create', detail });
    return join(tx, invitation, user, { at, origin });
  });
}

async function join(
  tx: Transaction,
  invitation: FoundInvitation,
  person: { readonly id: string; readonly name: string },
  { at, origin }: { readonly at: Date; readonly origin: CallOrigin },
): Promise<Joined> {
  const { organizationId, organizationName, email, role } = invitation;
  await markInvitationAccepted(organizationId, tx, invitation.id, at);
  // A person who has become a member since in another way keeps the role they have.
  if (!(await findMember(organizationId, tx, person.id))) {
    const { id: userId, name } = person;
    await insertMembership(organizationId, tx, { userId, role, joinedAt: at });
    await deleteFormerMember(organizationId, tx, { userId, emails: [invitation.email] });
    const member = await findMember(organizationId, tx, userId);
    await recordAudit(
      tx,
      { kind: 'person', id: userId, name, organizationId, role, origin },
      {
        at,
        action: 'member.join',
        subjectKind: 'user',
        subjectId: userId,
        after: {
          ...(member && toMemberRecord(member)),
          invitation_id: invitation.id,
          link: invitation.isMailedLink ? 'mailed' : 'shown',
        },
      },
    );
  }
  return { organizationId, organizationName, email };
}

/** Reads an invitation that can be accepted, while nobody else changes it or the members. */
async function lockOpenInvitation(
  tx: Transaction,
  token: string,
  now: Date,
): Promise<FoundInvitation> {
  const seen = await requireFound(tx, token);
  await requireLockedOrganization(tx, seen.organizationId);
  const invitation = await requireFound(tx, token);
  requireOpen(invitation, now);
  return invitation;
}

async function requireFound(db: Transaction, token: string): Promise<FoundInvitation> {
  const found = await findInvitationByToken(db, digestOfToken(token));
  if (!found) throw notFound('Invitation');
  return found;
}

const CLOSED = {
  accepted: 'This invitation has been used already',
  revoked: 'This invitation has been revoked',
  expired: 'This invitation has expired',
} as const satisfies Record<Exclude<InvitationStatus, 'pending'>, string>;

function requireOpen(invitation: FoundInvitation, now: Date): void {
  const status = invitationStatus(invitation, now);
  if (status !== 'pending') throw conflict(CLOSED[status]);
}
