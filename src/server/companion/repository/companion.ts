import { sql } from 'kysely';
import { NO_PAUSE_MS, type Outcome } from '@/domain/companion/pull';
import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { isDue } from '@/server/platform/jobs/due';

export type CompanionRow = NonNullable<Awaited<ReturnType<typeof findCompanion>>>;

const COLUMNS = [
  ...(['id', 'url', 'sealedKey', 'intervalHours', 'createdAt', 'updatedAt', 'nextPullAt'] as const),
  ...(['startedAt', 'endedAt', 'outcome', 'fault', 'failures', 'serverVersion'] as const),
  ...(['listed', 'pulled', 'unchanged', 'withoutBom', 'failed', 'waiting', 'gone'] as const),
] as const;

/** Null when the organization has none. Plan: primary key. */
export async function findCompanion(organizationId: OrganizationId, db: Transaction) {
  const row = await db.sql
    .selectFrom('companion')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .executeTakeFirst();
  return row ?? null;
}

/** Finds it, and takes the turn of whoever changes it. */
export async function lockCompanion(
  organizationId: OrganizationId,
  tx: Transaction,
): Promise<CompanionRow | null> {
  const row = await tx.sql
    .selectFrom('companion')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Values that an admin sets, and what follows from them. */
export type CompanionSettings = Pick<
  CompanionRow,
  'id' | 'url' | 'sealedKey' | 'intervalHours' | 'nextPullAt'
>;

/** Stores it in place of the one before. */
export async function saveCompanion(
  organizationId: OrganizationId,
  tx: Transaction,
  settings: CompanionSettings,
  at: Date,
): Promise<void> {
  await tx.sql
    .insertInto('companion')
    .values({ organizationId, ...settings, createdAt: at, updatedAt: at })
    .onConflict((known) =>
      known.column('organizationId').doUpdateSet({ ...settings, updatedAt: at }),
    )
    .execute();
}

export async function deleteCompanionRow(
  organizationId: OrganizationId,
  tx: Transaction,
): Promise<void> {
  await tx.sql.deleteFrom('companion').where('organizationId', '=', organizationId).execute();
}

/**
 * Lists organizations whose portfolio is to be pulled, those that wait longest first. For the schedule alone: it tells
 * nothing of them. Plan: companion_next_pull_at_idx.
 */
export async function findDue(
  db: Transaction,
  now: Date,
  limit: number,
): Promise<OrganizationId[]> {
  const rows = await db.sql
    .selectFrom('companion')
    .select('organizationId')
    .where(isDue('nextPullAt', now, NO_PAUSE_MS))
    .orderBy('nextPullAt')
    .limit(limit)
    .execute();
  return rows.map((row) => mintOrganizationId(row.organizationId));
}

/** Sets when the next pull begins. */
export async function setNextPull(
  organizationId: OrganizationId,
  tx: Transaction,
  nextPullAt: Date,
): Promise<void> {
  await tx.sql
    .updateTable('companion')
    .set({ nextPullAt })
    .where('organizationId', '=', organizationId)
    .execute();
}

/** Counts of one pull. */
export interface PullCounts {
  readonly listed: number;
  readonly pulled: number;
  readonly unchanged: number;
  readonly withoutBom: number;
  readonly failed: number;
  readonly waiting: number;
  readonly gone: number;
}

export const NOTHING_PULLED: PullCounts = Object.freeze({
  ...{ listed: 0, pulled: 0, unchanged: 0, withoutBom: 0, failed: 0, waiting: 0, gone: 0 },
});

/** The pull of one configuration. @see Companion.sealedKey */
export type Revision = Pick<CompanionRow, 'sealedKey'>;

/** Notes that a pull begins. */
export async function beginPull(
  organizationId: OrganizationId,
  db: Transaction,
  { sealedKey }: Revision,
  startedAt: Date,
): Promise<void> {
  await db.sql
    .updateTable('companion')
    .set({ startedAt, endedAt: null, outcome: null, fault: null, ...NOTHING_PULLED })
    .where('organizationId', '=', organizationId)
    .where('sealedKey', '=', sealedKey)
    .execute();
}

/** Notes how far a pull is. False when it is to end: another configuration was entered, or none is any more. */
export async function noteProgress(
  organizationId: OrganizationId,
  db: Transaction,
  { sealedKey }: Revision,
  progress: PullCounts & { readonly serverVersion: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db.sql
    .updateTable('companion')
    .set(progress)
    .where('organizationId', '=', organizationId)
    .where('sealedKey', '=', sealedKey)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The end of a pull. */
export interface PullResult extends PullCounts {
  readonly outcome: Outcome;
  readonly fault: string | null;
  readonly failures: number;
  readonly nextPullAt: Date;
}

/**
 * Notes how a pull ended. Who asked for one meanwhile gets it: the time of the next pull is then theirs.
 * @param wasDueAt the time at which this pull was due
 */
export async function endPull(
  organizationId: OrganizationId,
  db: Transaction,
  { sealedKey }: Revision,
  { nextPullAt, ...result }: PullResult,
  { endedAt, wasDueAt }: { readonly endedAt: Date; readonly wasDueAt: Date },
): Promise<void> {
  await db.sql
    .updateTable('companion')
    .set({
      ...result,
      endedAt,
      nextPullAt: sql<Date>`CASE WHEN next_pull_at = ${wasDueAt} THEN ${nextPullAt} ELSE next_pull_at END`,
    })
    .where('organizationId', '=', organizationId)
    .where('sealedKey', '=', sealedKey)
    .execute();
}

/**
 * Keeps this configuration from being changed or removed until the transaction ends. False when it was already: what
 * was fetched under it has no place here any more.
 */
export async function holdCompanion(
  organizationId: OrganizationId,
  tx: Transaction,
  { sealedKey }: Revision,
): Promise<boolean> {
  const row = await tx.sql
    .selectFrom('companion')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('sealedKey', '=', sealedKey)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}
