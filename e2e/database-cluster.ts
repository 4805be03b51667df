import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '@/server/platform/db/embedded/embedded';
import { createLogger } from '@/server/platform/log';

/** Environment of a server that has a database of its own. */
export interface DatabaseVariables {
  readonly DATABASE_URL: string;
  readonly DATABASE_OWNER_URL: string;
}

/** A throw-away PostgreSQL of one worker's browser tests. */
export interface DatabaseCluster {
  /** The database that the worker's server runs on. */
  readonly main: DatabaseVariables;
  /** Creates an empty database beside it. @param prefix what its name begins with */
  create(prefix: string): Promise<DatabaseVariables>;
  stop(): Promise<void>;
}

/** Starts PostgreSQL in a new folder, which goes with it. */
export async function startDatabaseCluster(): Promise<DatabaseCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'eventide-browser-'));
  // As root, PostgreSQL runs as another user, who has to pass through this folder.
  await chmod(folder, 0o755);
  const logger = createLogger('silent');
  const postgres = await startEmbeddedPostgres({ dataDir: folder, logger, durable: false });
  const main = {
    DATABASE_URL: postgres.connectionString,
    DATABASE_OWNER_URL: postgres.owner.connectionString,
  };
  return {
    main,
    create: (prefix) => createDatabase(main, `${prefix}_${Date.now().toString(36)}`),
    stop: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function createDatabase(main: DatabaseVariables, name: string): Promise<DatabaseVariables> {
  const owner = new pg.Client({ connectionString: main.DATABASE_OWNER_URL });
  await owner.connect();
  await owner.query(`CREATE DATABASE ${name}`);
  await owner.end();
  const named = (address: string) => {
    const url = new URL(address);
    url.pathname = `/${name}`;
    return url.href;
  };
  return {
    DATABASE_URL: named(main.DATABASE_URL),
    DATABASE_OWNER_URL: named(main.DATABASE_OWNER_URL),
  };
}
