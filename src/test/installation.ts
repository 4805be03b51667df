import { openDatabase } from '@/server/platform/db/db';
import { createTestDatabase, type TestDatabaseAddress } from './database';
import { testDeps, type TestDeps } from './deps';
import { withQuery } from './with-query';

/** A database of its own with the dependencies of services around it, as the app's role. */
export interface Installation {
  readonly address: TestDatabaseAddress;
  readonly deps: TestDeps;
  close(): Promise<void>;
}

/** Makes one of several installations that a test has, migrated and empty. */
export async function newInstallation(): Promise<Installation> {
  const address = await createTestDatabase();
  const connection = { connectionString: address.appConnectionString };
  const deps = testDeps(withQuery(openDatabase({ connection, poolSize: 5 })));
  const close = async () => {
    await deps.db.close();
    await address.drop();
  };
  return { address, deps, close };
}
