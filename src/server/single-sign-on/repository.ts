import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';

/** A person's identity at a provider. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

/** Finds the person linked to an identity, whose use is noted. Plan: the table's primary key. */
export async function findLinkedUser(
  { prisma }: Transaction,
  { issuer, subject }: Identity,
  lastUsedAt: Date,
): Promise<string | null> {
  const [row] = await prisma.userIdentity.updateManyAndReturn({
    where: { issuer, subject },
    data: { lastUsedAt },
    select: { userId: true },
  });
  return row?.userId ?? null;
}

/** Plan: user_identity (user_id, issuer). */
export async function hasIdentityAt(
  { prisma }: Transaction,
  userId: string,
  issuer: string,
): Promise<boolean> {
  const where = { userId, issuer };
  return (await prisma.userIdentity.findFirst({ where, select: { userId: true } })) !== null;
}

/** Links an identity to a person; false when either has been linked meanwhile. */
export async function insertIdentity(
  { prisma }: Transaction,
  { issuer, subject }: Identity,
  userId: string,
  at: Date,
): Promise<boolean> {
  const row = { issuer, subject, userId, createdAt: at, lastUsedAt: at };
  const { count } = await prisma.userIdentity.createMany({ data: [row], skipDuplicates: true });
  return count === 1;
}

/**
 * Tells whether any organization waits for this address: all of them are asked, since nobody is a member of one
 * yet. Plan: invitation (email).
 * @param email lower case
 */
export async function isInvitedAnywhere(
  tx: Transaction,
  email: string,
  now: Date,
): Promise<boolean> {
  const row = await tx.sql
    .selectFrom('invitation')
    .select('id')
    .where('email', '=', email)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findOrganizationByIdpId(
  { prisma }: Transaction,
  idpId: string,
): Promise<OrganizationId | null> {
  const row = await prisma.organization.findUnique({ where: { idpId }, select: { id: true } });
  return row ? mintOrganizationId(row.id) : null;
}

/**
 * Tells whether the audit trail knows that a person was removed or left. It may have lost the entry, and `former_member`
 * has what it told; what a process of a version before that table removes is told in the trail alone. Asked of people who
 * are not members, so seldom. Plan: audit_event by the front of its primary key.
 */
export async function hasLeft(
  organizationId: OrganizationId,
  tx: Transaction,
  userId: string,
): Promise<boolean> {
  const where = { subjectId: userId, subjectKind: 'user', action: 'member.remove' };
  const removal = await tx.of(organizationId).auditEvent.findFirst({ where, select: { id: true } });
  return removal !== null;
}

export async function insertProviderSession(
  { prisma }: Transaction,
  sessionId: string,
  sealedIdToken: string,
): Promise<void> {
  await prisma.providerSession.createMany({ data: [{ sessionId, sealedIdToken }] });
}

/** Takes the stored data of a session: it serves once. */
export async function takeProviderSession(
  db: Transaction,
  sessionId: string,
): Promise<string | null> {
  const row = await db.sql
    .deleteFrom('providerSession')
    .where('sessionId', '=', sessionId)
    .returning('sealedIdToken')
    .executeTakeFirst();
  return row?.sealedIdToken ?? null;
}
