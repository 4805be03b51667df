import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { withoutTransactionTimeout } from '@/server/platform/db/transaction-timeout';
import { CARRIED, type CarriedTable } from './tables';

const quoted = (name: string) => pg.escapeIdentifier(name);

/** A table that comes along, with what of it is written. */
export interface WrittenTable extends CarriedTable {
  readonly columns: readonly string[];
  /** What its rows are ordered by: the same in every database, whatever its collation. */
  readonly order: readonly string[];
}

interface FoundTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly order: readonly string[];
}

const COLUMNS = `
  SELECT c.relname::text AS name,
         ARRAY(SELECT a.attname::text FROM pg_attribute a
                WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
                ORDER BY a.attname COLLATE "C") AS columns,
         ARRAY(SELECT 't.' || quote_ident(a.attname) || CASE WHEN a.attcollation = 0 THEN '' ELSE ' COLLATE "C"' END
                 FROM pg_index i
                CROSS JOIN unnest(i.indkey::int2[]) WITH ORDINALITY k (attnum, place)
                 JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
                WHERE i.indrelid = c.oid AND i.indisprimary ORDER BY k.place) AS order
    FROM pg_class c
   WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND c.relname = ANY($1)`;

/** The tables that come along, in the order of their writing, with the columns that this database has. */
export async function readWrittenTables(client: pg.ClientBase): Promise<WrittenTable[]> {
  const names = CARRIED.map(({ name }) => name);
  const { rows } = await client.query<FoundTable>(COLUMNS, [names]);
  const found = new Map(rows.map((row) => [row.name, row]));
  return CARRIED.flatMap((table) => {
    const { columns, order } = found.get(table.name) ?? { columns: [], order: [] };
    return columns.length === 0
      ? []
      : [{ ...table, columns: columns.filter((one) => !table.without.has(one)), order }];
  });
}

/** The newest migration that the schema came from. */
export async function readNewestMigration(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name COLLATE "C" DESC LIMIT 1`,
  );
  return rows[0]?.name ?? '';
}

/**
 * Texts of values are the same whatever the server, the role or the database would have said; nothing runs out, also where
 * whoever reads the file takes no bytes for a while.
 */
const SETTINGS = `
  SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO, MDY'; SET LOCAL extra_float_digits = 1;
  SET LOCAL bytea_output = 'hex'; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL tcp_user_timeout = 0; ${withoutTransactionTimeout('transaction')}`;

/** Begins a transaction that sees all tables as they are at one moment. */
export async function beginReading(client: pg.ClientBase): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query(SETTINGS);
}

/** What comes in is told apart: the database judges some of it by what comes after it. */
export async function beginWriting(client: pg.ClientBase): Promise<void> {
  await client.query('BEGIN');
  await client.query(`${SETTINGS}; SET LOCAL eventide.imports = 'on'`);
}

/** JSON has neither of these as it is: COPY writes a row as the bare text of its JSON, a line each. */
const AS_LINES = String.raw`FORMAT csv, QUOTE E'\x01', DELIMITER E'\x02'`;

const linesOf = (client: pg.ClientBase, select: string): AsyncIterable<Uint8Array> =>
  client.query(copyTo(`COPY (${select}) TO STDOUT (${AS_LINES})`));

/** The rows of a table that are the organization's, each as JSON on a line, in pieces of any length. */
export function readRows(
  organizationId: OrganizationId,
  client: pg.ClientBase,
  { name, columns, order, first }: WrittenTable,
): AsyncIterable<Uint8Array> {
  const key = name === 'organization' ? 'id' : 'organization_id';
  const selected = columns.map((one) => `t.${quoted(one)}`).join(', ');
  const by = [...(first === null ? [] : [`t.${quoted(first)} IS NOT NULL`]), ...order].join(', ');
  const id = pg.escapeLiteral(organizationId);
  return linesOf(
    client,
    `SELECT row_to_json(r) FROM (SELECT ${selected} FROM ${quoted(name)} t WHERE t.${key} = ${id} ORDER BY ${by}) r`,
  );
}

/** Who the members are, as {@link readRows}. */
export function readPeople(
  organizationId: OrganizationId,
  client: pg.ClientBase,
): AsyncIterable<Uint8Array> {
  const id = pg.escapeLiteral(organizationId);
  return linesOf(
    client,
    `SELECT row_to_json(r) FROM (SELECT u.id, u.email, u.name FROM membership m JOIN app_user u ON u.id = m.user_id
      WHERE m.organization_id = ${id} ORDER BY u.id) r`,
  );
}

/** Whose ids rows bring, and who they are here. */
export interface ImportedPerson {
  readonly old: string;
  readonly new: string;
  /** False: what they did is theirs, and what only members have does not come along. */
  readonly isMember: boolean;
}

const MAKE_PEOPLE =
  'CREATE TEMP TABLE imported_person (old UUID PRIMARY KEY, new UUID NOT NULL, is_member BOOLEAN NOT NULL) ON COMMIT DROP';

export async function notePeople(
  client: pg.ClientBase,
  people: readonly ImportedPerson[],
): Promise<void> {
  await client.query(MAKE_PEOPLE);
  await client.query(
    'INSERT INTO imported_person SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::boolean[])',
    [
      people.map((person) => person.old),
      people.map((person) => person.new),
      people.map(({ isMember }) => isMember),
    ],
  );
}

export interface Batch {
  readonly organizationId: OrganizationId;
  readonly table: WrittenTable;
  /** Columns that the file has of it. */
  readonly columns: readonly string[];
  /** Each the JSON of a row. */
  readonly lines: readonly string[];
  readonly at: Date;
}

/** Adds rows to a table, as the organization's. Returns how many: rows of people who do not become members are none. */
export async function writeRows(client: pg.ClientBase, batch: Batch): Promise<number> {
  const { table, columns, lines } = batch;
  const { name, member, becomes, first } = table;
  const into = [...new Set([...columns, ...becomes.keys()])];
  const values = into.map((column) => valueOf(column, batch)).join(', ');
  const where =
    member === null
      ? ''
      : `WHERE NOT EXISTS (SELECT FROM imported_person p WHERE p.old = r.${quoted(member)} AND NOT p.is_member)`;
  const order = first === null ? '' : `ORDER BY r.${quoted(first)} IS NOT NULL`;
  const { rowCount } = await client.query(
    `INSERT INTO ${quoted(name)} (${into.map(quoted).join(', ')})
     SELECT ${values} FROM json_populate_recordset(NULL::${quoted(name)}, $1::json) r ${where} ${order}`,
    [`[${lines.join(',')}]`],
  );
  return rowCount ?? 0;
}

/** What a column of the row `r` becomes. */
function valueOf(column: string, { organizationId, table, at }: Batch): string {
  const own = `r.${quoted(column)}`;
  const id = pg.escapeLiteral(organizationId);
  if (column === (table.name === 'organization' ? 'id' : 'organization_id')) return `${id}::uuid`;
  const becoming = table.becomes.get(column);
  if (becoming !== undefined)
    return becoming
      .replaceAll('$at', `${pg.escapeLiteral(at.toISOString())}::timestamptz`)
      .replaceAll('$id', id);
  return table.people.has(column)
    ? `coalesce((SELECT p.new FROM imported_person p WHERE p.old = ${own}), ${own})`
    : own;
}
