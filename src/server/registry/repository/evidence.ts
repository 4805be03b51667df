import type { Statement } from '@/domain/registry/evidence';
import type { Transaction } from '@/server/platform/db/db';

/** Evidence as stored for a component; without `checkedAt` its registry has never given a usable answer. */
export type EvidenceRow = Awaited<ReturnType<typeof findEvidence>>[number];

/** Finds the stored evidence of these components. Plan: primary key, one look-up each. */
export function findEvidence(db: Transaction, keys: readonly string[]) {
  return db.sql
    .selectFrom('registryEvidence')
    .select(['componentKey as key', 'checkedAt', 'reason', 'message', 'since', 'url'])
    .select('refreshAfter')
    .where(({ eb, fn, val }) => eb('componentKey', '=', fn.any(val(keys))))
    .execute();
}

/** Stores a registry's answer; null: it says nothing against the component. */
export async function saveAnswer(
  db: Transaction,
  componentKey: string,
  said: Statement | null,
  { checkedAt, refreshAfter }: { readonly checkedAt: Date; readonly refreshAfter: Date },
): Promise<void> {
  const { reason = null, message = null, since = null, url = null } = said ?? {};
  const answer = { checkedAt, reason, message, since, url, refreshAfter };
  await db.sql
    .insertInto('registryEvidence')
    .values({ componentKey, ...answer })
    .onConflict((known) => known.column('componentKey').doUpdateSet(answer))
    .execute();
}

/** Stores that a registry gave no usable answer; its last answer stands. */
export async function saveFailure(
  db: Transaction,
  componentKey: string,
  refreshAfter: Date,
): Promise<void> {
  await db.prisma.registryEvidence.upsert({
    where: { componentKey },
    create: { componentKey, refreshAfter },
    update: { refreshAfter },
  });
}

/**
 * Drops rows that were due before `dueBefore`, and of the rest all but the `keep` that are due last. Plan: two
 * ranges of the index on refresh_after.
 */
export async function pruneEvidence(db: Transaction, dueBefore: Date, keep: number): Promise<void> {
  await db.sql
    .deleteFrom('registryEvidence')
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('refreshAfter', '<', dueBefore),
        eb(
          'componentKey',
          'in',
          selectFrom('registryEvidence')
            .select('componentKey')
            .orderBy('refreshAfter', 'desc')
            .offset(keep),
        ),
      ]),
    )
    .execute();
}
