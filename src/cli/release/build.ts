import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readManifest, sourceTime } from './project';

/** What earlier builds have left would find its way into this one. */
const LEFT_BY_BUILDS = ['.next', 'dist', 'public/cli', 'src/server/prisma-client'];

/** Next renews its keys when they are older than two weeks; these are as good in the year 2100. */
const NEVER_MS = 4_102_444_800_000;

/**
 * Builds the project anew so that the same sources give the same bytes: what Next would draw by lot follows from the
 * version and its time. That is the number of the build, and keys for drafts and server actions, of which there are
 * none. Everybody who has the artifact has them: nothing may ever rest on them.
 */
export async function buildAnew(root: string): Promise<void> {
  const { name, version } = await readManifest(root);
  const state = `${name} ${version} ${(await sourceTime(root))?.toISOString() ?? ''}`;
  const drawn = (purpose: string) => createHash('sha256').update(`${state} ${purpose}`);
  for (const folder of LEFT_BY_BUILDS) {
    await rm(join(root, folder), { recursive: true, force: true });
  }
  await mkdir(join(root, '.next/cache'), { recursive: true });
  await writeFile(
    join(root, '.next/cache/.previewinfo'),
    JSON.stringify({
      previewModeId: drawn('previews').digest('hex').slice(0, 32),
      previewModeSigningKey: drawn('signatures of previews').digest('hex'),
      previewModeEncryptionKey: drawn('content of previews').digest('hex'),
      expireAt: NEVER_MS,
    }),
  );
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      NEXT_BUILD_ID: drawn('build').digest('hex').slice(0, 20),
      NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: drawn('server actions').digest('base64'),
    },
  });
  if (status !== 0) throw new Error('The build failed');
}
