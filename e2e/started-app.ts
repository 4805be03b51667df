import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands, freePort, ServerProcess } from './api/harness/server-process';
import { startCatalogSource } from './catalog-source';
import type { DatabaseCluster } from './database-cluster';

const AUTH_SECRET = 'a secret for the browser tests, and for them alone';

/** The server of one worker's browser tests. */
export interface StartedApp {
  readonly origin: string;
  readonly databaseUrl: string;
  readonly authSecret: string;
  /** Where the server's mail goes; nobody listens there but in tests that take the mail server. */
  readonly smtpPort: number;
  stop(): Promise<void>;
}

/**
 * Starts what a worker's tests run against, on the worker's database: a source of the catalog, and the built server.
 * Workers share nothing, so their tests can run side by side.
 */
export async function startApp({ main }: DatabaseCluster): Promise<StartedApp> {
  if (!existsSync('dist/server/listener/main.js')) throw new Error('Run `npm run build` first');
  const folder = await mkdtemp(join(tmpdir(), 'eventide-browser-app-'));
  const source = await startCatalogSource(await freePort());
  const port = await freePort();
  const smtpPort = await freePort();
  const server = await ServerProcess.launch({
    args: commands.node(),
    port,
    logFile: join(folder, 'server.log'),
    env: {
      ...main,
      DATA_DIR: folder,
      PUBLIC_URL: `http://127.0.0.1:${String(port)}`,
      AUTH_SECRET,
      // Issuers of builds' tokens, receivers of messages and servers that are asked are the tests' own.
      OUTGOING_ALLOW: '127.0.0.1',
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
    await rm(folder, { recursive: true, force: true });
  };
  await server.ready().catch(async (error: unknown) => {
    await tearDown();
    throw error;
  });
  return {
    origin: server.origin,
    databaseUrl: main.DATABASE_URL,
    authSecret: AUTH_SECRET,
    smtpPort,
    stop: tearDown,
  };
}
