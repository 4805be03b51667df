import pg from 'pg';
import { BackupError } from '@/domain/backup/fault';
import type { MigrationFile } from '@/server/platform/db/migrate';
import { indexBuiltBeside } from '@/server/platform/db/built-beside';
import { UNFINISHED_RESTORE } from '@/server/platform/db/unfinished-restore';
import { IN_SCHEMA, isOurs, readTables } from './tables';

const quoted = (name: string) => pg.escapeIdentifier(name);

/** Everything of the schema that belongs to no extension and to no column, as what DROP calls it. */
const OBJECTS = `
  SELECT CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE'
                      WHEN 'f' THEN 'FOREIGN TABLE' ELSE 'TABLE' END AS kind,
         oid::regclass::text AS name
    FROM pg_class c
   WHERE relnamespace = ${IN_SCHEMA} AND relkind IN ('r', 'p', 'v', 'm', 'S', 'f') AND ${isOurs('c', 'pg_class')}
     AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
                        AND c.relkind = 'S' AND d.deptype IN ('a', 'i'))
  UNION ALL
  SELECT 'ROUTINE', oid::regprocedure::text FROM pg_proc p
   WHERE pronamespace = ${IN_SCHEMA} AND ${isOurs('p', 'pg_proc')}
  UNION ALL
  SELECT 'TYPE', oid::regtype::text FROM pg_type t
   WHERE typnamespace = ${IN_SCHEMA} AND typtype IN ('e', 'd', 'r') AND ${isOurs('t', 'pg_type')}`;

interface SchemaObject {
  readonly kind: string;
  readonly name: string;
}

/** How many tables, functions and types the schema has. */
export async function countObjects(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<SchemaObject>(OBJECTS);
  return rows.length;
}

/** Marks an empty database: until the mark goes, nobody starts on it, and all that is in it may be thrown away. */
export async function markUnfinished(client: pg.ClientBase): Promise<void> {
  await client.query(`CREATE TABLE ${UNFINISHED_RESTORE} ()`);
}

export async function unmarkUnfinished(client: pg.ClientBase): Promise<void> {
  await client.query(`DROP TABLE ${UNFINISHED_RESTORE}`);
}

/** Throws away all that an unfinished restore has made, and its mark. All or nothing. */
export async function clearUnfinished(client: pg.ClientBase): Promise<void> {
  await client.query('BEGIN');
  try {
    const { rows } = await client.query<SchemaObject>(OBJECTS);
    for (const { kind, name } of rows) await client.query(`DROP ${kind} IF EXISTS ${name} CASCADE`);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/**
 * Makes the schema that a backup was read from. Values of enumerations are of use once they are committed: each alone. What builds
 * an index beside the work of others takes no transaction, also where there is nobody else.
 */
export async function makeSchema(
  client: pg.ClientBase,
  files: readonly MigrationFile[],
): Promise<void> {
  for (const { name, sql } of files) {
    const isWhole = indexBuiltBeside(sql) === null;
    try {
      if (isWhole) await client.query('BEGIN');
      await client.query(sql);
      if (isWhole) await client.query('COMMIT');
    } catch (cause) {
      await client.query('ROLLBACK').catch(() => undefined);
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new BackupError(`The migration ${name} could not be applied: ${why}`, { cause });
    }
  }
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

const FOREIGN_KEYS = `
  SELECT conrelid::regclass::text AS table, conname::text AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE connamespace = ${IN_SCHEMA} AND contype = 'f' AND conparentid = 0 ORDER BY oid`;

/**
 * Loads rows as they were: no trigger acts on them, tables come in any order, and foreign keys are checked of all rows
 * at once in the end. What migrations may have put into the tables goes first. Part of the caller's transaction.
 */
export async function withoutRules(
  client: pg.ClientBase,
  load: () => Promise<void>,
): Promise<void> {
  const tables = (await readTables(client)).map(({ name }) => quoted(name));
  const { rows: keys } = await client.query<ForeignKey>(FOREIGN_KEYS);
  for (const { table, name } of keys)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quoted(name)}`);
  for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE ${tables.join(', ')}`);
  await load();
  // In the order in which they were made: it is the order in which they act.
  for (const { table, name, definition } of keys)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${quoted(name)} ${definition}`);
  for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
}
