import { chmod, chown, lchown, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { nobody, type PostgresUser } from './postgres-user';

/**
 * Gives what is `nobody`'s in a folder to `user`, the folder itself last: a start that is interrupted is
 * repeated by the next one. Follows no link, and leaves alone what belongs to anybody else.
 */
export async function takeFromNobody(path: string, user: PostgresUser): Promise<void> {
  const found = await lstat(path);
  if (found.isDirectory()) {
    for (const name of await readdir(path)) await takeFromNobody(join(path, name), user);
  }
  if (found.uid === nobody.uid) await lchown(path, user.uid, user.gid);
}

/** Keeps a file from everybody but the user that we are, for root also from PostgreSQL. */
export async function keepToOurselves(path: string): Promise<void> {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
  await chmod(path, 0o600);
}
