import type { RegistryReason, Statement } from '@/domain/registry/evidence';
import type { Transaction } from '@/server/db';

export interface EvidenceRow {
  readonly key: string;
  /** Null when the registry has never given a usable answer. */
  readonly checkedAt: Date | null;
  /** With `message`, null while the registry says nothing against the component. */
  readonly reason: RegistryReason | null;
  readonly message: string | null;
  readonly since: Date | null;
  readonly url: string | null;
  readonly refreshAfter: Date;
}

/** What is kept of these components. Plan: primary key, one look-up each. */
export function findEvidence(db: Transaction, keys: readonly string[]): Promise<EvidenceRow[]> {
  return db.query<EvidenceRow>(
    `SELECT component_key AS key, checked_at AS "checkedAt", reason, message, since, url,
            refresh_after AS "refreshAfter"
       FROM registry_evidence
      WHERE component_key = ANY($1::uuid[])`,
    [keys],
  );
}

/** Keeps what a registry answered; null: it says nothing against the component. */
export async function saveAnswer(
  db: Transaction,
  key: string,
  said: Statement | null,
  times: { readonly checkedAt: Date; readonly refreshAfter: Date },
): Promise<void> {
  await db.query(
    `INSERT INTO registry_evidence (component_key, checked_at, reason, message, since, url, refresh_after)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (component_key) DO UPDATE
        SET checked_at = EXCLUDED.checked_at, reason = EXCLUDED.reason, message = EXCLUDED.message,
            since = EXCLUDED.since, url = EXCLUDED.url, refresh_after = EXCLUDED.refresh_after`,
    [
      key,
      times.checkedAt,
      said?.reason ?? null,
      said?.message ?? null,
      said?.since ?? null,
      said?.url ?? null,
      times.refreshAfter,
    ],
  );
}

/** Keeps that a registry gave no usable answer; what it said before stands. */
export async function saveFailure(db: Transaction, key: string, refreshAfter: Date): Promise<void> {
  await db.query(
    `INSERT INTO registry_evidence (component_key, refresh_after) VALUES ($1, $2)
     ON CONFLICT (component_key) DO UPDATE SET refresh_after = EXCLUDED.refresh_after`,
    [key, refreshAfter],
  );
}

/**
 * Drops what was due before `dueBefore`, and of the rest all but the `keep` that are due last. Plan: two ranges
 * of the index on refresh_after.
 */
export async function pruneEvidence(db: Transaction, dueBefore: Date, keep: number): Promise<void> {
  await db.query(
    `DELETE FROM registry_evidence
      WHERE refresh_after < $1
         OR component_key IN (
              SELECT component_key FROM registry_evidence ORDER BY refresh_after DESC OFFSET $2)`,
    [dueBefore, keep],
  );
}
