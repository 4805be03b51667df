import { sql } from 'kysely';
import type { Transaction } from '@/server/platform/db/db';

/** Asks the database for nothing: it answers, or throws. */
export async function ask(db: Transaction): Promise<void> {
  await sql`SELECT 1`.execute(db.sql);
}
