import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[/\\]$/, '');

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  engines: z.object({ node: z.string() }),
  scripts: z.object({ start: z.string() }),
});

/** What `package.json` says of the project. */
export type Manifest = z.infer<typeof manifestSchema>;

export async function readManifest(root: string): Promise<Manifest> {
  return manifestSchema.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
}

/**
 * When the sources were as they are: `SOURCE_DATE_EPOCH`, as reproducible builds are told it, else the time of the
 * last commit; null where there is neither.
 */
export async function sourceTime(root: string): Promise<Date | null> {
  const given = process.env.SOURCE_DATE_EPOCH;
  const { stdout } = given
    ? { stdout: given }
    : await promisify(execFile)('git', ['show', '--no-patch', '--format=%ct'], { cwd: root }).catch(
        () => ({ stdout: '' }),
      );
  const seconds = Number(stdout.trim());
  return stdout.trim() === '' || !Number.isFinite(seconds) ? null : new Date(seconds * 1000);
}
