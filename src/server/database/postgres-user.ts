import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Who PostgreSQL runs as. It refuses to run as root. */
export interface PostgresUser {
  readonly uid: number;
  readonly gid: number;
}

/** `nobody` on every system we know of, and it needs no entry of its own in the user database. */
const nobody: PostgresUser = { uid: 65_534, gid: 65_534 };

/**
 * Undefined means "as ourselves". For root it is the owner of an existing cluster, so that a person's data
 * stays theirs after one start with sudo, else `nobody`.
 */
export async function choosePostgresUser(clusterDir: string): Promise<PostgresUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await lstat(clusterDir).catch(() => undefined);
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody;
}

/** Whether the mode bits let `user` pass through the folder. Access lists beyond them are not looked at. */
async function mayPass(folder: string, user: PostgresUser): Promise<boolean> {
  const { uid, gid, mode } = await lstat(folder);
  if (uid === user.uid) return (mode & 0o100) !== 0;
  if (gid === user.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

/**
 * The topmost folder on the way to `path` (itself included) that `user` may not pass through; undefined when
 * the way is clear. `path` must be absolute, without symbolic links, and exist.
 */
export async function findBarrier(
  path: string,
  user: PostgresUser | undefined,
): Promise<string | undefined> {
  if (!user) return undefined;
  const parent = dirname(path);
  const above = parent === path ? undefined : await findBarrier(parent, user);
  return above ?? ((await mayPass(path, user)) ? undefined : path);
}
