import { randomBytes } from 'node:crypto';
import { lstat, mkdir, readlink, realpath, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Logger } from '@/server/platform/log';
import { choosePostgresUser, findBarrier, type PostgresUser } from './postgres-user';
import { DatabaseStartError } from './start-error';

/** Where a cluster goes when the default folder is closed to the user PostgreSQL runs as. Root may write here. */
const systemFolder = '/var/lib/eventide';

export interface ClusterLocation {
  /** Absolute, without symbolic links. Its parent exists, it may not yet. */
  readonly clusterDir: string;
  readonly user: PostgresUser | undefined;
}

/** Where the cluster is, or is to be, as `<dataDir>/postgres` says: itself, or what it is a link to. */
async function currentPlace(dataDir: string): Promise<{ clusterDir: string; isFixed: boolean }> {
  const own = join(dataDir, 'postgres');
  const entry = await lstat(own).catch(() => undefined);
  if (!entry?.isSymbolicLink()) return { clusterDir: own, isFixed: entry !== undefined };
  const target = resolve(dataDir, await readlink(own));
  await mkdir(dirname(target), { recursive: true, mode: 0o755 });
  return { clusterDir: join(await realpath(dirname(target)), basename(target)), isFixed: true };
}

/** Picks a folder of its own and leaves a link to it in the data folder: that link is what finds it again. */
async function placeElsewhere(link: string, barrier: string, logger: Logger): Promise<string> {
  await mkdir(systemFolder, { recursive: true, mode: 0o755 });
  const elsewhere = join(systemFolder, `postgres-${randomBytes(4).toString('hex')}`);
  await symlink(elsewhere, link);
  logger.warn(
    { clusterDir: elsewhere, link, barrier },
    'PostgreSQL does not run as root, and the user it runs as may not enter the data folder: the database is placed elsewhere. Set DATA_DIR to choose where.',
  );
  return elsewhere;
}

export interface LocateClusterOptions {
  readonly dataDir: string;
  /** Whether the database may be placed outside `dataDir` when it has to. */
  readonly mayMove: boolean;
  readonly logger: Logger;
}

/**
 * Finds the folder of the cluster: `<dataDir>/postgres`, which is a link to another folder when an earlier
 * start (as root, in a folder that only root may enter) had to put it there. Creates `dataDir`. Throws
 * `DatabaseStartError` naming the closed folder when the folder was chosen and cannot be used.
 */
export async function locateCluster(options: LocateClusterOptions): Promise<ClusterLocation> {
  await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const { clusterDir, isFixed } = await currentPlace(dataDir);
  const user = await choosePostgresUser(clusterDir);
  const barrier = await findBarrier(dirname(clusterDir), user);
  if (barrier === undefined || user === undefined) return { clusterDir, user };
  if (options.mayMove && !isFixed)
    return { clusterDir: await placeElsewhere(clusterDir, barrier, options.logger), user };
  throw new DatabaseStartError(
    `PostgreSQL does not run as root, and the user it runs as (uid ${user.uid}) may not enter ${barrier}, which is on the way to ${clusterDir}. Set DATA_DIR to a folder it can reach (for example /var/lib/eventide), open ${barrier} with "chmod o+x", or start as another user.`,
  );
}
