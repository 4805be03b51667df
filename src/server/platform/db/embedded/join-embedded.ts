import pg from 'pg';
import { appPassword, ensureAppRole } from '@/server/platform/db/app-role';
import { isConnectionError } from '@/server/platform/db/connection-errors';
import {
  accessTo,
  describeCluster,
  endUnownedPostgres,
  startEmbeddedPostgres,
  type DatabaseAccess,
  type EmbeddedPostgresOptions,
} from './embedded';
import { tryInstanceLock } from './instance-lock';
import { findPostmaster } from './postmaster-file';
import type { PostgresEndpoint } from './postgres-endpoint';

/** An embedded server to work with for a while. */
export interface JoinedPostgres extends DatabaseAccess {
  /** The role that owns the tables and migrates them. The other one is the app's, which owns nothing. */
  readonly owner: DatabaseAccess;
  /** Shuts the server down when it was started for this and nobody else works with it. Close every pool first. */
  stop(): Promise<void>;
}

/**
 * The embedded PostgreSQL of a data folder, for a command: that of the process which owns it now, as its guest,
 * else one that is started for as long as the command needs it.
 * @throws DatabaseStartError
 */
export async function joinEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<JoinedPostgres> {
  const cluster = await describeCluster(options);
  const { clusterDir, password } = cluster;
  const endpoint = (await findPostmaster(clusterDir))?.endpoint;
  if (endpoint && (await isOwned(endpoint, password))) {
    const access = accessTo(endpoint, password);
    await ensureAppRoleAt(access.owner, password);
    // A command may have owned it that has ended since.
    return { ...access, stop: () => endUnownedPostgres(cluster).catch(() => undefined) };
  }
  const { connection, connectionString, owner, leave } = await startEmbeddedPostgres({
    ...options,
    forCommand: true,
  });
  // The process whose server it was may be starting it again: then it is given back.
  return { connection, connectionString, owner, stop: leave };
}

/** The process that owns the server may be one of an earlier version, which knew no such role. */
async function ensureAppRoleAt({ connection }: DatabaseAccess, password: string): Promise<void> {
  const client = new pg.Client(connection);
  // A lost connection is told by the statement that it was needed for.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await ensureAppRole(client, appPassword(password));
  } finally {
    await client.end();
  }
}

/** Whether a process owns the server: one that was left behind by a killed process is nobody's. */
async function isOwned(endpoint: PostgresEndpoint, password: string): Promise<boolean> {
  try {
    const { client } = await tryInstanceLock(endpoint, password);
    await client?.end();
    return client === undefined;
  } catch (error) {
    if (isConnectionError(error)) return false;
    throw error;
  }
}
