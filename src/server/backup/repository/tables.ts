import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { BackupError } from '@/domain/backup/fault';
import type { AppliedMigration } from '@/domain/backup/manifest';
import { PLACED_TABLES } from '@/server/platform/db/layout';
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

const HISTORY = '_prisma_migrations';
/** The tables that this version knows as Eventide's. A database may have others of its, of an earlier version or a later one. */
const KNOWN = new Set([HISTORY, ...PLACED_TABLES.map(({ name }) => name)]);

/** Those of some tables that this version does not know: an administrator's, unless another version's migrations make them. */
export function unknownOf(tables: readonly Pick<Table, 'name'>[]): string[] {
  return tables.map(({ name }) => name).filter((name) => !KNOWN.has(name));
}

interface FoundTable extends Table {
  /** False: it is another role's, and none that this version knows. */
  readonly isKept: boolean;
}

const TABLES = `
  SELECT c.relname::text AS name,
         c.relname = ANY ($2) OR c.relowner IS NOT DISTINCT FROM (
           SELECT h.relowner FROM pg_class h WHERE h.relnamespace = ${IN_SCHEMA} AND h.relname = '${HISTORY}') AS "isKept",
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

interface FoundTables {
  readonly tables: readonly Table[];
  /** Names of those that are another role's. */
  readonly others: readonly string[];
}

async function findTables(client: pg.ClientBase): Promise<FoundTables> {
  const { rows } = await client.query<FoundTable>(TABLES, [UNFINISHED_RESTORE, [...KNOWN]]);
  const tables = rows.filter(({ isKept }) => isKept);
  return {
    tables: tables.map(({ name, columns, order }) => ({ name, columns, order })),
    others: rows.filter(({ isKept }) => !isKept).map(({ name }) => name),
  };
}

/**
 * Every table of Eventide's, from the catalog of the database: none can be forgotten. They are those that this version knows, and
 * whatever else belongs to the role that migrates. Others may lie beside them, of an administrator: the app may not even read them.
 */
export async function readTables(client: pg.ClientBase): Promise<readonly Table[]> {
  return (await findTables(client)).tables;
}

/**
 * Begins a transaction that sees all tables as they are at one moment, and keeps anybody from altering them until it
 * ends.
 */
export async function beginSnapshot(client: pg.ClientBase): Promise<FoundTables> {
  const { tables: before } = await findTables(client);
  if (before.length === 0)
    throw new BackupError('The database is empty: there is nothing to keep.');
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // Before the first statement that reads: from then on nothing is seen of what others do.
  const names = before.map(({ name }) => quoted(name)).join(', ');
  await client.query(`LOCK TABLE ${names} IN ACCESS SHARE MODE`);
  const found = await findTables(client);
  if (JSON.stringify(found.tables) !== JSON.stringify(before))
    throw new BackupError('The database is being migrated: try again once that is done.');
  return found;
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

/** Lets sequences go on where they stood, of those that the migrations make: a table that stays away takes its own along. */
export async function setSequences(
  client: pg.ClientBase,
  sequences: readonly Sequence[],
): Promise<void> {
  for (const { name, value } of sequences)
    await client.query(
      `SELECT setval(oid::regclass, $2::bigint) FROM pg_class
        WHERE relnamespace = ${IN_SCHEMA} AND relkind = 'S' AND relname = $1`,
      [name, value],
    );
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
