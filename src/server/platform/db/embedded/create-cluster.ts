import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  lchown,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { PostgresBinaries } from './postgres-binaries';
import { isOwnUid, nobody, type PostgresUser, runProgram } from './postgres-user';
import { DatabaseStartError } from './start-error';

/** The role that an embedded cluster is made with, its superuser: it owns the tables and migrates them. */
export const roleName = 'eventide';
/** The major version of the binaries; a cluster of another one cannot be opened by them. */
const majorVersion = '18';
/** Inside the cluster's folder, so that the two appear together and are guarded alike. */
const passwordFile = 'eventide-password';

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function refuseOtherOwner(clusterDir: string): Promise<void> {
  const uid = process.getuid?.();
  const owner = await stat(clusterDir);
  if (uid === undefined || uid === 0 || owner.uid === uid) return;
  throw new DatabaseStartError(
    `${clusterDir} belongs to another user (uid ${owner.uid}, this is uid ${uid}). Start as that user or as root, or set DATA_DIR to another folder.`,
  );
}

/** The password of an existing cluster, which becomes that of `user`; undefined when there is none. */
async function openExisting({
  clusterDir,
  user,
}: CreateClusterOptions): Promise<string | undefined> {
  const found = await stat(clusterDir).catch(() => undefined);
  if (found === undefined) return undefined;
  await refuseOtherOwner(clusterDir);
  if (user && found.uid === nobody.uid && user.uid !== nobody.uid) {
    await takeFromNobody(clusterDir, user);
  }
  const version = await readIfThere(join(clusterDir, 'PG_VERSION'));
  if (version !== majorVersion)
    throw new DatabaseStartError(
      version === undefined
        ? `${clusterDir} is not a PostgreSQL data folder. Move it away, or set DATA_DIR to another folder.`
        : `${clusterDir} was made by PostgreSQL ${version}, and this version brings PostgreSQL ${majorVersion}. Make a backup with the version that made it (npm run backup), and restore it with this one into an empty DATA_DIR (npm run restore), with the same AUTH_SECRET or auth-secret.`,
    );
  const passwordPath = join(clusterDir, passwordFile);
  const password = await readIfThere(passwordPath);
  if (password !== undefined && isOfItsOwn(user)) await keepToOurselves(passwordPath);
  if (password === undefined)
    throw new DatabaseStartError(
      `${passwordPath} is missing. Restore it together with the rest of the folder.`,
    );
  return password;
}

/** Whether the user has no name, and is nobody else for that: `initdb` does not run as such a one. */
function isOfItsOwn(user: PostgresUser | undefined): user is PostgresUser {
  return user !== undefined && isOwnUid(user.uid);
}

/**
 * Makes a cluster in a folder that only we and `user`'s group may enter. `initdb` runs as `nobody` where `user`
 * has no name, but in that group: other processes of `nobody` come neither to the folder nor, being in another
 * group, to its process.
 */
async function initialize(
  draft: string,
  binaries: PostgresBinaries,
  options: CreateClusterOptions,
): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  const passwordPath = join(draft, passwordFile);
  const { user } = options;
  const maker = isOfItsOwn(user) ? { uid: nobody.uid, gid: user.gid } : user;
  if (maker) {
    await chown(draft, 0, maker.gid);
    await chmod(draft, 0o730);
  }
  await writeFile(passwordPath, `${password}\n`, { mode: 0o600 });
  if (maker) await chown(passwordPath, maker.uid, maker.gid);
  const cluster = join(draft, 'cluster');
  const args = [
    ...['-D', cluster, '--username', roleName, '--pwfile', passwordPath],
    ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--locale', 'C', '--no-instructions'],
    // Case folding for every script, and an order that no system library can change under an index.
    ...['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
    ...(options.durable ? [] : ['--no-sync']),
  ];
  try {
    await runProgram(binaries.initdb, args, maker);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new DatabaseStartError(`The embedded PostgreSQL could not be set up: ${why}`, { cause });
  }
  await rename(passwordPath, join(cluster, passwordFile));
  if (isOfItsOwn(user)) {
    await keepToOurselves(join(cluster, passwordFile));
    await takeFromNobody(cluster, user);
  }
  return cluster;
}

export interface CreateClusterOptions {
  readonly clusterDir: string;
  readonly user: PostgresUser | undefined;
  readonly durable: boolean;
}

/**
 * Makes the cluster unless it exists, and returns the password of its role. It is made aside and moved into
 * place whole, so a start that is interrupted leaves nothing half-made. Throws `DatabaseStartError` for a
 * folder of another PostgreSQL version, of another user, or that holds something else.
 */
export async function openCluster(
  options: CreateClusterOptions,
  binaries: PostgresBinaries,
): Promise<string> {
  const { clusterDir } = options;
  const existing = await openExisting(options);
  if (existing !== undefined) return existing;
  const draft = await mkdtemp(`${clusterDir}-new-`);
  try {
    await chmod(draft, 0o700);
    const cluster = await initialize(draft, binaries, options);
    // Another process may have been quicker: then its cluster is the one to use.
    await rename(cluster, clusterDir).catch((error: unknown) => {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'EPERM') throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  const created = await openExisting(options);
  if (created === undefined) throw new DatabaseStartError(`${clusterDir} could not be created.`);
  return created;
}

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
