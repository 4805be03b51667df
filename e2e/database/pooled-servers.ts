import type { TestProject } from 'vitest/node';
import { startServers } from '../api/started-server';
import { startPgBouncer } from './pgbouncer';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the servers' database through PgBouncer. */
    pooledUrl: string;
  }
}

/** Runs once before the tests: both mounts of the API on a database behind a PgBouncer that pools transactions. */
export default function setUp(project: TestProject): Promise<() => Promise<void>> {
  return startServers(project, async ({ connectionString }, folder) => {
    const pooler = await startPgBouncer(connectionString, folder, 'transaction');
    project.provide('pooledUrl', pooler.url);
    return {
      variables: { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: connectionString },
      stop: () => pooler.stop(),
    };
  });
}
