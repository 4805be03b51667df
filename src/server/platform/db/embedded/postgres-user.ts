import { createHash } from 'node:crypto';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { findPostmaster } from './postmaster-file';
import { spawn } from 'node:child_process';

/** Who PostgreSQL runs as. It refuses to run as root. */
export interface PostgresUser {
  readonly uid: number;
  readonly gid: number;
}

/** Whom many services run as: whatever is theirs, each of them may read. `initdb` needs a user that has a name. */
export const nobody: PostgresUser = { uid: 65_534, gid: 65_534 };

/**
 * User ids that neither distributions nor systemd give to anybody ("Users, Groups, UIDs and GIDs on systemd
 * Systems": 60578 to 61183, unused), and that a container's range of 16 bits has.
 */
const OWN_UIDS = { first: 60_578, count: 606 };

/**
 * Undefined means "as ourselves". For root it is the owner of an existing cluster, so that a person's data
 * stays theirs after one start with sudo, else a user of the cluster's own. One of `nobody`'s, as earlier
 * versions made them, is its own from the first start on that finds no server running on it.
 */
export async function choosePostgresUser(clusterDir: string): Promise<PostgresUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await lstat(clusterDir).catch(() => undefined);
  if (owner && owner.uid !== 0 && owner.uid !== nobody.uid)
    return { uid: owner.uid, gid: owner.gid };
  // Elsewhere nobody has such ids to give, or another way to name users.
  if (process.platform !== 'linux') return nobody;
  return owner && (await findPostmaster(clusterDir)) ? nobody : ownUser(clusterDir);
}

/** Whether this is the id of a user that a cluster has to itself. */
export function isOwnUid(uid: number): boolean {
  return uid >= OWN_UIDS.first && uid < OWN_UIDS.first + OWN_UIDS.count;
}

/** A user that nobody else is: which one follows from the folder, past those that are taken on this machine. */
async function ownUser(clusterDir: string): Promise<PostgresUser> {
  const taken = new Set([...(await namedIds()), ...(await runningIds())]);
  const start = createHash('sha256').update(clusterDir).digest().readUInt32BE();
  for (let step = 0; step < OWN_UIDS.count; step += 1) {
    const id = OWN_UIDS.first + ((start + step) % OWN_UIDS.count);
    if (!taken.has(id)) return { uid: id, gid: id };
  }
  return nobody;
}

async function namedIds(): Promise<number[]> {
  const texts = await Promise.all(
    ['/etc/passwd', '/etc/group'].map((path) => readFile(path, 'utf8').catch(() => '')),
  );
  return texts.flatMap((text) => text.split('\n')).map((line) => Number(line.split(':')[2]));
}

async function runningIds(): Promise<number[]> {
  const entries = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  // A process may end meanwhile.
  const owners = entries.map((name) => lstat(join('/proc', name)).catch(() => undefined));
  return (await Promise.all(owners)).flatMap((found) => (found ? [found.uid, found.gid] : []));
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

/**
 * How every PostgreSQL program is started: as `user`, away from any folder it might not read, and with an
 * environment of its own, since ours holds secrets. `C` keeps macOS from loading its threaded locale code.
 */
export function programOptions(program: string, user: PostgresUser | undefined) {
  return {
    cwd: parse(program).root,
    env: { NODE_ENV: 'production' as const, LC_ALL: 'C', TZ: 'UTC' },
    ...user,
  };
}

/** Runs a program to its end. Throws with what it wrote to standard error when it fails. */
export function runProgram(
  program: string,
  args: readonly string[],
  user: PostgresUser | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...programOptions(program, user),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint += text;
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} ended with ${signal ?? code}: ${complaint.trim()}`));
    });
  });
}
