import type pg from 'pg';
import type { LoadedEnv } from '@/env';
import type { OpenDatabaseOptions } from './db';
import type { DatabaseAddresses } from './addresses';
import { followServers } from './follow-servers';
import { findPooler } from './pooler';
import { refuseUnfitServer } from './server-version';

/** The ways to a database of the operator's own, as `openDatabase` and migrations take them. */
export interface ConfiguredDatabase {
  readonly app: Pick<OpenDatabaseOptions, 'connection' | 'direct' | 'preparedStatements'>;
  /** For what runs for long: commands read what the primary says. */
  readonly replicas?: OpenDatabaseOptions['replicas'];
  /** The role that owns the tables, where it is named. */
  readonly owner: pg.ClientConfig | null;
  /** For a command that holds one session, as whoever owns the tables. */
  readonly session: pg.ClientConfig;
}

type Ways = ReturnType<typeof waysTo>;

const waysTo = ([first, ...others]: DatabaseAddresses) =>
  [{ connectionString: first }, ...others.map((url) => ({ connectionString: url }))] as const;

/**
 * Looks at the database that the environment names; null: it names none.
 * @throws DatabaseStartError where its server is too old or lacks characters, or its connections cannot serve
 */
export async function configuredDatabase(env: LoadedEnv): Promise<ConfiguredDatabase | null> {
  if (!env.databaseUrl) return null;
  const connection = waysTo(env.databaseUrl);
  const direct = env.databaseDirectUrl && waysTo(env.databaseDirectUrl);
  const present = (ways: Ways | undefined) => (ways ? followServers(ways).find() : null);
  const found = {
    app: await followServers(connection).find(),
    direct: await present(direct),
    owner: await present(env.databaseOwnerUrl && waysTo(env.databaseOwnerUrl)),
  };
  await refuseUnfitServer(found.app);
  const isPooled = await findPooler(found);
  const preparedStatements = env.databasePreparedStatements ?? !isPooled;
  return {
    app: { connection, preparedStatements, ...(direct && { direct }) },
    replicas: env.databaseReplicaUrl && {
      connections: waysTo(env.databaseReplicaUrl),
      maxLagSeconds: env.databaseReplicaLagSeconds,
    },
    owner: found.owner,
    session: found.owner ?? found.direct ?? found.app,
  };
}
