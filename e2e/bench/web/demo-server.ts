import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, ServerProcess } from '../../api/harness/server-process';

/** Eighteen months of scans take their time on a busy machine. */
const LOADED_WITHIN_MS = 900_000;

export interface DemoServer {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts the built demo, loaded afresh, in a folder that goes away. */
export async function startDemo(): Promise<DemoServer> {
  const folder = await mkdtemp(join(tmpdir(), 'eventide-bench-web-'));
  // As root, PostgreSQL runs as another user, who has to pass through this folder.
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = await ServerProcess.launch({
    args: ['dist/cli/demo.js'],
    port,
    logFile: join(folder, 'server.log'),
    env: { DATA_DIR: join(folder, 'data'), PUBLIC_URL: `http://127.0.0.1:${String(port)}` },
  });
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  await server.ready(LOADED_WITHIN_MS).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { origin: server.origin, stop };
}
