import type pg from 'pg';
import type { LoadedEnv } from '@/env';
import type { OpenDatabaseOptions } from './db';
import { findPooler } from './pooler';

/** The ways to a database of the operator's own, as `openDatabase` and migrations take them. */
export interface ConfiguredDatabase {
  readonly app: Pick<OpenDatabaseOptions, 'connection' | 'direct' | 'preparedStatements'>;
  /** The role that owns the tables, where it is named. */
  readonly owner: pg.PoolConfig | null;
}

const connectionTo = (url: string | undefined) =>
  url === undefined ? null : { connectionString: url };

/**
 * Looks at the database that the environment names; null: it names none.
 * @throws DatabaseStartError where its connections cannot serve
 */
export async function configuredDatabase(env: LoadedEnv): Promise<ConfiguredDatabase | null> {
  const connection = connectionTo(env.databaseUrl);
  if (!connection) return null;
  const direct = connectionTo(env.databaseDirectUrl);
  const owner = connectionTo(env.databaseOwnerUrl);
  const isPooled = await findPooler({ app: connection, direct, owner });
  const preparedStatements = env.databasePreparedStatements ?? !isPooled;
  return { app: { connection, preparedStatements, ...(direct && { direct }) }, owner };
}
