import { z } from 'zod';

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
