import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';

const manifest = z.object({ version: z.string() });

/** Reads the version that runs. The process runs in the project's folder, as Next itself requires. */
export async function readVersion(): Promise<string> {
  const text = await readFile(resolve(/* turbopackIgnore: true */ 'package.json'), 'utf8');
  return manifest.parse(JSON.parse(text)).version;
}
