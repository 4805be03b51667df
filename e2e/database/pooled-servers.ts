import type { TestProject } from 'vitest/node';
import { startServers } from '../api/started-server';
import { startPgBouncer } from './pgbouncer';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the servers' database through PgBouncer. */
    pooledUrl: string;
    /** Whether that PgBouncer keeps prepared statements, and the servers name theirs. */
    keepsStatements: boolean;
  }
}

/** The project whose PgBouncer keeps prepared statements. */
const KEEPING = 'prepared';

/** Runs once before the tests: both mounts of the API on a database behind a PgBouncer that pools transactions. */
export default function setUp(project: TestProject): Promise<() => Promise<void>> {
  const keepsStatements = project.name === KEEPING;
  return startServers(project, async ({ connectionString }, folder) => {
    const pooler = await startPgBouncer(connectionString, folder, 'transaction', {
      keepsStatements,
    });
    project.provide('pooledUrl', pooler.url);
    project.provide('keepsStatements', keepsStatements);
    return {
      variables: {
        DATABASE_URL: pooler.url,
        DATABASE_DIRECT_URL: connectionString,
        ...(keepsStatements && { DATABASE_PREPARED_STATEMENTS: 'on' }),
      },
      stop: () => pooler.stop(),
    };
  });
}
