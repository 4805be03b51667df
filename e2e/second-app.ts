import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands, freePort, ServerProcess } from './api/harness/server-process';
import type { StartedApp } from './started-app';

/** A further server on the database of a worker's browser tests. */
export interface SecondApp {
  readonly origin: string;
  /** Reads the server's log. */
  log(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the built server beside another with what is given and nothing else beside what it needs: no mail, no provider. */
export async function startSecondApp(
  { databaseUrl, authSecret }: StartedApp,
  environment: Readonly<Record<string, string>> = {},
): Promise<SecondApp> {
  const folder = await mkdtemp(join(tmpdir(), 'eventide-second-'));
  const port = await freePort();
  const server = await ServerProcess.launch({
    args: commands.node(),
    port,
    logFile: join(folder, 'server.log'),
    env: {
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_SIZE: '4',
      DATA_DIR: folder,
      PUBLIC_URL: `http://127.0.0.1:${String(port)}`,
      AUTH_SECRET: authSecret,
      ...environment,
    },
  });
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  await server.ready().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { origin: server.origin, log: () => server.log(), stop };
}
