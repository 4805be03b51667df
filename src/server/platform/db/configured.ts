import type pg from 'pg';
import type { LoadedEnv } from '@/env';
import type { OpenDatabaseOptions } from './db';
import type { DatabaseAddresses } from './addresses';
import { followServers } from './follow-servers';
import { connectOnce, findPooler } from './pooler';
import { refuseOtherDatabase, serverOf } from './same-database';
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
 * @throws DatabaseStartError where its server is too old or keeps texts otherwise, its connections cannot serve, or its addresses
 * lead to several databases
 */
export async function configuredDatabase(env: LoadedEnv): Promise<ConfiguredDatabase | null> {
  if (!env.databaseUrl) return null;
  const connection = waysTo(env.databaseUrl);
  const direct = env.databaseDirectUrl && waysTo(env.databaseDirectUrl);
  const owner = env.databaseOwnerUrl && waysTo(env.databaseOwnerUrl);
  const present = (ways: Ways | undefined) => (ways ? followServers(ways).find() : null);
  const found = {
    app: await followServers(connection).find(),
    direct: await present(direct),
    owner: await present(owner),
  };
  await refuseUnfitServer(found.app);
  const beside = [['DATABASE_DIRECT_URL', direct] as const, ['DATABASE_OWNER_URL', owner] as const];
  for (const [name, other] of beside)
    if (other) await refuseOtherDatabase(name, () => serversBehind(connection, other));
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

/** Which servers two ways lead to now: one may be taking over from another. */
function serversBehind(app: Ways, other: Ways) {
  return Promise.all([serverBehind(app), serverBehind(other)]);
}

async function serverBehind(ways: Ways): Promise<string | null> {
  const client = await connectOnce(await followServers(ways).find());
  try {
    return await serverOf(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
