import { isKept } from '@/server/inventory/sql';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization, type Places, prepared } from '@/server/platform/db/sql';
import type { Prisma } from '@/server/prisma-client/client';

/** A token with the names of what it reads and whether its maker is still a member. */
export type FeedTokenRow = Awaited<ReturnType<typeof findFeedTokens>>[number];

type NewFeedTokenRow = Omit<Prisma.FeedTokenGetPayload<object>, 'organizationId' | 'lastUsedAt'>;

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
          .on(isKept('i')),
      )
      .leftJoin('team as e', (join) =>
        join.onRef('e.organizationId', '=', 't.organizationId').onRef('e.id', '=', 't.subjectId'),
      )
      .leftJoin('membership as m', (join) =>
        join
          .onRef('m.organizationId', '=', 't.organizationId')
          .onRef('m.userId', '=', 't.createdByUserId'),
      )
      .select(['t.id', 't.label', 't.scope', 't.subjectId', 't.product', 't.publicId'])
      .select(['t.createdBy', 't.createdByUserId', 't.createdAt', 't.expiresAt', 't.lastUsedAt'])
      .select(['e.name as teamName', 'p.name as projectName'])
      .select(['i.name as imageName', 'i.tag as imageTag'])
      .select('m.userId as memberId')
      .where('t.organizationId', '=', anyOrganization(organizationId))
  );
}

/** Finds an organization's tokens, newest first. Plan: feed_token (organization_id, created_at), then primary keys. */
export function findFeedTokens(organizationId: OrganizationId, db: Transaction) {
  return selectTokens(organizationId, db)
    .orderBy('t.createdAt', 'desc')
    .orderBy('t.id', 'desc')
    .execute();
}

/** Plan: primary key. */
export async function findFeedToken(
  organizationId: OrganizationId,
  db: Transaction,
  id: string,
): Promise<FeedTokenRow | null> {
  const row = await selectTokens(organizationId, db).where('t.id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Finds the tokens of a person. Plan: as {@link findFeedTokens}; there are few. */
export function findFeedTokensOf(
  organizationId: OrganizationId,
  db: Transaction,
  userId: string,
): Promise<FeedTokenRow[]> {
  return selectTokens(organizationId, db).where('t.createdByUserId', '=', userId).execute();
}

/** Deletes a token; false when it is gone already. */
export async function deleteFeedToken(
  organizationId: OrganizationId,
  db: Transaction,
  id: string,
): Promise<boolean> {
  const { count } = await db.of(organizationId).feedToken.deleteMany({ where: { id } });
  return count === 1;
}

export function countFeedTokens(organizationId: OrganizationId, db: Transaction): Promise<number> {
  return db.of(organizationId).feedToken.count();
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
  const where = { id, OR: [{ deletedAt: null }, { retiredAt: { not: null } }] };
  return db.of(organizationId).imageTag.findFirst({ where, select: { name: true, tag: true } });
}

/** Finds the name of a member; null for somebody who is none, or is none any more. Plan: primary keys. */
export async function findMemberName(
  organizationId: OrganizationId,
  db: Transaction,
  userId: string,
): Promise<string | null> {
  const row = await db.sql
    .selectFrom('membership as m')
    .innerJoin('appUser as u', 'u.id', 'm.userId')
    .select('u.name')
    .where('m.organizationId', '=', anyOrganization(organizationId))
    .where('m.userId', '=', userId)
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Plan: feed_token_public_id index. Every reading needs it, across all organizations: the token says which one it is. */
const tokensByPublicId = prepared((db, given: Places<{ publicId: string }>) =>
  db
    .selectFrom('feedToken as t')
    .select(['t.organizationId', 't.id', 't.scope', 't.subjectId', 't.product'])
    .select(['t.tokenSha256', 't.createdAt', 't.expiresAt', 't.lastUsedAt'])
    .where('t.publicId', '=', given('publicId')),
);

/** Finds the tokens with this public id. Nearly always one; the digest decides. */
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
