import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';

interface NewWaiverLinkRow {
  readonly waiverId: string;
  readonly userId: string;
  readonly tokenHash: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Adds a link, in place of the one that the person had for this waiver. Plan: primary key. */
export async function saveLink(
  organizationId: OrganizationId,
  tx: Transaction,
  row: NewWaiverLinkRow,
): Promise<void> {
  await tx.sql
    .insertInto('waiverLink')
    .values({ ...row, organizationId })
    .onConflict((known) =>
      known.columns(['organizationId', 'waiverId', 'userId']).doUpdateSet(({ ref }) => ({
        tokenHash: ref('excluded.tokenHash'),
        createdAt: ref('excluded.createdAt'),
        expiresAt: ref('excluded.expiresAt'),
      })),
    )
    .execute();
}

/**
 * Finds what the link with this digest is for while it holds, in whatever organization: whoever opens it may have
 * nothing but the link. Plan: waiver_link (token_hash).
 */
export async function findLink(db: Transaction, tokenHash: Buffer, now: Date) {
  const row = await db.sql
    .selectFrom('waiverLink as l')
    .innerJoin('organization as o', 'o.id', 'l.organizationId')
    .select(['l.organizationId', 'l.waiverId', 'l.userId', 'o.name as organizationName'])
    .where('l.tokenHash', '=', tokenHash)
    .where('l.expiresAt', '>', now)
    .executeTakeFirst();
  return row ? { ...row, organizationId: mintOrganizationId(row.organizationId) } : null;
}

/** Voids the links of a person in an organization. Plan: the organization's part of the primary key; there are few. */
export async function removeLinksOf(
  organizationId: OrganizationId,
  tx: Transaction,
  userId: string,
): Promise<void> {
  await tx.of(organizationId).waiverLink.deleteMany({ where: { userId } });
}

/** Voids all links to a waiver: what they asked for is decided, or is another thing now. */
export async function removeLinks(
  organizationId: OrganizationId,
  tx: Transaction,
  waiverId: string,
): Promise<void> {
  await tx.of(organizationId).waiverLink.deleteMany({ where: { waiverId } });
}
