import type { Insertable } from 'kysely';
import type { Transaction } from '@/server/platform/db/db';
import type { AccountTokenKind, Tables } from '@/server/prisma-client/tables';

const ALL_KINDS: readonly AccountTokenKind[] = ['reset', 'confirm_email', 'prove_email'];

export type NewAccountTokenRow = Required<Insertable<Tables['accountToken']>>;

/** Adds a token, in place of the one that the person had of this kind. Plan: primary key. */
export async function saveAccountToken(tx: Transaction, row: NewAccountTokenRow): Promise<void> {
  await tx.sql
    .insertInto('accountToken')
    .values(row)
    .onConflict((known) =>
      known.columns(['userId', 'kind']).doUpdateSet(({ ref }) => ({
        tokenHash: ref('excluded.tokenHash'),
        email: ref('excluded.email'),
        mailed: ref('excluded.mailed'),
        createdAt: ref('excluded.createdAt'),
        expiresAt: ref('excluded.expiresAt'),
      })),
    )
    .execute();
}

/** The address that a link was sent to, and its purpose: all that is asked of a token. */
const COLUMNS = ['userId', 'kind', 'email', 'mailed'] as const;

/** Finds a token that holds at `now`. Plan: account_token (token_hash). */
export async function findAccountToken(
  db: Transaction,
  kinds: readonly AccountTokenKind[],
  tokenHash: Buffer,
  now: Date,
) {
  const row = await db.sql
    .selectFrom('accountToken')
    .select(COLUMNS)
    .where('tokenHash', '=', tokenHash)
    .where(({ eb, fn, val }) => eb('kind', '=', fn.any(val(kinds))))
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

/** Takes a token that holds at `now` away: of several callers who show it at once, one gets it. Plan: as above. */
export async function takeAccountToken(
  tx: Transaction,
  kinds: readonly AccountTokenKind[],
  tokenHash: Buffer,
  now: Date,
) {
  const row = await tx.sql
    .deleteFrom('accountToken')
    .where('tokenHash', '=', tokenHash)
    .where(({ eb, fn, val }) => eb('kind', '=', fn.any(val(kinds))))
    .where('expiresAt', '>', now)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row ?? null;
}

/** Finds the address that a person has asked for and not confirmed yet. Plan: primary key. */
export function findPendingEmail({ prisma }: Transaction, userId: string, now: Date) {
  return prisma.accountToken.findFirst({
    where: { userId, kind: 'confirm_email', expiresAt: { gt: now } },
    select: { email: true, expiresAt: true },
  });
}

/** Voids a person's links, of these kinds or of all; gives how many there were. Plan: primary key. */
export async function removeAccountTokens(
  { prisma }: Transaction,
  userId: string,
  kinds: readonly AccountTokenKind[] = ALL_KINDS,
): Promise<number> {
  const where = { userId, kind: { in: [...kinds] } };
  const { count } = await prisma.accountToken.deleteMany({ where });
  return count;
}
