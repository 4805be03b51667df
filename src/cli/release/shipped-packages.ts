import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { filesBelow, packageFolderOf } from './runtime-files';

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      /** The package's name, where its folder has another one. */
      name: z.string().optional(),
      version: z.string().optional(),
      integrity: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      optional: z.boolean().optional(),
    }),
  ),
});

/** A package of the lock file that an installation holds, in files of its own or within ours. */
export interface ShippedPackage {
  /** As the lock file names it: `node_modules/a/node_modules/@b/c`. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  /** As the registry states it; null: it does not. */
  readonly license: string | null;
  /** SHA-512 of the package as the registry has it, in hex; null: the lock file has none. */
  readonly sha512: string | null;
}

const nameOf = (folder: string) => folder.slice(folder.lastIndexOf('node_modules/') + 13);

/** Reads which packages of a lock file are in these folders, sorted by name and version. */
export function packagesOfLock(lock: unknown, folders: ReadonlySet<string>): ShippedPackage[] {
  const { packages } = lockSchema.parse(lock);
  return Object.entries(packages)
    .filter(([folder, { version }]) => folders.has(folder) && version !== undefined)
    .map(([folder, { name, version = '', license, integrity }]) => ({
      folder,
      name: name ?? nameOf(folder),
      version,
      license: license ?? null,
      sha512: integrity?.startsWith('sha512-')
        ? Buffer.from(integrity.slice(7), 'base64').toString('hex')
        : null,
    }))
    .toSorted((a, b) => compare(`${a.name}@${a.version}`, `${b.name}@${b.version}`));
}

/** The folders of the packages that production needs on every machine. */
export function foldersOfProduction(lock: unknown): ReadonlySet<string> {
  const needed = Object.entries(lockSchema.parse(lock).packages).filter(
    ([folder, { dev, optional }]) => folder !== '' && dev !== true && optional !== true,
  );
  return new Set(needed.map(([folder]) => folder));
}

/** By code units: the same order on every machine, whatever its language. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

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
