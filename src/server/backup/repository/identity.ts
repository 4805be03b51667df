import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { DATABASE_IDENTITY } from '@/server/platform/db/database-identity';
import type { Database } from '@/server/platform/db/db';

/**
 * Finds what tells a database from every other, in eight hex digits. Nothing that is stored would do, since a restored copy has
 * all of that too.
 */
export async function findDatabaseIdentity(db: Database): Promise<string> {
  const { rows } = await sql<{ identity: string }>`${sql.raw(DATABASE_IDENTITY)}`.execute(db.sql);
  return hash('sha256', rows[0]?.identity ?? '', 'hex').slice(0, 8);
}

/** How much the database takes on its disk, with its indexes and without its log. */
export async function findDatabaseBytes(db: Database): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    SELECT pg_database_size(current_database())::text AS bytes`.execute(db.sql);
  return Number(rows[0]?.bytes);
}
