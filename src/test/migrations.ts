import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { readMigrations } from '@/server/platform/db/migrate';

const migrationsDir = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

/** Runs those of the migrations whose names are chosen, in their order, as they are in the files. */
export async function migrateThose(
  pool: pg.Pool,
  isChosen: (name: string) => boolean,
): Promise<void> {
  for (const { name, sql } of await readMigrations(migrationsDir)) {
    if (isChosen(name)) await pool.query(sql);
  }
}
