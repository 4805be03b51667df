import { offsetOf, type PageRequest } from '@/domain/pagination';
import type { Transaction } from '@/server/db';
import { withTotal, type ItemsWithTotal, type PageRow } from '@/server/page-rows';
import type { Outcome, RevisionDetail, RevisionRow, Trigger } from './revision';

const COLUMNS = `id, number, source, trigger, actor_name AS "actorName", started_at AS "startedAt",
  finished_at AS "finishedAt", outcome, detail`;

export interface NewRevision {
  readonly id: string;
  readonly source: string;
  readonly trigger: Trigger;
  readonly actorName: string | null;
  readonly startedAt: Date;
}

export async function insertRevision(db: Transaction, row: NewRevision): Promise<void> {
  await db.query(
    `INSERT INTO catalog_revision (id, source, trigger, actor_name, started_at, detail)
     VALUES ($1, $2, $3, $4, $5, '{}')`,
    [row.id, row.source, row.trigger, row.actorName, row.startedAt],
  );
}

/** Of an attempt that runs. */
export async function noteStep(db: Transaction, id: string, detail: RevisionDetail): Promise<void> {
  await db.query('UPDATE catalog_revision SET detail = $2 WHERE id = $1 AND outcome IS NULL', [
    id,
    JSON.stringify(detail),
  ]);
}

export interface FinishedRevision {
  readonly outcome: Outcome;
  readonly detail: RevisionDetail;
  readonly finishedAt: Date;
  readonly contentSha256: Buffer | null;
  readonly etag: string | null;
}

/** Ends an attempt; one that changed the catalogue gets the next number, and the catalogue must be locked. */
export async function finishRevision(
  db: Transaction,
  id: string,
  row: FinishedRevision,
): Promise<void> {
  await db.query(
    `UPDATE catalog_revision
        SET outcome = $2, detail = $3, finished_at = $4, content_sha256 = $5, etag = $6,
            number = CASE WHEN $2 = 'imported' THEN (SELECT coalesce(max(number), 0) + 1 FROM catalog_revision) END
      WHERE id = $1`,
    [id, row.outcome, JSON.stringify(row.detail), row.finishedAt, row.contentSha256, row.etag],
  );
}

/** Ends what began before `before` and never ended: its process is gone. */
export async function endInterrupted(db: Transaction, before: Date, at: Date): Promise<void> {
  await db.query(
    `UPDATE catalog_revision
        SET outcome = 'failed', finished_at = $2, detail = '{"message": "It was interrupted"}'
      WHERE outcome IS NULL AND started_at < $1`,
    [before, at],
  );
}

/** Attempts, newest first, then by id. Plan: catalog_revision_started_at_idx. */
export async function revisionPage(
  db: Transaction,
  page: PageRequest,
): Promise<ItemsWithTotal<RevisionRow>> {
  const rows = await db.query<PageRow<RevisionRow>>(
    `WITH page AS (
       SELECT ${COLUMNS} FROM catalog_revision ORDER BY started_at DESC, id DESC LIMIT $1 OFFSET $2
     )
     SELECT counted.total, page.*
       FROM (SELECT count(*) AS total FROM catalog_revision) counted LEFT JOIN page ON true
      ORDER BY page."startedAt" DESC, page.id DESC`,
    [page.size, offsetOf(page)],
  );
  return withTotal(rows);
}

/** The attempt that runs, the last that ended, the last that found all well, and the one that made the catalogue what it is. */
export interface LastRevisions {
  readonly running: RevisionRow | null;
  readonly last: RevisionRow | null;
  readonly lastSuccess: RevisionRow | null;
  readonly current: RevisionRow | null;
}

export async function lastRevisions(db: Transaction): Promise<LastRevisions> {
  const first = async (condition: string, order: string) => {
    const [row] = await db.query<RevisionRow>(
      `SELECT ${COLUMNS} FROM catalog_revision WHERE ${condition} ORDER BY ${order} LIMIT 1`,
    );
    return row ?? null;
  };
  const [running, last, lastSuccess, current] = await Promise.all([
    first('outcome IS NULL', 'started_at DESC, id DESC'),
    first('outcome IS NOT NULL', 'started_at DESC, id DESC'),
    first("outcome IN ('imported', 'unchanged', 'not_modified')", 'started_at DESC, id DESC'),
    first('number IS NOT NULL', 'number DESC'),
  ]);
  return { running, last, lastSuccess, current };
}

/** When the first of the attempts began that nothing came of since the last success; null: the last one went well. */
export async function findFailingSince(
  db: Transaction,
  lastSuccessAt: Date | null,
): Promise<Date | null> {
  const [row] = await db.query<{ at: Date | null }>(
    `SELECT min(started_at) AS at FROM catalog_revision
      WHERE outcome IN ('failed', 'refused') AND started_at > coalesce($1::timestamptz, '-infinity')`,
    [lastSuccessAt],
  );
  return row?.at ?? null;
}

/**
 * The ETag of the document at `source`, while what the catalogue imported last is that document: after an import
 * of another one it has to be brought again.
 */
export async function findKnownEtag(db: Transaction, source: string): Promise<string | null> {
  const [row] = await db.query<{ source: string; etag: string | null }>(
    `SELECT source, etag FROM catalog_revision
      WHERE source <> 'starter' AND outcome IN ('imported', 'unchanged')
      ORDER BY started_at DESC, id DESC LIMIT 1`,
  );
  return row?.source === source ? row.etag : null;
}
