import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@/server/platform/db/embedded/embedded';
import { createLogger } from '@/server/platform/log';
import { commands, freePort, ServerProcess } from './api/harness/server-process';
import { startCatalogSource } from './catalog-source';

const authSecret = 'a secret for the browser tests, and for them alone';

/** Runs once before all browser tests: a throw-away database, a source of the catalog, and the built server. */
export default async function startApp(): Promise<() => Promise<void>> {
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
      // Nobody listens there but in tests that take the mail server.
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
  // Workers are started after this and inherit it.
  process.env.E2E_ORIGIN = server.origin;
  process.env.E2E_DATABASE_URL = postgres.connectionString;
  process.env.E2E_DATABASE_OWNER_URL = postgres.owner.connectionString;
  process.env.E2E_AUTH_SECRET = authSecret;
  process.env.E2E_SMTP_PORT = String(smtpPort);
  return tearDown;
}
