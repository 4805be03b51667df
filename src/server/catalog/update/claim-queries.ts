import type { Transaction } from '@/server/db';
import type { SourceHistory } from './due';

/** The first of the pair is that of `../locks.ts`. */
const CLAIM_LOCK = [4_170_332, 1] as const;

/** Makes processes that are about to begin an attempt take turns. */
export async function lockClaims(tx: Transaction): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1, $2)', [...CLAIM_LOCK]);
}

/** Whether an attempt at any address runs, whoever asked for it. */
export async function isAttemptRunning(tx: Transaction): Promise<boolean> {
  const rows = await tx.query('SELECT FROM catalog_revision WHERE outcome IS NULL LIMIT 1');
  return rows.length === 1;
}

/** Plan: catalog_revision_started_at_idx; an installation keeps some hundred attempts a year. */
export async function findSourceHistory(tx: Transaction, source: string): Promise<SourceHistory> {
  const [row] = await tx.query<{ id: string | null; startedAt: Date | null; failures: number }>(
    `WITH attempt AS (SELECT id, started_at, outcome FROM catalog_revision WHERE source = $1)
     SELECT last.id, last.started_at AS "startedAt", (
         SELECT count(*) FROM attempt
          WHERE outcome IN ('failed', 'refused') AND started_at > coalesce((
            SELECT max(started_at) FROM attempt WHERE outcome NOT IN ('failed', 'refused')
          ), '-infinity')
       ) AS failures
       FROM (VALUES (1)) one
       LEFT JOIN (SELECT id, started_at FROM attempt ORDER BY started_at DESC, id DESC LIMIT 1) last ON true`,
    [source],
  );
  const last = row?.id && row.startedAt ? { id: row.id, startedAt: row.startedAt } : null;
  return { last, failures: row?.failures ?? 0 };
}
