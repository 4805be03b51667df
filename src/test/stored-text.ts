import type { TestDatabase } from '@/test/database';

/** Every row of every table as text, for looking whether something was stored that must not be. */
export async function storedText(db: TestDatabase): Promise<string> {
  const tables = await db.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const texts = await Promise.all(
    tables.map(({ name }) => db.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)),
  );
  return texts
    .flat()
    .map(({ row }) => row)
    .join('\n');
}
