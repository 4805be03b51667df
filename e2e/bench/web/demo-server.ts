import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_PASSWORD } from '@/cli/demo/settings';
import { people } from '../../../prisma/seed/organization/people';
import { freePort, ServerProcess } from '../../api/harness/server-process';
import { SignInPage } from '../../pages/sign-in-page';
import { pathsOfDemo } from './paths';
import type { Subject } from './subject';

/** Eighteen months of scans take their time on a busy machine. */
const LOADED_WITHIN_MS = 900_000;

/** Starts the built demo, loaded afresh, in a folder that goes away. */
export async function startDemo(): Promise<Subject> {
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
  return {
    origin: server.origin,
    signIn: async (context) => {
      const page = await context.newPage();
      await page.goto('/sign-in');
      await new SignInPage(page).signIn(people[0].email, DEMO_PASSWORD);
      await page.waitForURL('/');
      await page.close();
    },
    pathsOf: pathsOfDemo,
    stop,
  };
}
