import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@/server/platform/db/embedded/embedded';
import { createLogger } from '@/server/platform/log';
import { commands, freePort, ServerProcess } from './api/harness/server-process';
import { startCatalogSource } from './catalog-source';

const authSecret = 'a secret for the browser tests, and for them alone';

/** The server of one worker's browser tests, with its database. */
export interface StartedApp {
  readonly origin: string;
  readonly databaseUrl: string;
  readonly authSecret: string;
  /** Where the server's mail goes; nobody listens there but in tests that take the mail server. */
  readonly smtpPort: number;
  stop(): Promise<void>;
}

/**
 * Starts what a worker's tests run against: a throw-away database, a source of the catalog, and the built server.
 * Workers share nothing, so their tests can run side by side.
 */
export async function startApp(): Promise<StartedApp> {
  if (!existsSync('dist/server/listener/main.js')) throw new Error('Run `npm run build` first');
  const folder = await mkdtemp(join(tmpdir(), 'eventide-browser-'));
  // As root, PostgreSQL runs as another user, who has to pass through this folder.
  await chmod(folder, 0o755);
  const logger = createLogger('silent');
  const postgres = await startEmbeddedPostgres({ dataDir: folder, logger, durable: false });
  const dataDir = join(folder, 'app');
  await mkdir(dataDir);
  const source = await startCatalogSource(await freePort());
  const port = await freePort();
  const smtpPort = await freePort();
  const server = await ServerProcess.launch({
    args: commands.node(),
    port,
    logFile: join(folder, 'server.log'),
    env: {
      DATABASE_URL: postgres.connectionString,
      DATABASE_OWNER_URL: postgres.owner.connectionString,
      DATA_DIR: dataDir,
      PUBLIC_URL: `http://127.0.0.1:${String(port)}`,
      AUTH_SECRET: authSecret,
      SCANNER_TLS_PORT: String(await freePort()),
      CATALOG_URL: source.url,
      SMTP_URL: `smtp://127.0.0.1:${String(smtpPort)}`,
      MAIL_FROM: 'Eventide <eventide@example.com>',
      // Somebody has an account, so that the server does not wait for its set-up.
      ADMIN_EMAIL: 'first@example.com',
      ADMIN_PASSWORD: 'first account of the browser tests',
    },
  });
  const tearDown = async () => {
    await server.stop();
    await source.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  await server.ready().catch(async (error: unknown) => {
    await tearDown();
    throw error;
  });
  // For further servers and databases that tests of this worker start beside it.
  process.env.E2E_DATABASE_URL = postgres.connectionString;
  process.env.E2E_DATABASE_OWNER_URL = postgres.owner.connectionString;
  process.env.E2E_AUTH_SECRET = authSecret;
  return {
    origin: server.origin,
    databaseUrl: postgres.connectionString,
    authSecret,
    smtpPort,
    stop: tearDown,
  };
}
