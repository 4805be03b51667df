import pg from 'pg';

/** Asks a database on a connection of its own. */
export async function ask<Row extends object>(
  connectionString: string,
  sql: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  // Where the database is killed, what was asked fails: that is told, and is no reason to end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The rows of every table of a database in one hash each, whatever their order; with the number of rows. */
export async function rowHashes(connectionString: string): Promise<Record<string, string>> {
  const tables = await ask<{ name: string }>(
    connectionString,
    `SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
  );
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await ask<{ hash: string }>(
      connectionString,
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text COLLATE "C")), '') AS hash
         FROM ${pg.escapeIdentifier(name)} t`,
    );
    hashes[name] = row?.hash ?? '';
  }
  return hashes;
}

/** A constraint, a trigger or an index of a table. */
export interface Rule {
  readonly of: string;
  readonly name: string;
  /** As PostgreSQL would be told to make it. */
  readonly rule: string;
  readonly state: string;
}

/** The rules of a schema, in words that are the same for two databases where these are. */
export async function rulesOf(connectionString: string): Promise<Rule[]> {
  return ask<Rule>(
    connectionString,
    `SELECT conrelid::regclass::text AS of, conname::text AS name, pg_get_constraintdef(oid) AS rule, convalidated::text AS state
       FROM pg_constraint WHERE connamespace = 'public'::regnamespace
     UNION ALL
     SELECT tgrelid::regclass::text, tgname::text, pg_get_triggerdef(oid), tgenabled::text
       FROM pg_trigger WHERE NOT tgisinternal
     UNION ALL
     SELECT tablename::text, indexname::text, indexdef, '' FROM pg_indexes WHERE schemaname = 'public'
     ORDER BY 1, 2, 3`,
  );
}

/** What a database holds beside what belongs to PostgreSQL. */
export async function namesIn({
  connectionString,
}: {
  readonly connectionString: string;
}): Promise<string[]> {
  const rows = await ask<{ name: string }>(
    connectionString,
    `SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
     UNION ALL SELECT proname::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace
     UNION ALL SELECT typname::text FROM pg_type WHERE typnamespace = 'public'::regnamespace`,
  );
  return rows.map(({ name }) => name);
}
