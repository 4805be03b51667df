import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization, type Places, prepared } from '@/server/platform/db/sql';
import type { Prisma } from '@/server/prisma-client/client';

/** A token that is not revoked, with the names of what it reads and whether its maker is still a member. */
export type FeedTokenRow = Awaited<ReturnType<typeof findFeedTokens>>[number];

type NewFeedTokenRow = Omit<
  Prisma.FeedTokenGetPayload<object>,
  'organizationId' | 'lastUsedAt' | 'revokedAt'
>;

export async function insertFeedToken(
  organizationId: OrganizationId,
  db: Transaction,
  row: NewFeedTokenRow,
): Promise<void> {
  await db.of(organizationId).feedToken.createMany({ data: [row] });
}

function selectTokens(organizationId: OrganizationId, db: Transaction) {
  return (
    db.sql
      .selectFrom('feedToken as t')
      // Without a name where it is gone: then the token reads nothing.
      .leftJoin('project as p', (join) =>
        join
          .onRef('p.organizationId', '=', 't.organizationId')
          .onRef('p.id', '=', 't.subjectId')
          .on('p.deletedAt', 'is', null),
      )
      .leftJoin('imageTag as i', (join) =>
        join
          .onRef('i.organizationId', '=', 't.organizationId')
          .onRef('i.id', '=', 't.subjectId')
          .on('i.deletedAt', 'is', null),
      )
      .leftJoin('membership as m', (join) =>
        join
          .onRef('m.organizationId', '=', 't.organizationId')
          .onRef('m.userId', '=', 't.createdByUserId'),
      )
      .select(['t.id', 't.label', 't.scope', 't.subjectId', 't.product', 't.publicId'])
      .select(['t.createdBy', 't.createdByUserId', 't.createdAt', 't.lastUsedAt'])
      .select(['p.name as projectName', 'i.name as imageName', 'i.tag as imageTag'])
      .select('m.userId as memberId')
      .where('t.organizationId', '=', anyOrganization(organizationId))
      .where('t.revokedAt', 'is', null)
  );
}

/**
 * Finds the tokens that are not revoked, newest first. Plan: feed_token (organization_id, created_at), then primary
 * keys.
 */
export function findFeedTokens(organizationId: OrganizationId, db: Transaction) {
  return selectTokens(organizationId, db)
    .orderBy('t.createdAt', 'desc')
    .orderBy('t.id', 'desc')
    .execute();
}

/** Finds a token that is not revoked. Plan: primary key. */
export async function findFeedToken(
  organizationId: OrganizationId,
  db: Transaction,
  id: string,
): Promise<FeedTokenRow | null> {
  const row = await selectTokens(organizationId, db).where('t.id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Finds the tokens of a person that are not revoked. Plan: as {@link findFeedTokens}; there are few. */
export function findFeedTokensOf(
  organizationId: OrganizationId,
  db: Transaction,
  userId: string,
): Promise<FeedTokenRow[]> {
  return selectTokens(organizationId, db).where('t.createdByUserId', '=', userId).execute();
}

/** Revokes a token; false when it is revoked already. */
export async function markFeedTokenRevoked(
  organizationId: OrganizationId,
  db: Transaction,
  id: string,
  at: Date,
): Promise<boolean> {
  const where = { id, revokedAt: null };
  const { count } = await db
    .of(organizationId)
    .feedToken.updateMany({ where, data: { revokedAt: at } });
  return count === 1;
}

/** Finds the name of a project. Plan: primary key. */
export async function findProjectName(
  organizationId: OrganizationId,
  db: Transaction,
  id: string,
): Promise<string | null> {
  const where = { id, deletedAt: null };
  const row = await db.of(organizationId).project.findFirst({ where, select: { name: true } });
  return row?.name ?? null;
}

/** Finds an image's name and tag. Plan: primary key. */
export function findImageName(organizationId: OrganizationId, db: Transaction, id: string) {
  const where = { id, deletedAt: null };
  return db.of(organizationId).imageTag.findFirst({ where, select: { name: true, tag: true } });
}

/** Plan: feed_token_public_id index. Every reading needs it, across all organizations: the token says which one it is. */
const tokensByPublicId = prepared((db, given: Places<{ publicId: string }>) =>
  db
    .selectFrom('feedToken as t')
    .select(['t.organizationId', 't.id', 't.scope', 't.subjectId', 't.product'])
    .select(['t.tokenSha256', 't.createdAt', 't.lastUsedAt'])
    .where('t.publicId', '=', given('publicId'))
    .where('t.revokedAt', 'is', null),
);

/** Finds the tokens with this public id that are not revoked. Nearly always one; the digest decides. */
export function findShownTokens(db: Transaction, publicId: string) {
  return tokensByPublicId(db.sql, { publicId });
}

/** Notes that a token was used, unless another request has since `before`. */
export async function touchFeedToken(
  organizationId: OrganizationId,
  db: Transaction,
  id: string,
  { now, before }: { readonly now: Date; readonly before: Date },
): Promise<void> {
  await db.sql
    .updateTable('feedToken')
    .set({ lastUsedAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('lastUsedAt', 'is', null), eb('lastUsedAt', '<', before)]))
    .execute();
}
