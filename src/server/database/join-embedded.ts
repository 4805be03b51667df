import type pg from 'pg';
import { isConnectionError } from './connection-errors';
import { roleName } from './create-cluster';
import {
  databaseName,
  describeCluster,
  startEmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './embedded';
import { tryInstanceLock } from './instance-lock';
import { findPostmaster } from './postmaster-file';
import type { PostgresEndpoint } from './postgres-endpoint';

/** An embedded server to work with for a while. */
export interface JoinedPostgres {
  /** What `openDatabase` takes. */
  readonly connection: pg.PoolConfig;
  /** Shuts the server down when it was started for this. Close every pool first. */
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
  const { clusterDir, password } = await describeCluster(options);
  const endpoint = (await findPostmaster(clusterDir))?.endpoint;
  if (endpoint && (await isOwned(endpoint, password))) {
    return {
      connection: { ...endpoint, user: roleName, password, database: databaseName },
      stop: () => Promise.resolve(),
    };
  }
  return startEmbeddedPostgres(options);
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
