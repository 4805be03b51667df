import { spawnSync } from 'node:child_process';
import { createHash, type Hash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readManifest, sourceTime } from './project';

/** What earlier builds have left would find its way into this one. */
const LEFT_BY_BUILDS = ['.next', 'dist', 'public/cli', 'src/server/prisma-client'];

const drawnSchema = z.object({
  previewModeId: z.string(),
  previewModeSigningKey: z.string(),
  previewModeEncryptionKey: z.string(),
});
const DRAWN_IN = ['.next/server/preview-props.json', '.next/prerender-manifest.json'];

/** Puts keys that follow from the state in the place of those that Next has drawn by lot, of the same length. */
export async function replaceDrawnKeys(root: string, drawn: (purpose: string) => Hash) {
  const path = join(root, '.next/server/preview-props.json');
  const keys = Object.entries(drawnSchema.parse(JSON.parse(await readFile(path, 'utf8'))));
  for (const file of DRAWN_IN) {
    let text = await readFile(join(root, file), 'utf8');
    for (const [name, key] of keys) {
      text = text.replaceAll(key, drawn(name).digest('hex').slice(0, key.length));
    }
    await writeFile(join(root, file), text);
  }
}

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
  await replaceDrawnKeys(root, drawn);
}
