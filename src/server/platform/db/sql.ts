import {
  CamelCasePlugin,
  type Compilable,
  type CompiledQuery,
  Kysely,
  PostgresDialect,
  sql,
  type PluginTransformResultArgs,
  type PostgresPool,
  type PostgresPoolClient,
  type RawBuilder,
  type Selectable,
} from 'kysely';
import type pg from 'pg';
import { inPartSpan, SpanKind } from '@/server/platform/tracing';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Tables } from '@/server/prisma-client/tables';
import type { Read } from './replicas/replicas';
import type { Servers } from './servers';
import { asDomainError, isConnectionError } from './connection-errors';
import { inForm } from './spread';

/** Statements that Prisma does not say well, with the names and types of the Prisma schema. */
export type Sql = Kysely<Tables>;

/** A row of a table, as it is read. */
export type TableRow<Table extends keyof Tables> = Selectable<Tables[Table]>;

/** Kysely's naming in statements alone: rows get their names as they are read, by {@link named}. */
class NamesInStatements extends CamelCasePlugin {
  override transformResult({ result }: PluginTransformResultArgs) {
    return Promise.resolve(result);
  }
}

const plugins = [new NamesInStatements()];

const propertyNames = new Map<string, string>();

/** The property that a column is read into. What is stored as JSON keeps its own names. */
function propertyName(column: string): string {
  const known = propertyNames.get(column);
  if (known !== undefined) return known;
  const name = column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  propertyNames.set(column, name);
  return name;
}

/** Rows of values as objects, each column under the name that its statement gives it. */
export function named<Row>({
  fields,
  rows,
}: Pick<pg.QueryArrayResult<unknown[]>, 'fields' | 'rows'>): Row[] {
  const names = fields.map(({ name }) => propertyName(name));
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (const [index, name] of names.entries()) row[name] = values[index];
    // Kysely has derived from the statement what its rows hold.
    return row as Row;
  });
}

/** Texts that a connection keeps parsed: enough for what the program says, and no more than a connection may hold. */
const maxNamedStatements = 500;
const statementNames = new Map<string, string>();
/** Between two rows of an insert. Each number of rows is another text, of up to 70 kB: they would take all names in time. */
const BETWEEN_ROWS = '), ($';

/** A name for a statement, so that a connection parses it once; none when there are too many. */
function statementName(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known !== undefined || statementNames.size === maxNamedStatements) return known;
  if (text.includes(BETWEEN_ROWS)) return undefined;
  const name = `k${String(statementNames.size + 1)}`;
  statementNames.set(text, name);
  return name;
}

/** The part of `pg` that Kysely needs: the pool, or one connection of it as if it were a pool. */
type Lender = () => Promise<Pick<pg.PoolClient, 'query' | 'release'>>;

/** The statement has places for its values, which are not told. */
function inStatement<Result>(text: string, run: () => Promise<Result>): Promise<Result> {
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
  const name = /\w+/.exec(text)?.[0].toUpperCase() ?? 'SQL';
  return inPartSpan(name, { kind: SpanKind.CLIENT, attributes }, run);
}

function openSql(
  pool: pg.Pool,
  servers: Servers,
  lend: Lender,
  isNamed: (statement: string) => boolean,
): Sql {
  const borrowed: PostgresPool = {
    options: pool.options,
    end: () => Promise.resolve(),
    async connect() {
      const client = await lend().catch((error: unknown) => {
        throw asDomainError(error);
      });
      let isBroken = false;
      const query = async (statement: string, values: readonly unknown[]) => {
        const text = inForm(pool, statement);
        try {
          const result = await inStatement(text, () =>
            client.query<unknown[]>({
              text,
              values: [...values],
              name: isNamed(statement) ? statementName(text) : undefined,
              rowMode: 'array',
            }),
          );
          const { command, rowCount } = result;
          return { command, rowCount, rows: named(result) };
        } catch (error) {
          isBroken ||= isConnectionError(error);
          servers.heed(error);
          throw asDomainError(error);
        }
      };
      return {
        // A server that has become a standby keeps its connections, and refuses what is asked on them.
        release: () => {
          client.release(isBroken);
        },
        // The other overload is for cursors, which Kysely uses when it is given a class of them.
        query: query as unknown as PostgresPoolClient['query'],
      };
    },
  };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: borrowed }), plugins });
}

const never = () => false;

/**
 * Statements outside of transactions, each on whichever connection is free.
 * @param isPrepared whether those that requests say over and over are parsed once a connection, see {@link prepared}. Others
 * are said too seldom for each connection to keep them
 */
