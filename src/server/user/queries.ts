import type { AddressProof } from '@/domain/user/address-proof';
import type { Transaction } from '@/server/db';

export interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string | null;
  /** When it was shown that whoever has the account also has the address; null: it never was. */
  readonly emailProvenAt: Date | null;
}

const COLUMNS = `id, name, email, password_hash AS "passwordHash", email_proven_at AS "emailProvenAt"`;

/**
 * Adds a person; false when the e-mail address is taken.
 * @param provenBy null: nobody has shown that the address is theirs
 */
export async function insertUser(
  db: Transaction,
  user: Omit<UserRow, 'emailProvenAt'>,
  provenBy: AddressProof | null,
  at: Date,
): Promise<boolean> {
  const rows = await db.query(
    `INSERT INTO app_user (id, email, name, password_hash, email_proven_by, email_proven_at, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5::address_proof, CASE WHEN $5::address_proof IS NOT NULL THEN $6::timestamptz END, $6, $6)
     ON CONFLICT (email) DO NOTHING
     RETURNING id`,
    [user.id, user.email, user.name, user.passwordHash, provenBy, at],
  );
  return rows.length === 1;
}

/** @param email lower case */
export async function findUserByEmail(db: Transaction, email: string): Promise<UserRow | null> {
  const [row] = await db.query<UserRow>(`SELECT ${COLUMNS} FROM app_user WHERE email = $1`, [
    email,
  ]);
  return row ?? null;
}

export interface UserToSignIn extends UserRow {
  /** Whether the person has signed in from this network before. */
  readonly isFamiliar: boolean;
}

/**
 * A person who signs in, and whether they have from this network: one statement whether or not there is such a
 * person. Plan: app_user (email), familiar_network's key.
 *
 * @param email lower case
 */
export async function findUserToSignIn(
  db: Transaction,
  email: string,
  { networkHash, since }: { readonly networkHash: Buffer; readonly since: Date },
): Promise<UserToSignIn | null> {
  const [row] = await db.query<UserToSignIn>(
    `SELECT u.id, u.name, u.email, u.password_hash AS "passwordHash",
            u.email_proven_at AS "emailProvenAt",
            EXISTS (SELECT FROM familiar_network f
                     WHERE f.user_id = u.id AND f.network_hash = $2 AND f.last_used_at >= $3) AS "isFamiliar"
       FROM app_user u WHERE u.email = $1`,
    [email, networkHash, since],
  );
  return row ?? null;
}

/** A person, whom nobody else changes until the transaction ends. Plan: primary key. */
export async function lockUser(tx: Transaction, id: string): Promise<UserRow | null> {
  const [row] = await tx.query<UserRow>(
    `SELECT ${COLUMNS} FROM app_user WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return row ?? null;
}

/** Plan: primary key. */
export async function findUser(db: Transaction, id: string): Promise<UserRow | null> {
  const [row] = await db.query<UserRow>(`SELECT ${COLUMNS} FROM app_user WHERE id = $1`, [id]);
  return row ?? null;
}

export async function updateUserName(
  tx: Transaction,
  id: string,
  name: string,
  at: Date,
): Promise<void> {
  await tx.query('UPDATE app_user SET name = $2, updated_at = $3 WHERE id = $1', [id, name, at]);
}

/** @param passwordHash from `hashPassword`; null: nobody signs in with a password any more */
export async function updatePasswordHash(
  tx: Transaction,
  id: string,
  passwordHash: string | null,
  at: Date,
): Promise<void> {
  await tx.query('UPDATE app_user SET password_hash = $2, updated_at = $3 WHERE id = $1', [
    id,
    passwordHash,
    at,
  ]);
}

/**
 * Gives a person an address that they have just confirmed.
 *
 * @param email lower case
 * @returns false when the address is another person's
 */
export async function updateEmail(
  tx: Transaction,
  id: string,
  email: string,
  at: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE app_user
        SET email = $2, email_proven_by = 'confirmation', email_proven_at = $3, updated_at = $3
      WHERE id = $1 AND NOT EXISTS (SELECT FROM app_user other WHERE other.email = $2 AND other.id <> $1)
      RETURNING id`,
    [id, email, at],
  );
  return rows.length === 1;
}

export async function hasUsers(db: Transaction): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>('SELECT EXISTS (SELECT FROM app_user) AS found');
  return row?.found ?? false;
}

/**
 * Notes by what the address of a person was proven, unless it was before; gives whether that is new. Plan:
 * primary key.
 */
export async function markEmailProven(
  tx: Transaction,
  id: string,
  by: AddressProof,
  at: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE app_user SET email_proven_by = $2, email_proven_at = $3
      WHERE id = $1 AND email_proven_at IS NULL RETURNING id`,
    [id, by, at],
  );
  return rows.length === 1;
}
