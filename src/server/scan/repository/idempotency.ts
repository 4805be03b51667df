import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';

/** The scope in which an upload is remembered. */
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
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx.sql);
}

/** Finds the answer given under this key since `since`, or null. */
export async function findAnswer(
  organizationId: OrganizationId,
  tx: Transaction,
  { path, key }: IdempotencyScope,
  since: Date,
) {
  const remembered = await tx.sql
    .selectFrom('idempotentAnswer')
    .select(['bodySha256', 'answer'])
    .where('organizationId', '=', organizationId)
    .where('path', '=', path)
    .where('key', '=', key)
    .where('createdAt', '>', since)
    .executeTakeFirst();
  return remembered ?? null;
}

export async function rememberAnswer(
  organizationId: OrganizationId,
  tx: Transaction,
  { path, key }: IdempotencyScope,
  { bodySha256, answer, createdAt }: { bodySha256: Buffer; answer: object; createdAt: Date },
): Promise<void> {
  await tx.sql
    .insertInto('idempotentAnswer')
    .values({ organizationId, path, key, bodySha256, answer, createdAt })
    .onConflict((on) =>
      on.columns(['organizationId', 'path', 'key']).doUpdateSet(({ ref }) => ({
        bodySha256: ref('excluded.bodySha256'),
        answer: ref('excluded.answer'),
        createdAt: ref('excluded.createdAt'),
      })),
    )
    .execute();
}

/**
 * Drops the answers from before `since`. Bounded, so that no upload pays for many, and never waiting for another
 * upload that drops the same (an index range of created_at).
 */
export async function forgetAnswers(
  organizationId: OrganizationId,
  tx: Transaction,
  since: Date,
): Promise<void> {
  const old = tx.sql
    .selectFrom('idempotentAnswer')
    .select(['path', 'key'])
    .where('organizationId', '=', anyOrganization(organizationId))
    .where('createdAt', '<=', since)
    .limit(sql.lit(100))
    .forUpdate()
    .skipLocked();
  await tx.sql
    .deleteFrom('idempotentAnswer')
    .where('organizationId', '=', anyOrganization(organizationId))
    .where(({ eb, refTuple }) => eb(refTuple('path', 'key'), 'in', old.$asTuple('path', 'key')))
    .execute();
}
