import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';

/** What an upload is remembered by. */
export interface IdempotencyScope {
  readonly path: string;
  readonly key: string;
}

/** Makes uploads under one key take turns until the transaction ends. */
export async function lockIdempotencyKey(
  organizationId: OrganizationId,
  tx: Transaction,
  { path, key }: IdempotencyScope,
): Promise<void> {
  const name = JSON.stringify([organizationId, path, key]);
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
}

export interface RememberedAnswer {
  readonly bodySha256: Buffer;
  readonly answer: unknown;
}

/** The answer given under this key since `since`, or null. */
export async function findAnswer(
  organizationId: OrganizationId,
  tx: Transaction,
  { path, key }: IdempotencyScope,
  since: Date,
): Promise<RememberedAnswer | null> {
  const [row] = await tx.query<RememberedAnswer>(
    `SELECT body_sha256 AS "bodySha256", answer FROM idempotent_answer
      WHERE organization_id = $1 AND path = $2 AND key = $3 AND created_at > $4`,
    [organizationId, path, key, since],
  );
  return row ?? null;
}

export async function rememberAnswer(
  organizationId: OrganizationId,
  tx: Transaction,
  { path, key }: IdempotencyScope,
  remembered: { bodySha256: Buffer; answer: object; createdAt: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO idempotent_answer (organization_id, path, key, body_sha256, answer, created_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (organization_id, path, key)
        DO UPDATE SET body_sha256 = excluded.body_sha256, answer = excluded.answer, created_at = excluded.created_at`,
    [
      organizationId,
      path,
      key,
      remembered.bodySha256,
      JSON.stringify(remembered.answer),
      remembered.createdAt,
    ],
  );
}

/**
 * Drops what is remembered from before `since`. Bounded, so that no upload pays for many, and never waiting
 * for another upload that drops the same (an index range of created_at).
 */
export async function forgetAnswers(
  organizationId: OrganizationId,
  tx: Transaction,
  since: Date,
): Promise<void> {
  await tx.query(
    `DELETE FROM idempotent_answer
      WHERE organization_id = $1 AND (path, key) IN (
        SELECT path, key FROM idempotent_answer
         WHERE organization_id = $1 AND created_at <= $2
         LIMIT 100 FOR UPDATE SKIP LOCKED)`,
    [organizationId, since],
  );
}
