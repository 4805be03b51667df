import type pg from 'pg';
import { DatabaseStartError } from './embedded/start-error';
import { type Place, type PlacedTable, PLACED_TABLES, SPREAD_BY } from './layout';
import { createHint, HINT_NAME } from './spread';

/** What is to be done for the tables to be where {@link PLACED_TABLES} has them. */
export interface DistributionPlan {
  /** Tables that are on the first machine alone yet, in the order in which they are placed. */
  readonly tables: readonly PlacedTable[];
  /** How many machines have the rows of organizations. */
  readonly machines: number;
}

/** Tells whether the organizations of a database are spread over machines: its tables know of them. */
export async function isDistributed(client: pg.ClientBase): Promise<boolean> {
  const { rows: known } = await client.query<{ known: boolean }>(
    `SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL
        AND to_regclass('organization') IS NOT NULL AS known`,
  );
  if (!known[0]?.known) return false;
  const { rowCount } = await client.query(
    `SELECT FROM pg_dist_partition WHERE logicalrelid = 'organization'::regclass`,
  );
  return rowCount === 1;
}

interface Cluster {
  readonly local_group: number;
  readonly has_coordinator: boolean;
  readonly machines: number;
}

async function machinesOf(client: pg.ClientBase): Promise<number> {
  const { rowCount } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'");
  if (rowCount === 0)
    throw new DatabaseStartError(
      'The database has no extension "citus". Install it on every machine, and say CREATE EXTENSION citus in this database on each of them.',
    );
  const { rows } = await client.query<Cluster>(
    `SELECT (SELECT groupid FROM pg_dist_local_group)::int AS local_group,
            EXISTS (SELECT FROM pg_dist_node WHERE groupid = 0) AS has_coordinator,
            (SELECT count(*) FROM pg_dist_node WHERE shouldhaveshards AND isactive AND noderole = 'primary')::int AS machines`,
  );
  const cluster = rows[0];
  if (cluster?.local_group !== 0)
    throw new DatabaseStartError(
      'This is not the first machine of the database (the coordinator of Citus): name that one in DATABASE_URL.',
    );
  if (!cluster.has_coordinator)
    throw new DatabaseStartError(
      "The other machines do not know the first one. Tell them with SELECT citus_set_coordinator_host('its name', its port).",
    );
  if (cluster.machines === 0)
    throw new DatabaseStartError(
      "There is no machine that may have rows. Add one with SELECT citus_add_node('its name', its port).",
    );
  return cluster.machines;
}

interface FoundTable {
  readonly name: string;
  readonly place: Place;
}

const FOUND_TABLES = `
  SELECT c.relname::text AS name,
         CASE WHEN p.partmethod = 'h' THEN 'distributed'
              WHEN p.partmethod = 'n' AND p.repmodel = 't' THEN 'reference' ELSE 'local' END AS place
    FROM pg_class c LEFT JOIN pg_dist_partition p ON p.logicalrelid = c.oid
   WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname = ANY ($1)`;

/**
 * Finds what {@link distribute} has to do.
 * @throws DatabaseStartError where the database is not made for it, or a table is at another place than it should be
 */
export async function planDistribution(client: pg.ClientBase): Promise<DistributionPlan> {
  const machines = await machinesOf(client);
  const { rows } = await client.query<FoundTable>(FOUND_TABLES, [
    PLACED_TABLES.map(({ name }) => name),
  ]);
  const places = new Map(rows.map(({ name, place }) => [name, place]));
  const tables = PLACED_TABLES.filter(({ name, place }) => {
    // One that is not there comes with the migrations.
    const found = places.get(name) ?? 'local';
    if (found === place) return false;
    if (found === 'local') return true;
    throw new DatabaseStartError(
      `The table ${name} is ${found} and should be ${place}: somebody else has placed it. Undo that with SELECT undistribute_table('${name}').`,
    );
  });
  // What others refer to comes first.
  const order: Place[] = ['reference', 'distributed'];
  return { tables: order.flatMap((of) => tables.filter(({ place }) => place === of)), machines };
}

interface ForeignKey {
  readonly on_table: string;
  readonly name: string;
  readonly definition: string;
}

/** Takes away the foreign keys of and to some tables: tables are placed one by one, and a key wants both of its own placed. */
async function dropForeignKeys(client: pg.ClientBase, names: readonly string[]) {
  const { rows } = await client.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS on_table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint
      WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
        AND (conrelid = ANY ($1::text[]::regclass[]) OR confrelid = ANY ($1::text[]::regclass[]))
      ORDER BY 1, 2`,
    [names],
  );
  for (const { on_table: table, name } of rows)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  return rows;
}

/** Functions that statements name, which a machine is asked to run, and has not. Those of triggers come with their tables. */
const MISSING_FUNCTIONS = `
  SELECT p.oid::regprocedure::text AS signature FROM pg_proc p
   WHERE p.pronamespace = current_schema()::regnamespace AND p.prorettype <> 'trigger'::regtype AND NOT p.prosecdef
     AND p.proname <> $1 AND p.prokind = 'f'
     AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
     AND NOT EXISTS (SELECT FROM pg_dist_object o WHERE o.classid = 'pg_proc'::regclass AND o.objid = p.oid)`;

async function placeFunctions(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ signature: string }>(MISSING_FUNCTIONS, [HINT_NAME]);
  for (const { signature } of rows)
    await client.query('SELECT create_distributed_function($1::regprocedure)', [signature]);
}

/** What the rows of all organizations are beside. */
const FIRST = PLACED_TABLES.find(({ place }) => place === 'distributed')?.name ?? '';

async function place(client: pg.ClientBase, { name, place: to }: PlacedTable, isFirst: boolean) {
  if (to === 'reference') await client.query('SELECT create_reference_table($1)', [name]);
  else
    await client.query('SELECT create_distributed_table($1, $2, colocate_with => $3)', [
      ...[name, SPREAD_BY],
      isFirst ? 'none' : FIRST,
    ]);
}

/**
 * Sets a connection up for changes of tables that are spread. Triggers of ours write what is of the row's own organization, and so
 * on the machine that has it: that is what they have to be allowed for.
 */
export async function allowOurTriggers(client: pg.ClientBase): Promise<void> {
  await client.query('SET citus.enable_unsafe_triggers = on');
  // What refers to a table on all machines is changed on one connection, so that a transaction sees what it has done.
  await client.query("SET citus.multi_shard_modify_mode = 'sequential'");
}

/**
 * Places the tables, with their rows, all or none. Does nothing where nothing is to be done, so that it can be said again: after
 * each update of the program by the migrations themselves.
 * @param onStep hears of each table before it is placed
 * @throws DatabaseStartError as {@link planDistribution}
 */
export async function distribute(
  client: pg.ClientBase,
  onStep: (table: PlacedTable) => void = () => undefined,
): Promise<DistributionPlan> {
  const plan = await planDistribution(client);
  await allowOurTriggers(client);
  await client.query('BEGIN');
  try {
    const names = plan.tables.map(({ name }) => name);
    const keys = names.length === 0 ? [] : await dropForeignKeys(client, names);
    const wasDistributed = PLACED_TABLES.some(
      ({ name, place: to }) => to === 'distributed' && !names.includes(name),
    );
    for (const table of plan.tables) {
      onStep(table);
      await place(client, table, !wasDistributed && table.name === FIRST);
    }
    for (const { on_table: table, name, definition } of keys)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
  await placeFunctions(client);
  await createHint(client);
  return plan;
}
