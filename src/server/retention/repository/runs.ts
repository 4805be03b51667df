import { removedCounts } from '@/domain/retention/removed';
import type { RemovedCounts } from '@/domain/retention/rules';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';

/** One following of the rules; `endedAt` null: it is under way, or was broken off and will be gone on with. */
export interface RunRow {
  readonly id: string;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly removed: RemovedCounts;
}

const runs = (organizationId: OrganizationId, db: Transaction) =>
  db.sql
    .selectFrom('retentionRun')
    .select(['id', 'startedAt', 'endedAt', 'removed'])
    .where('organizationId', '=', organizationId);

const toRun = <Row extends { readonly removed: unknown }>(row: Row) => ({
  ...row,
  removed: removedCounts.parse(row.removed),
});

/** Finds the run that has not ended; null: none. Plan: retention_run_open_key. */
export async function findOpenRun(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<RunRow | null> {
  const row = await runs(organizationId, db).where('endedAt', 'is', null).executeTakeFirst();
  return row ? toRun(row) : null;
}

/** Finds the newest runs, the newest first. Plan: the primary key, backwards. */
export async function findRuns(
  organizationId: OrganizationId,
  db: Transaction,
  limit: number,
): Promise<RunRow[]> {
  const rows = await runs(organizationId, db).orderBy('id', 'desc').limit(limit).execute();
  return rows.map(toRun);
}

export async function insertRun(
  organizationId: OrganizationId,
  tx: Transaction,
  { id, startedAt, removed }: Pick<RunRow, 'id' | 'startedAt' | 'removed'>,
): Promise<void> {
  await tx.sql
    .insertInto('retentionRun')
    .values({ organizationId, id, startedAt, removed: JSON.stringify(removed) })
    .execute();
}

/** Writes what a run has removed so far, and its end. */
export async function updateRun(
  organizationId: OrganizationId,
  tx: Transaction,
  { id, endedAt, removed }: Pick<RunRow, 'id' | 'endedAt' | 'removed'>,
): Promise<void> {
  await tx.sql
    .updateTable('retentionRun')
    .set({ endedAt, removed: JSON.stringify(removed) })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

/** Forgets the runs but the newest. */
export async function forgetRuns(
  organizationId: OrganizationId,
  tx: Transaction,
  keep: number,
): Promise<void> {
  await tx.sql
    .deleteFrom('retentionRun')
    .where('organizationId', '=', organizationId)
    .where('id', 'in', (of) =>
      of
        .selectFrom('retentionRun')
        .select('id')
        .where('organizationId', '=', organizationId)
        .orderBy('id', 'desc')
        .offset(keep),
    )
    .execute();
}