export function sqlOfPool(pool: pg.Pool, servers: Servers, isPrepared: boolean): Sql {
  const isNamed = isPrepared ? (statement: string) => saidOften.has(statement) : never;
  return openSql(pool, servers, () => pool.connect(), isNamed);
}

/** Statements of a read that a replica may answer. */
export function sqlOfRead(pool: pg.Pool, servers: Servers, read: Read): Sql {
  // It takes what Kysely is made to ask here, and no other form of a query.
  const query = read.query.bind(read) as pg.PoolClient['query'];
  const lend: Lender = () => Promise.resolve({ query, release: () => undefined });
  return openSql(pool, servers, lend, never);
}

/**
 * Statements of a transaction, on the connection that it has: one after the other, also where several of these are asked for at
 * once, which pg will not queue any more.
 * @param clientOf null before the transaction has begun and after it has ended: then they are refused
 * @param isPrepared whether they are parsed once a connection, which then knows them by names
 */
export function sqlOfTransaction(
  pool: pg.Pool,
  servers: Servers,
  clientOf: () => pg.PoolClient | null,
  isPrepared: boolean,
): Sql {
  let before: Promise<unknown> = Promise.resolve();
  const present = () => {
    const client = clientOf();
    if (!client) throw new Error('There is no transaction for this statement');
    return client;
  };
  // Asked again in its turn: the transaction may have ended since.
  const lend: Lender = async () => {
    present();
    const ask = (query: pg.QueryArrayConfig) => {
      const asked = before.then(() => present().query(query));
      before = asked.catch(() => undefined);
      return asked;
    };
    // It takes what Kysely is made to ask here, and no other form of a query.
    const query = ask as pg.PoolClient['query'];
    return { query, release: () => undefined };
  };
  return openSql(pool, servers, lend, () => isPrepared);
}

/** The texts of statements that were {@link prepared}. */
const saidOften = new Set<string>();

/** Stands for a value of a prepared statement until there is one. */
class Place {
  constructor(readonly name: string) {}
}

/** The places of a prepared statement's values, by their names. */
export type Places<Values> = <Name extends keyof Values & string>(
  name: Name,
) => RawBuilder<Values[Name]>;

/**
 * Makes a statement that every request says: Kysely puts it together the first time and not again, which costs more
 * than to send it. `build` names the values that differ; it may not look at them, so the statement is always the same.
 */
export function prepared<Values extends object, Row>(
  build: (sql: Sql, place: Places<Values>) => Compilable<Row>,
): (sql: Sql, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | null = null;
  return async (db, values) => {
    if (!compiled) {
      compiled = build(db, (name) => sql`${new Place(name)}`).compile();
      saidOften.add(compiled.sql);
    }
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Place ? (Reflect.get(values, parameter.name) as unknown) : parameter,
    );
    const query: CompiledQuery<Row> = { ...compiled, parameters };
    const { rows } = await db.executeQuery(query);
    return rows;
  };
}

/** The places of a row's columns, each under the name of its column. */
export function placesOf<Values, Column extends keyof Values & string>(
  place: Places<Values>,
  columns: readonly Column[],
): { readonly [C in Column]: RawBuilder<Values[C]> } {
  // One for each of the columns.
  return Object.fromEntries(columns.map((column) => [column, place(column)])) as {
    readonly [C in Column]: RawBuilder<Values[C]>;
  };
}

/**
 * The organization of a list, in a form that keeps the planner from looking the id up in its statistics. An
 * organization that is younger than these, or small next to the others, is not in them: the planner then takes its
 * part of every table for a single row and joins them by comparing each with each. A thousand cycles in one image
 * make that a thousand million comparisons, and minutes. It does not look into a subquery, and takes the table's rows
 * divided by the number of organizations instead.
 *
 * For lists and joins. A look-up by a whole key needs none.
 */
export function anyOrganization(
  organizationId: OrganizationId | RawBuilder<OrganizationId>,
): RawBuilder<string> {
  return sql<string>`(SELECT ${organizationId}::uuid)`;
}

/** Tells whether a text holds all words, one at least; both are folded. */
export function holdsWords(
  text: RawBuilder<string>,
  words: readonly string[],
): RawBuilder<boolean> {
  const held = words.map((word) => sql`strpos(${text}, ${word}) > 0`);
  return sql`(${sql.join(held, sql` AND `)})`;
}
