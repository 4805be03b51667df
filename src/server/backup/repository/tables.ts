import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { BackupError } from '@/domain/backup/fault';
import type { AppliedMigration } from '@/domain/backup/manifest';
import { UNFINISHED_RESTORE } from '@/server/platform/db/unfinished-restore';

const quoted = (name: string) => pg.escapeIdentifier(name);

export interface Table {
  readonly name: string;
  /** Those that are stored, not computed. */
  readonly columns: readonly string[];
  /** What its rows are ordered by: the same in every database, whatever its collation. */
  readonly order: readonly string[];
}

/** What belongs to an extension comes and goes with that. */
export const isOurs = (relation: string, of: string) => `
  NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = '${of}'::regclass AND d.objid = ${relation}.oid AND d.deptype = 'e')`;
export const IN_SCHEMA = `(SELECT oid FROM pg_namespace WHERE nspname = current_schema())`;

const TABLES = `
  SELECT c.relname::text AS name,
         ARRAY(SELECT a.attname::text FROM pg_attribute a
                WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
                ORDER BY a.attnum) AS columns,
         ARRAY(SELECT quote_ident(a.attname) || CASE WHEN a.attcollation = 0 THEN '' ELSE ' COLLATE "C"' END
                 FROM pg_index i
                CROSS JOIN unnest(i.indkey::int2[]) WITH ORDINALITY k (attnum, place)
                 JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
                WHERE i.indrelid = c.oid AND i.indisprimary ORDER BY k.place) AS order
    FROM pg_class c
   WHERE c.relnamespace = ${IN_SCHEMA} AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     AND c.relname <> $1 AND ${isOurs('c', 'pg_class')}
   ORDER BY c.relname COLLATE "C"`;

/** Every table of the schema, from the catalog of the database: none can be forgotten. */
export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(TABLES, [UNFINISHED_RESTORE]);
  return rows;
}

/**
 * Begins a transaction that sees all tables as they are at one moment, and keeps anybody from altering them until it
 * ends.
 */
export async function beginSnapshot(client: pg.ClientBase): Promise<Table[]> {
  const before = await readTables(client);
  if (before.length === 0)
    throw new BackupError('The database is empty: there is nothing to keep.');
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // Before the first statement that reads: from then on nothing is seen of what others do.
  const names = before.map(({ name }) => quoted(name)).join(', ');
  await client.query(`LOCK TABLE ${names} IN ACCESS SHARE MODE`);
  const tables = await readTables(client);
  if (JSON.stringify(tables) !== JSON.stringify(before))
    throw new BackupError('The database is being migrated: try again once that is done.');
  return tables;
}

interface StoredMigration extends AppliedMigration {
  readonly isFinished: boolean;
}

/** The migrations that the schema came from, in the order in which they were applied. */
export async function readAppliedMigrations(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const { rows } = await client.query<StoredMigration>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished"
       FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  );
  const broken = rows.find(({ isFinished }) => !isFinished);
  if (broken)
    throw new BackupError(
      `The migration ${broken.name} failed half-way. Repair the database first.`,
    );
  return rows.map(({ name, checksum }) => ({ name, checksum }));
}

export async function readServerVersion(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ version: string }>(
    `SELECT current_setting('server_version') AS version`,
  );
  return rows[0]?.version ?? '';
}

export interface Sequence {
  readonly name: string;
  readonly value: string;
}

/** Where the sequences stand that have given out a number. */
export async function readSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `SELECT sequencename::text AS name, last_value::text AS value FROM pg_sequences
      WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY sequencename COLLATE "C"`,
  );
  return rows;
}

/** Lets sequences go on where they stood. */
export async function setSequences(
  client: pg.ClientBase,
  sequences: readonly Sequence[],
): Promise<void> {
  for (const { name, value } of sequences)
    await client.query('SELECT setval(quote_ident($1)::regclass, $2::bigint)', [name, value]);
}

/** The rows of a table as COPY writes them, a line a row, in pieces of any length. */
export function copyOut(
  client: pg.Client,
  { name, columns, order }: Table,
): AsyncIterable<Uint8Array> {
  const selected = columns.map(quoted).join(', ');
  const by = order.length > 0 ? order.join(', ') : 't::text COLLATE "C"';
  return client.query(
    copyTo(`COPY (SELECT ${selected} FROM ${quoted(name)} AS t ORDER BY ${by}) TO STDOUT`),
  );
}

/** Adds rows to a table, whole lines as {@link copyOut} gives them. */
export async function copyIn(
  client: pg.Client,
  { name, columns }: Pick<Table, 'name' | 'columns'>,
  lines: AsyncIterable<Uint8Array>,
): Promise<void> {
  const into = `${quoted(name)} (${columns.map(quoted).join(', ')})`;
  await pipeline(lines, client.query(copyFrom(`COPY ${into} FROM STDIN`)));
}
