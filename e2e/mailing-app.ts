import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMailServer, type MailServer } from '@/test/mail-server';
import { commands, freePort, ServerProcess } from './api/harness/server-process';

/** A second server on the browser tests' database, which sends mail to a mailbox of the test's own. */
export interface MailingApp {
  readonly origin: string;
  readonly mailbox: MailServer;
  /** What the server has logged. */
  log(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a mail server, and the service with it. */
export async function startMailingApp(): Promise<MailingApp> {
  const { E2E_DATABASE_URL = '', E2E_AUTH_SECRET = '' } = process.env;
  const folder = await mkdtemp(join(tmpdir(), 'eventide-mailing-'));
  const mailbox = await startMailServer();
  const port = await freePort();
  const server = await ServerProcess.launch({
    args: commands.node(),
    port,
    logFile: join(folder, 'server.log'),
    env: {
      DATABASE_URL: E2E_DATABASE_URL,
      DATABASE_POOL_SIZE: '4',
      DATA_DIR: folder,
      PUBLIC_URL: `http://127.0.0.1:${String(port)}`,
      AUTH_SECRET: E2E_AUTH_SECRET,
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Eventide <eol@example.com>',
    },
  });
  const stop = async () => {
    await server.stop();
    await mailbox.close();
    await rm(folder, { recursive: true, force: true });
  };
  await server.ready().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { origin: server.origin, mailbox, log: () => server.log(), stop };
}
