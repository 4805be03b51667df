import type { Transaction } from '@/server/db';

export interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string | null;
}

/** Adds a person; false when the e-mail address is taken. */
export async function insertUser(db: Transaction, user: UserRow, at: Date): Promise<boolean> {
  const rows = await db.query(
    `INSERT INTO app_user (id, email, name, password_hash, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $5)
     ON CONFLICT (email) DO NOTHING
     RETURNING id`,
    [user.id, user.email, user.name, user.passwordHash, at],
  );
  return rows.length === 1;
}

/** @param email lower case */
export async function findUserByEmail(db: Transaction, email: string): Promise<UserRow | null> {
  const [row] = await db.query<UserRow>(
    `SELECT id, name, email, password_hash AS "passwordHash" FROM app_user WHERE email = $1`,
    [email],
  );
  return row ?? null;
}

/** Plan: primary key. */
export async function findUser(db: Transaction, id: string): Promise<UserRow | null> {
  const [row] = await db.query<UserRow>(
    `SELECT id, name, email, password_hash AS "passwordHash" FROM app_user WHERE id = $1`,
    [id],
  );
  return row ?? null;
}

export async function hasUsers(db: Transaction): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>('SELECT EXISTS (SELECT FROM app_user) AS found');
  return row?.found ?? false;
}
