import type pg from 'pg';

/** Which database a connection leads to. */
export interface DatabaseIdentity {
  /** PostgreSQL's own number for a cluster, which its replicas have, too. */
  readonly cluster: string;
  readonly database: string;
  /** Null: the role sees none. */
  readonly schema: string | null;
}

/** A server is not a replica that can be read from, for now at least. The message names nothing of the address. */
export class NotUsable extends Error {
  override readonly name: string = 'NotUsable';
}

/** It is a server of another database, which no waiting changes. */
export class AnotherDatabase extends NotUsable {
  override readonly name = 'AnotherDatabase';
}

type Asking = Pick<pg.ClientBase, 'query'>;

/** Asks a server which database it has. Any role may. */
export async function identityOfDatabase(client: Asking): Promise<DatabaseIdentity> {
  const { rows } = await client.query<DatabaseIdentity>(`
    SELECT (SELECT system_identifier::text FROM pg_control_system()) AS cluster,
           current_database() AS database, current_schema() AS schema`);
  const [row] = rows;
  if (!row) throw new NotUsable('It has said nothing');
  return row;
}

/** @throws AnotherDatabase */
export async function requireSameDatabase(
  client: Asking,
  primary: DatabaseIdentity,
): Promise<void> {
  const own = await identityOfDatabase(client);
  if (own.cluster !== primary.cluster)
    throw new AnotherDatabase('It is no replica of the server that DATABASE_URL leads to');
  if (own.database !== primary.database)
    throw new AnotherDatabase('It leads to another database than DATABASE_URL');
  if (own.schema !== primary.schema)
    throw new AnotherDatabase('It leads to another schema than DATABASE_URL');
}

/**
 * A server that had replayed more of a lost primary's log than the one that was promoted in its place shows what never was, and
 * cannot follow. One that follows says so with its next restartpoint.
 * @throws NotUsable
 */
export async function requireSameLog(client: Asking, timeline: number): Promise<void> {
  const { rows } = await client.query<{ timeline: number }>(`
    SELECT greatest((SELECT timeline_id FROM pg_control_checkpoint()),
                    (SELECT min_recovery_end_timeline FROM pg_control_recovery())) AS timeline`);
  if ((rows[0]?.timeline ?? 0) < timeline)
    throw new NotUsable('It does not follow the server that takes changes yet');
}
