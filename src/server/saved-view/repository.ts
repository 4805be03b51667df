import type { ViewList } from '@/domain/saved-view/view';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Prisma } from '@/server/prisma-client/client';

export type SavedViewRow = Awaited<ReturnType<typeof findViews>>[number];
export type NewSavedView = Omit<Prisma.SavedViewGetPayload<object>, 'organizationId'>;

function selectViews(organizationId: OrganizationId, db: Transaction) {
  return db.sql
    .selectFrom('savedView as v')
    .leftJoin('team as t', (join) =>
      join.onRef('t.organizationId', '=', 'v.organizationId').onRef('t.id', '=', 'v.teamId'),
    )
    .select(['v.id', 'v.list', 'v.name', 'v.query', 'v.userId', 'v.teamId', 'v.updatedAt'])
    .select('t.name as teamName')
    .where('v.organizationId', '=', anyOrganization(organizationId));
}

/** Finds a person's views of a list and those of all teams, their own first, by name. Plan: both indexes by owner; some dozens of rows. */
export function findViews(
  organizationId: OrganizationId,
  db: Transaction,
  { list, userId, limit }: { list: ViewList; userId: string | null; limit: number },
) {
  return selectViews(organizationId, db)
    .where('v.list', '=', list)
    .where((eb) => eb.or([eb('v.teamId', 'is not', null), eb('v.userId', '=', userId)]))
    .orderBy(({ eb }) => eb('v.teamId', 'is not', null))
    .orderBy(({ fn }) => fn('lower', ['v.name']))
    .orderBy('v.id')
    .limit(limit)
    .execute();
}

/** Finds one view, for a change of it. */
export async function lockView(organizationId: OrganizationId, tx: Transaction, id: string) {
  const row = await selectViews(organizationId, tx)
    .where('v.id', '=', id)
    .forUpdate('v')
    .executeTakeFirst();
  return row ?? null;
}

export interface ViewOwner {
  readonly userId: string | null;
  readonly teamId: string | null;
}

export function countViews(
  organizationId: OrganizationId,
  tx: Transaction,
  { userId, teamId }: ViewOwner,
): Promise<number> {
  return tx.of(organizationId).savedView.count({ where: { userId, teamId } });
}

export async function insertView(
  organizationId: OrganizationId,
  tx: Transaction,
  row: NewSavedView,
): Promise<void> {
  await tx.of(organizationId).savedView.createMany({ data: [row] });
}

export async function updateView(
  organizationId: OrganizationId,
  tx: Transaction,
  { id, name, query, updatedAt }: Pick<NewSavedView, 'id' | 'name' | 'query' | 'updatedAt'>,
): Promise<void> {
  await tx
    .of(organizationId)
    .savedView.updateMany({ where: { id }, data: { name, query, updatedAt } });
}

export async function removeView(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<void> {
  await tx.of(organizationId).savedView.deleteMany({ where: { id } });
}
