import { spawn } from 'node:child_process';
import { open, rename, stat } from 'node:fs/promises';
import type { HolderKind } from './instance-lock';
import type { PostgresBinaries } from './postgres-binaries';
import { chooseEndpoint, endpointArguments, type PostgresEndpoint } from './postgres-endpoint';
import { type PostgresUser, programOptions } from './postgres-user';

/** Everything needed to run the server of one cluster. */
export interface Cluster {
  readonly clusterDir: string;
  readonly user: PostgresUser | undefined;
  readonly binaries: PostgresBinaries;
  readonly password: string;
  /** Where a server that we start has to listen; undefined leaves the choice to its start. */
  readonly endpoint: PostgresEndpoint | undefined;
  readonly durable: boolean;
  /** Connections that the pool of the service may hold. */
  readonly poolSize: number;
  readonly logFile: string;
  /** What this process is to others that want the server. */
  readonly holderKind: HolderKind;
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

export interface PostgresSettings {
  /** False gives up every promise about crashes, for throw-away clusters. */
  readonly durable: boolean;
  readonly poolSize: number;
}

/** Room beside the pool of the service: for its other connections, those of commands, and some that are a superuser's alone. */
const connectionsBesidePool = 50;

/** A service on a laptop: modest memory. */
const common = {
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '1GB',
  random_page_cost: '1.1',
  jit: 'off',
  // Parallel workers share memory through /dev/shm, which containers keep too small for it.
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  password_encryption: 'scram-sha-256',
  unix_socket_permissions: '0700',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  // The next settings keep statements, parameters and rows out of the log: uploads pass through all of them.
  // `log` is above `error` here; the app reports failed statements itself, without their content.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
} as const;

const durable = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' } as const;
const throwAway = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Test files run side by side, each with a pool of its own.
  max_connections: '200',
} as const;

/** The arguments after `postgres -D <dir>`. On the command line they win over every file in the cluster. */
export function settingArguments(settings: PostgresSettings): string[] {
  const all = {
    ...common,
    max_connections: String(settings.poolSize + connectionsBesidePool),
    ...(settings.durable ? durable : throwAway),
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
