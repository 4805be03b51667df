import type { Transaction } from '@/server/db';

/** What a link in a mail is for. */
export type AccountTokenKind = 'reset' | 'confirm_email' | 'prove_email';

const ALL_KINDS: readonly AccountTokenKind[] = ['reset', 'confirm_email', 'prove_email'];

export interface NewAccountTokenRow {
  readonly userId: string;
  readonly kind: AccountTokenKind;
  readonly tokenHash: Buffer;
  /** Lower case. */
  readonly email: string;
  /** Whether the link goes there by mail, and nobody else sees it. */
  readonly mailed: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Adds a token, in place of the one that the person had of this kind. Plan: primary key. */
export async function saveAccountToken(tx: Transaction, row: NewAccountTokenRow): Promise<void> {
  await tx.query(
    `INSERT INTO account_token (user_id, kind, token_hash, email, mailed, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (user_id, kind) DO UPDATE SET token_hash = excluded.token_hash, email = excluded.email,
       mailed = excluded.mailed, created_at = excluded.created_at, expires_at = excluded.expires_at`,
    [row.userId, row.kind, row.tokenHash, row.email, row.mailed, row.createdAt, row.expiresAt],
  );
}

export interface AccountTokenRow {
  readonly userId: string;
  readonly kind: AccountTokenKind;
  /** Where the link was sent. */
  readonly email: string;
  readonly mailed: boolean;
}

/** A token that holds at `now`. Plan: account_token (token_hash). */
export async function findAccountToken(
  db: Transaction,
  kinds: readonly AccountTokenKind[],
  tokenHash: Buffer,
  now: Date,
): Promise<AccountTokenRow | null> {
  const [row] = await db.query<AccountTokenRow>(
    `SELECT user_id AS "userId", kind, email, mailed FROM account_token
      WHERE token_hash = $1 AND kind = ANY($2::account_token_kind[]) AND expires_at > $3`,
    [tokenHash, kinds, now],
  );
  return row ?? null;
}

/** Takes a token that holds at `now` away: of several who show it at once, one gets it. Plan: as above. */
export async function takeAccountToken(
  tx: Transaction,
  kinds: readonly AccountTokenKind[],
  tokenHash: Buffer,
  now: Date,
): Promise<AccountTokenRow | null> {
  const [row] = await tx.query<AccountTokenRow>(
    `DELETE FROM account_token
      WHERE token_hash = $1 AND kind = ANY($2::account_token_kind[]) AND expires_at > $3
     RETURNING user_id AS "userId", kind, email, mailed`,
    [tokenHash, kinds, now],
  );
  return row ?? null;
}

/** The address that a person has asked for and not confirmed yet. Plan: primary key. */
export async function findPendingEmail(
  db: Transaction,
  userId: string,
  now: Date,
): Promise<{ readonly email: string; readonly expiresAt: Date } | null> {
  const [row] = await db.query<{ email: string; expiresAt: Date }>(
    `SELECT email, expires_at AS "expiresAt" FROM account_token
      WHERE user_id = $1 AND kind = 'confirm_email' AND expires_at > $2`,
    [userId, now],
  );
  return row ?? null;
}

/** Voids a person's links, of these kinds or of all; gives how many there were. Plan: primary key. */
export async function removeAccountTokens(
  tx: Transaction,
  userId: string,
  kinds: readonly AccountTokenKind[] = ALL_KINDS,
): Promise<number> {
  const rows = await tx.query(
    `DELETE FROM account_token WHERE user_id = $1 AND kind = ANY($2::account_token_kind[])
     RETURNING user_id`,
    [userId, kinds],
  );
  return rows.length;
}
