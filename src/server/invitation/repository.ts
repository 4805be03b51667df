import type { Insertable } from 'kysely';
import { INVITATION_LIFETIME_MS } from '@/domain/invitation/invitation';
import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Prisma } from '@/server/prisma-client/client';
import type { Tables } from '@/server/prisma-client/tables';

const FIELDS = {
  id: true,
  email: true,
  role: true,
  invitedBy: true,
  createdAt: true,
  expiresAt: true,
  acceptedAt: true,
  revokedAt: true,
} as const satisfies Prisma.InvitationSelect;

export type InvitationRow = Prisma.InvitationGetPayload<{ select: typeof FIELDS }>;

export type NewInvitationRow = Omit<
  Required<Insertable<Tables['invitation']>>,
  'organizationId' | 'acceptedAt' | 'revokedAt'
>;

/**
 * Adds an invitation, or renews the one that an address has not answered yet: that keeps its id and gets the
 * new role, inviter, token and end. Plan: invitation_open_email_key.
 */
export function upsertInvitation(
  organizationId: OrganizationId,
  tx: Transaction,
  row: NewInvitationRow,
): Promise<InvitationRow> {
  return tx.sql
    .insertInto('invitation')
    .values({ organizationId, ...row })
    .onConflict((known) =>
      known
        .columns(['organizationId', 'email'])
        .where('acceptedAt', 'is', null)
        .where('revokedAt', 'is', null)
        .doUpdateSet(({ ref }) => ({
          role: ref('excluded.role'),
          tokenHash: ref('excluded.tokenHash'),
          mailedTokenHash: ref('excluded.mailedTokenHash'),
          invitedBy: ref('excluded.invitedBy'),
          expiresAt: ref('excluded.expiresAt'),
        })),
    )
    .returning(['id', 'email', 'role', 'invitedBy', 'createdAt', 'expiresAt'])
    .returning(['acceptedAt', 'revokedAt'])
    .executeTakeFirstOrThrow();
}

/** Finds invitations, newest first. Plan: invitation by the front of its primary key, sorted; there are few. */
export function findInvitations(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<InvitationRow[]> {
  return db.of(organizationId).invitation.findMany({
    select: FIELDS,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
}

/**
 * Finds the invitations that nobody has answered yet, also of which the end has come, by address. Plan: invitation by the
 * front of its primary key.
 */
export function findOpenInvitations(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<InvitationRow[]> {
  return db.of(organizationId).invitation.findMany({
    where: { acceptedAt: null, revokedAt: null },
    select: FIELDS,
    orderBy: [{ email: 'asc' }, { id: 'asc' }],
  });
}

/**
 * Finds those of them that a person sent last, or a key behind which they stand: the audit trail knows. What ended more than a
 * lifetime ago is left: nothing counts it any more, and it would be looked for years back. Asked when somebody goes. Plan: audit_event (organization_id, at), from the oldest of them on; api_key by the front of its primary key.
 */
export async function findOpenInvitationsBy(
  organizationId: OrganizationId,
  db: Transaction,
  { userId, at }: { readonly userId: string; readonly at: Date },
): Promise<InvitationRow[]> {
  const oldestEndMs = at.getTime() - INVITATION_LIFETIME_MS;
  const open = (await findOpenInvitations(organizationId, db)).filter(
    ({ expiresAt }) => expiresAt.getTime() > oldestEndMs,
  );
  if (open.length === 0) return [];
  const since = new Date(Math.min(...open.map(({ createdAt }) => createdAt.getTime())));
  const sent = await db.sql
    .selectFrom('auditEvent')
    .select(['subjectId', 'actorId'])
    .distinctOn('subjectId')
    .where('organizationId', '=', organizationId)
    .where('at', '>=', since)
    .where(({ eb, fn, val }) => eb('subjectId', '=', fn.any(val(open.map(({ id }) => id)))))
    .where('action', 'in', ['invitation.create', 'invitation.renew'])
    .orderBy('subjectId')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const keys = await db.of(organizationId).apiKey.findMany({
    where: { createdByUserId: userId },
    select: { id: true },
  });
  const own = new Set([userId, ...keys.map(({ id }) => id)]);
  const theirs = new Set(sent.filter((one) => own.has(one.actorId)).map((one) => one.subjectId));
  return open.filter(({ id }) => theirs.has(id));
}

/** Plan: primary key. */
export function findInvitation(
  organizationId: OrganizationId,
  db: Transaction,
  id: string,
): Promise<InvitationRow | null> {
  return db.of(organizationId).invitation.findFirst({ where: { id }, select: FIELDS });
}

export type FoundInvitation = NonNullable<Awaited<ReturnType<typeof findInvitationByToken>>>;

/**
 * Finds the invitation with a link that ends in the token with this digest, in whatever organization: a person who
 * is not a member has nothing but the link. `isMailedLink`: it went to the address by mail, and nobody else has
 * seen it. Plan: invitation (token_hash) and (mailed_token_hash).
 */
export async function findInvitationByToken(db: Transaction, tokenHash: Buffer) {
  const row = await db.sql
    .selectFrom('invitation as i')
    .innerJoin('organization as o', 'o.id', 'i.organizationId')
    .select(['i.id', 'i.email', 'i.role', 'i.invitedBy', 'i.createdAt', 'i.expiresAt'])
    .select(['i.acceptedAt', 'i.revokedAt', 'i.organizationId', 'o.name as organizationName'])
    .select((eb) =>
      eb('i.mailedTokenHash', 'is not distinct from', tokenHash)
        .$castTo<boolean>()
        .as('isMailedLink'),
    )
    .where((eb) =>
      eb.or([eb('i.tokenHash', '=', tokenHash), eb('i.mailedTokenHash', '=', tokenHash)]),
    )
    .executeTakeFirst();
  return row ? { ...row, organizationId: mintOrganizationId(row.organizationId) } : null;
}

export async function markInvitationAccepted(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
  acceptedAt: Date,
): Promise<void> {
  await tx.of(organizationId).invitation.updateMany({ where: { id }, data: { acceptedAt } });
}

export async function markInvitationRevoked(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
  revokedAt: Date,
): Promise<void> {
  await tx.of(organizationId).invitation.updateMany({ where: { id }, data: { revokedAt } });
}
