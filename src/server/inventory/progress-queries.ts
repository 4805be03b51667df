import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';
import { LOCK_NAME } from './matching-queries';

/** How far an organization's inventories are matched. */
export interface MatchingProgress {
  /** The catalogue that they are matched with, or are being matched with. */
  readonly catalogKey: string;
  readonly startedAt: Date | null;
  /** Null while it goes on. */
  readonly finishedAt: Date | null;
  /** Image tags that the change concerns; null while that is being found out. */
  readonly total: number | null;
  readonly done: number;
}

const PROGRESS_COLUMNS = `catalog_key AS "catalogKey", started_at AS "startedAt",
  finished_at AS "finishedAt", total, done`;

/** Null while the organization has had no upload. */
export async function findProgress(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<MatchingProgress | null> {
  const [row] = await db.query<MatchingProgress>(
    `SELECT ${PROGRESS_COLUMNS} FROM inventory_matching WHERE organization_id = $1`,
    [organizationId],
  );
  return row ?? null;
}

/** Uploads that began before have ended once this returns; those that come after wait for its transaction. */
export async function lockMatching(organizationId: OrganizationId, tx: Transaction): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(${LOCK_NAME})`, [organizationId]);
}

/** From here on the organization is being matched with this catalogue. */
export async function startMatching(
  organizationId: OrganizationId,
  tx: Transaction,
  catalogKey: string,
  at: Date,
): Promise<void> {
  await tx.query(
    `UPDATE inventory_matching
        SET catalog_key = $2, started_at = $3, finished_at = NULL, total = NULL, done = 0
      WHERE organization_id = $1`,
    [organizationId, catalogKey, at],
  );
}

/** What is queued is what is left to do: of what goes on, or of a new round. */
export async function countQueued(
  organizationId: OrganizationId,
  db: Transaction,
  at: Date,
): Promise<void> {
  await db.query(
    `UPDATE inventory_matching m
        SET started_at = CASE WHEN finished_at IS NULL THEN started_at ELSE $2 END, finished_at = NULL,
            done = round.done, total = round.done + (
              SELECT count(*) FROM rematch_entry WHERE organization_id = $1
            )
       FROM (SELECT CASE WHEN finished_at IS NULL THEN done ELSE 0 END AS done
               FROM inventory_matching WHERE organization_id = $1) round
      WHERE m.organization_id = $1`,
    [organizationId, at],
  );
}

export async function addDone(
  organizationId: OrganizationId,
  db: Transaction,
  count: number,
): Promise<void> {
  await db.query(
    `UPDATE inventory_matching SET done = done + $2, total = greatest(total, done + $2)
      WHERE organization_id = $1`,
    [organizationId, count],
  );
}

export async function finishMatching(
  organizationId: OrganizationId,
  db: Transaction,
  at: Date,
): Promise<void> {
  await db.query(
    'UPDATE inventory_matching SET finished_at = $2, total = done WHERE organization_id = $1',
    [organizationId, at],
  );
}

/** Image tags that wait, by id. Plan: a walk of the primary key. */
export async function findQueued(
  organizationId: OrganizationId,
  db: Transaction,
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT image_tag_id AS id FROM rematch_entry WHERE organization_id = $1
      ORDER BY image_tag_id LIMIT $2`,
    [organizationId, limit],
  );
  return rows.map(({ id }) => id);
}

export async function removeQueued(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagId: string,
): Promise<void> {
  await tx.query('DELETE FROM rematch_entry WHERE organization_id = $1 AND image_tag_id = $2', [
    organizationId,
    imageTagId,
  ]);
}

/** Organizations with the catalogue that they are matched with, and whether that is still going on. */
export function findMatchings(
  db: Transaction,
): Promise<{ organizationId: string; catalogKey: string; isUnfinished: boolean }[]> {
  return db.query(
    `SELECT m.organization_id AS "organizationId", m.catalog_key AS "catalogKey",
            m.finished_at IS NULL OR EXISTS (
              SELECT FROM rematch_entry e WHERE e.organization_id = m.organization_id
            ) AS "isUnfinished"
       FROM inventory_matching m`,
  );
}
