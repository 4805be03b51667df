import { sql } from 'kysely';
import type { Transaction } from './db';

/** Has statements of a transaction give up, rather than wait long for a lock and keep others waiting behind them. */
export async function waitBriefly(tx: Transaction): Promise<void> {
  await sql`SET LOCAL lock_timeout = '5s'`.execute(tx.sql);
}
