import type pg from 'pg';
import { DatabaseStartError } from './embedded/start-error';

/*
 * Lists and joins name their organization in a form that keeps the planner from looking it up in its statistics (`anyOrganization`
 * of sql.ts, decision 29). A database that is spread has two planners: that of the first machine, which has to see the
 * organization to know whom to ask, and that of the machine which has it, which must not. So there the same is said by a function
 * that is another one on the first machine: the planner there replaces it by the organization itself, the other ones by something
 * that depends on a subquery, which they do not look into.
 */

export const HINT_NAME = 'any_organization';
const ARGUMENTS = '(organization_id uuid, always boolean)';
const create = (body: string) =>
  `CREATE OR REPLACE FUNCTION ${HINT_NAME} ${ARGUMENTS} RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$ SELECT ${body} $body$`;

/** Makes the function on every machine, each time anew: one that has been added since has that of the first machine. */
export async function createHint(client: pg.ClientBase): Promise<void> {
  const alone = 'SET citus.enable_ddl_propagation = off';
  const { rows } = await client.query<{ schema: string }>(
    'SELECT quote_ident(current_schema()) AS schema',
  );
  const within = `SET search_path = ${rows[0]?.schema ?? 'public'}`;
  await client.query(alone);
  try {
    await client.query(create('$1'));
  } finally {
    await client.query('RESET citus.enable_ddl_propagation');
  }
  const { rows: failed } = await client.query<{ result: string }>(
    'SELECT result FROM run_command_on_workers($1) WHERE NOT success',
    [`${alone}; ${within}; ${create('CASE WHEN $2 THEN $1 END')}`],
  );
  if (failed[0])
    throw new DatabaseStartError(
      `A machine refuses the function ${HINT_NAME}: ${failed[0].result}`,
    );
}

/** The settings of pools whose databases are spread: what stands for a pool has them, too. */
const spread = new WeakSet<object>();

/** Learns from a new connection whether the database is spread: it has the function then. */
export async function learnForm(pool: pg.Pool, client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ spread: boolean }>(
    `SELECT to_regprocedure('${HINT_NAME}(uuid, boolean)') IS NOT NULL AS spread`,
  );
  if (rows[0]?.spread) spread.add(pool.options);
}

const HINT = /\(SELECT (\$\d+)::uuid\)/g;
const SAME = /(?<![\w."])("?\w+"?)\."?organization_id"? = "?\w+"?\."?organization_id"?/g;

/**
 * A statement in the form for a database that is spread. One that is about one organization says so wherever it compares two
 * tables by it: in a subquery that looks at rows around it, the first machine would not see which organization that is.
 */
export function spreadForm(text: string): string {
  const [, own] = new RegExp(HINT).exec(text) ?? [];
  if (own === undefined) return text;
  const said = (place: string) => `${HINT_NAME}(${place}::uuid, (SELECT true))`;
  return text
    .replaceAll(HINT, (_, place: string) => said(place))
    .replaceAll(
      SAME,
      (pair, table: string) => `(${pair} AND ${table}.organization_id = ${said(own)})`,
    );
}

/** A statement in the form that the planners of a pool's database take. */
export function inForm(pool: pg.Pool, text: string): string {
  return spread.has(pool.options) ? spreadForm(text) : text;
}
