import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { packagesOfLock, type ShippedPackage } from './lock-packages';
import { filesBelow, packageFolderOf } from './runtime-files';

const mapSchema = z.object({
  sources: z.array(z.string().nullable()).optional(),
  sections: z
    .array(z.object({ map: z.object({ sources: z.array(z.string().nullable()) }) }))
    .optional(),
});

/** The folders of packages that a source map names: of code that a bundler has put among ours. */
export function packagesOfMap(map: unknown): string[] {
  const { sources = [], sections = [] } = mapSchema.parse(map);
  const all = [...sources, ...sections.flatMap((section) => section.map.sources)];
  return all.flatMap((source) => {
    if (source === null) return [];
    // What Turbopack makes of a module has its path, and goes on: `a/index.js/__nextjs-internal-proxy.mjs { … }`.
    const path = decodeURIComponent(source).split('/__nextjs-internal-proxy')[0] ?? '';
    return packageFolderOf(path.slice(Math.max(0, path.indexOf('node_modules/')))) ?? [];
  });
}

async function bundledPackages(root: string): Promise<string[]> {
  const built = [
    ...(await filesBelow(root, '.next/server')),
    ...(await filesBelow(root, 'dist')),
  ].filter((path) => !path.startsWith('dist/runtime/'));
  const folders = new Set<string>();
  // One after the other: together they are a hundred megabytes and more.
  for (const path of built.filter((path) => path.endsWith('.js.map'))) {
    const map: unknown = JSON.parse(await readFile(join(root, path), 'utf8'));
    for (const folder of packagesOfMap(map)) folders.add(folder);
  }
  return [...folders];
}

/**
 * Finds the packages that an installation of these files holds: those whose code is among them, and those whose code
 * the bundlers have put among ours.
 */
export async function shippedPackages(
  root: string,
  files: readonly string[],
): Promise<readonly ShippedPackage[]> {
  const folders = files.flatMap((path) => packageFolderOf(path) ?? []);
  const lock: unknown = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  return packagesOfLock(lock, new Set([...folders, ...(await bundledPackages(root))]));
}
