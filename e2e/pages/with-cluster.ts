import { test as base } from '@playwright/test';
import { startDatabaseCluster, type DatabaseCluster } from '../database-cluster';

/** A test in a browser with a PostgreSQL of its worker's, for tests that start each server they need. */
export const test = base.extend<object, { cluster: DatabaseCluster }>({
  cluster: [
    async ({}, use) => {
      const cluster = await startDatabaseCluster();
      await use(cluster);
      await cluster.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});
