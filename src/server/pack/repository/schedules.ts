import type { InferResult } from 'kysely';
import type { Day } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Sql } from '@/server/platform/db/sql';

// As SQL: its days are text here, and would not be in Prisma Client.

const schedules = (db: Sql, organizationId: OrganizationId) =>
  db
    .selectFrom('packSchedule as s')
    .leftJoin('evidencePack as p', (join) =>
      join.onRef('p.organizationId', '=', 's.organizationId').onRef('p.id', '=', 's.lastPackId'),
    )
    .select(['s.id', 's.template', 's.period', 's.isPaused', 's.dueOn', 's.lastPackId'])
    .select(['s.createdByKind', 's.createdById', 's.createdByName', 's.createdAt'])
    .select(['p.number as lastNumber', 'p.asOf as lastAsOf'])
    .where('s.organizationId', '=', organizationId);

export type ScheduleRow = InferResult<ReturnType<typeof schedules>>[number];
export type NewSchedule = Omit<ScheduleRow, 'lastNumber' | 'lastAsOf'>;

/** Reads all schedules of an organization: one for each template at most. */
export function findSchedules(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<ScheduleRow[]> {
  return schedules(db.sql, organizationId).orderBy('s.template').execute();
}

export async function findSchedule(
  organizationId: OrganizationId,
  db: Transaction,
  id: string,
): Promise<ScheduleRow | null> {
  const row = await schedules(db.sql, organizationId).where('s.id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** @returns false when there is one for the same template */
export async function insertSchedule(
  organizationId: OrganizationId,
  tx: Transaction,
  row: NewSchedule,
): Promise<boolean> {
  const result = await tx.sql
    .insertInto('packSchedule')
    .values({ ...row, organizationId })
    .onConflict((known) => known.columns(['organizationId', 'template']).doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function updateSchedule(
  organizationId: OrganizationId,
  tx: Transaction,
  { id, period, isPaused, dueOn }: Pick<NewSchedule, 'id' | 'period' | 'isPaused' | 'dueOn'>,
): Promise<void> {
  await tx.sql
    .updateTable('packSchedule')
    .set({ period, isPaused, dueOn })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

export async function removeSchedule(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<void> {
  await tx.of(organizationId).packSchedule.deleteMany({ where: { id } });
}

/**
 * Moves a schedule on that is due as it was found: of several who try, one does.
 * @returns whether it was that
 */
export async function moveOn(
  organizationId: OrganizationId,
  tx: Transaction,
  found: Pick<NewSchedule, 'id' | 'dueOn'>,
  next: { readonly dueOn: Day; readonly lastPackId: string },
): Promise<boolean> {
  const result = await tx.sql
    .updateTable('packSchedule')
    .set(next)
    .where('organizationId', '=', organizationId)
    .where('id', '=', found.id)
    .where('dueOn', '=', found.dueOn)
    .where('isPaused', '=', false)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Finds the schedules that are due, of whichever organization. Plan: pack_schedule by its day. */
export function findDueSchedules(db: Transaction, today: Day) {
  return db.sql
    .selectFrom('packSchedule')
    .select(['organizationId', 'id'])
    .where('dueOn', '<=', today)
    .where('isPaused', '=', false)
    .orderBy('organizationId')
    .orderBy('template')
    .execute();
}
