import pg from 'pg';
import { answeredWithin } from '../answered-within';
import { roleName } from './create-cluster';
import type { PostgresEndpoint } from './postgres-endpoint';

/** Any constant serves: nothing else takes advisory locks in the database `postgres`. */
const instanceLockKey = 3_652_017;

/** Long enough for a busy machine, to connect and for each answer; the server is on this one, and may be stopped. */
const timeoutMs = 5_000;

/** The lock was taken, and is held until the connection ends; or another process holds it. */
export type LockAttempt =
  | { readonly client: pg.Client; readonly holder?: undefined }
  | { readonly client?: undefined; readonly holder: string };

/** What holds the lock: the service for as long as it runs, or a command for as long as it has something to do. */
export type HolderKind = 'process' | 'command';

/** Whether a holder by this name is a command, which ends by itself. */
export function isCommand(holder: string): boolean {
  return holder.startsWith('command ');
}

/** Who holds the lock, as it named itself. */
const findHolder = `
  SELECT activity.application_name AS name
    FROM pg_locks lock JOIN pg_stat_activity activity USING (pid)
   WHERE lock.locktype = 'advisory' AND lock.objid = $1 AND lock.granted`;

/**
 * Tries once to make this process the one that owns the embedded server. Throws what the connection throws.
 * The lock lives in a session of its own: it ends with the process, however that ends.
 */
export async function tryInstanceLock(
  endpoint: PostgresEndpoint,
  password: string,
  kind: HolderKind = 'process',
): Promise<LockAttempt> {
  const client = new pg.Client({
    ...endpoint,
    user: roleName,
    password,
    database: 'postgres',
    application_name: `${kind} ${process.pid}`,
    connectionTimeoutMillis: timeoutMs,
  });
  // The end of the connection is reported by its `end` event; without a listener, `error` would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    // Not a limit of the connection: what its holder asks later may take longer.
    const ask = (text: string) => answeredWithin(timeoutMs, { text, values: [instanceLockKey] });
    const { rows } = await client.query<{ taken: boolean }>(
      ask('SELECT pg_try_advisory_lock($1) AS taken'),
    );
    if (rows[0]?.taken) return { client };
    const { rows: holders } = await client.query<{ name: string }>(ask(findHolder));
    await client.end();
    return { holder: holders[0]?.name ?? 'unknown process' };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}
