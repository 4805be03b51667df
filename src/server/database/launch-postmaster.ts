import { spawn } from 'node:child_process';
import { open, rename, stat } from 'node:fs/promises';
import type { PostgresBinaries } from './postgres-binaries';
import { chooseEndpoint, endpointArguments, type PostgresEndpoint } from './postgres-endpoint';
import { settingArguments } from './postgres-settings';
import type { PostgresUser } from './postgres-user';
import { programOptions } from './run-program';

/** Everything needed to run the server of one cluster. */
export interface Cluster {
  readonly clusterDir: string;
  readonly user: PostgresUser | undefined;
  readonly binaries: PostgresBinaries;
  readonly password: string;
  /** Where a server that we start has to listen; undefined leaves the choice to its start. */
  readonly endpoint: PostgresEndpoint | undefined;
  readonly durable: boolean;
  readonly logFile: string;
}

/** A server that this process started. */
export interface LaunchedPostmaster {
  readonly pid: number | undefined;
  /** Undefined while it runs; afterwards what it wrote to its log since it was started. */
  lastWords(): Promise<string> | undefined;
}

const maxLogBytes = 5 * 1024 * 1024;

/** Opens the log for appending. A large one becomes `<file>.1` first, in place of the one before. */
async function openLog(path: string) {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > maxLogBytes) await rename(path, `${path}.1`);
  return { file: await open(path, 'a', 0o600), start: size > maxLogBytes ? 0 : size };
}

async function readFrom(path: string, start: number): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, start);
    return buffer.toString('utf8', 0, bytesRead).trim();
  } finally {
    await file.close();
  }
}

/**
 * Starts `postgres` in a process group of its own, so that Ctrl-C reaches the app alone, which then stops the
 * server in order. Does not wait until it listens.
 */
export async function launchPostmaster(cluster: Cluster): Promise<LaunchedPostmaster> {
  const { clusterDir, user } = cluster;
  const { postgres } = cluster.binaries;
  const endpoint = cluster.endpoint ?? (await chooseEndpoint(clusterDir, user));
  const { file, start } = await openLog(cluster.logFile);
  // After one start as root, its usual owner has to be able to go on writing it.
  if (user) await file.chown(user.uid, user.gid);
  const args = [
    ...['-D', clusterDir],
    ...endpointArguments(endpoint),
    ...settingArguments(cluster),
  ];
  try {
    const child = spawn(postgres, args, {
      ...programOptions(postgres, user),
      detached: true,
      windowsHide: true,
      stdio: ['ignore', file.fd, file.fd],
    });
    let end: (() => Promise<string>) | undefined;
    child.once('error', (error) => {
      end = () => Promise.resolve(error.message);
    });
    child.once('exit', () => {
      end = () => readFrom(cluster.logFile, start);
    });
    child.unref();
    return { pid: child.pid, lastWords: () => end?.() };
  } finally {
    await file.close();
  }
}
