import { DatabaseStartError } from './start-error';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '@/server/platform/log';
import { appPassword, appRoleName, ensureAppRole } from '../app-role';
import { cutOff } from '../cut-off';
import { type AttachedPostmaster, attachPostmaster } from './attach-postmaster';
import { locateCluster } from './cluster-location';
import { openCluster, roleName } from './create-cluster';
import type { Cluster } from './launch-postmaster';
import { tryInstanceLock } from './instance-lock';
import { findPostgresBinaries } from './postgres-binaries';
import { isSocketFolder, type PostgresEndpoint } from './postgres-endpoint';
import { choosePostgresUser, runProgram } from './postgres-user';
import { findPostmaster, isServing } from './postmaster-file';

/** The app's own database in the cluster. */
export const databaseName = 'eventide';

export interface EmbeddedPostgresOptions {
  /** The cluster is `<dataDir>/postgres`, its log `<dataDir>/postgres.log`. */
  readonly dataDir: string;
  readonly logger: Logger;
  /** False for throw-away clusters: faster, and lost in a crash of the machine. */
  readonly durable: boolean;
  /** Connections that the pool of the service may hold: `DATABASE_POOL_SIZE`, unless said its default. */
  readonly poolSize?: number;
  /** Whether, run as root, the cluster may be placed outside `dataDir` when only root may enter that. */
  readonly mayMove?: boolean;
  /** Whether it is started for a command: whoever starts the service meanwhile waits for the command's end. */
  readonly forCommand?: boolean;
  /** Breaks the start off: a server that it has launched is ended, and the signal's reason thrown. */
  readonly signal?: AbortSignal | undefined;
}

/** One role's way to the database. */
export interface DatabaseAccess {
  /** The connection as `openDatabase` takes it. */
  readonly connection: pg.PoolConfig;
  /** The same as an address, for tools. Holds the password. */
  readonly connectionString: string;
}

export interface EmbeddedPostgres extends DatabaseAccess {
  /** The role that owns the tables and migrates them. The other one is the app's, which owns nothing. */
  readonly owner: DatabaseAccess;
  /** Of the server as it runs now; another one after a restart. */
  readonly pid: number;
  /** Shuts the server down in order, and returns when it has ended. Close every pool first. */
  stop(): Promise<void>;
  /** As `stop`, but gives the server up to others who work with it: one becomes its owner, or the last one ends it. */
  leave(): Promise<void>;
}

const pollIntervalMs = 20;
const firstRestartDelayMs = 100;
const maxRestartDelayMs = 5_000;

/** Keeps the server running: whenever the connection that holds the instance lock ends, gets it back. */
class Supervisor {
  private readonly stopping = new AbortController();
  private recovery: Promise<void> | undefined;
  private readonly stopAtExit = () => {
    // The process ends without `stop`: nothing can be awaited any more, but the server need not stay behind.
    try {
      process.kill(this.current.pid, 'SIGINT');
    } catch {
      return;
    }
  };

  constructor(
    private readonly cluster: Cluster,
    private readonly logger: Logger,
    public current: AttachedPostmaster,
  ) {
    this.watch(current);
    process.once('exit', this.stopAtExit);
  }

  private watch({ lock }: AttachedPostmaster): void {
    lock.once('end', () => {
      if (!this.stopping.signal.aborted) this.recovery = this.recover();
    });
  }

  private async recover(): Promise<void> {
    this.logger.error('the embedded PostgreSQL ended unexpectedly; starting it again');
    const { signal } = this.stopping;
    for (let delayMs = firstRestartDelayMs; !signal.aborted;) {
      try {
        this.current = await attachPostmaster(this.cluster, this.logger, signal);
        this.watch(this.current);
        this.logger.info({ postgresPid: this.current.pid }, 'the embedded PostgreSQL is back');
        return;
      } catch (err) {
        if (signal.aborted) return;
        this.logger.error({ err, delayMs }, 'the embedded PostgreSQL could not be started again');
        await sleep(delayMs, undefined, { signal }).catch(() => undefined);
        delayMs = Math.min(delayMs * 2, maxRestartDelayMs);
      }
    }
  }

  async stop({ unlessUsed = false } = {}): Promise<void> {
    if (this.stopping.signal.aborted) return;
    this.stopping.abort(new DatabaseStartError('The embedded PostgreSQL is being stopped.'));
    await this.recovery;
    process.off('exit', this.stopAtExit);
    await release(this.cluster, this.current, { unlessUsed });
  }
}

/** Ends a server that this process owns, or gives it up to others who work with it. */
async function release(
  cluster: Cluster,
  { pid, endpoint, lock }: AttachedPostmaster,
  { unlessUsed }: { readonly unlessUsed: boolean },
): Promise<void> {
  const isUsed = unlessUsed && (await hasOthers(lock));
  // The lock is held to the end: nobody can take the server over while it shuts down.
  if (isUsed) await lock.end().catch(() => undefined);
  else {
    await shutDownPostmaster(cluster, pid);
    // It has ended, or no signal moves it: nobody is left to say goodbye to.
    cutOff(lock);
  }
  const { host } = endpoint;
  if (!isUsed && isSocketFolder(host) && host !== cluster.clusterDir)
    await rm(host, { recursive: true, force: true });
}

/** Shuts down a server that its owner has given up to others, when nobody is left who works with it. */
export async function endUnownedPostgres(cluster: Cluster): Promise<void> {
  const running = await findPostmaster(cluster.clusterDir);
  if (!running?.endpoint) return;
  const { pid, endpoint } = running;
  const { client: lock } = await tryInstanceLock(endpoint, cluster.password);
  if (lock) await release(cluster, { pid, endpoint, lock }, { unlessUsed: true });
}

/** A session that has just been closed is seen for a moment: whoever works with the server is there for longer. */
const leftAfterMs = 500;

/** Whether anybody but this process is connected to the app's own database. */
async function hasOthers(lock: pg.Client): Promise<boolean> {
  for (const until = Date.now() + leftAfterMs; Date.now() < until;) {
    const found = await lock
      .query(
        `SELECT FROM pg_stat_activity
          WHERE datname = $1 AND backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1`,
        [databaseName],
      )
      // A server that has just ended has no one.
      .catch(() => null);
    if (found === null || found.rowCount === 0) return false;
    await sleep(pollIntervalMs);
  }
  return true;
}

/** Creates the app's own database at the first start. Its session is the one that holds the lock. */
async function ensureDatabase(lock: pg.Client): Promise<void> {
  const { rowCount } = await lock.query('SELECT FROM pg_database WHERE datname = $1', [
    databaseName,
  ]);
  if (rowCount === 0) await lock.query(`CREATE DATABASE ${databaseName}`);
}

function accessOf(
  { host, port }: PostgresEndpoint,
  user: string,
  password: string,
): DatabaseAccess {
  const address = isSocketFolder(host) ? 'localhost' : host;
  const socket = isSocketFolder(host) ? `?host=${encodeURIComponent(host)}` : '';
  return {
    connection: { host, port, user, password, database: databaseName },
    connectionString: `postgresql://${user}:${password}@${address}:${port}/${databaseName}${socket}`,
  };
}

/** The ways of both roles to a cluster's server. They stay valid when it is restarted. */
export function accessTo(endpoint: PostgresEndpoint, password: string) {
  return {
    ...accessOf(endpoint, appRoleName, appPassword(password)),
    owner: accessOf(endpoint, roleName, password),
  };
}

async function locate(options: EmbeddedPostgresOptions): Promise<Cluster> {
  const { dataDir, logger, durable, poolSize = 10, mayMove = false, forCommand = false } = options;
  const { clusterDir, user } = await locateCluster({ dataDir, mayMove, logger });
  const binaries = await findPostgresBinaries(user, clusterDir);
  const password = await openCluster({ clusterDir, user, durable }, binaries);
  const logFile = join(dataDir, 'postgres.log');
  // Another process may have been quicker, and have chosen another one.
  const owner = await choosePostgresUser(clusterDir);
  const holderKind = forCommand ? 'command' : 'process';
  return {
    ...{ clusterDir, user: owner, binaries, password, durable, poolSize, logFile, holderKind },
    endpoint: undefined,
  };
}

/** The cluster of a data folder, made when there is none. Throws `DatabaseStartError`. */
export async function describeCluster(options: EmbeddedPostgresOptions): Promise<Cluster> {
  try {
    return await locate(options);
  } catch (cause) {
    if (cause instanceof DatabaseStartError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new DatabaseStartError(`The data folder ${options.dataDir} cannot be used: ${why}`, {
      cause,
    });
  }
}

/**
 * Starts the embedded PostgreSQL, or takes over one that a killed process left running, and keeps it running
 * until `stop`. One process owns a data folder at a time: a second one waits for a command's end, and gets a
 * `DatabaseStartError` where another service owns it, as for every other reason why it cannot start.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const cluster = await describeCluster(options);
  const { signal = new AbortController().signal } = options;
  const attached = await attachPostmaster(cluster, options.logger, signal);
  const { endpoint } = attached;
  const { password } = cluster;
  await ensureDatabase(attached.lock);
  await ensureAppRole(attached.lock, appPassword(password));
  // A restart listens where the server listened first, so that pools find it again.
  const supervisor = new Supervisor({ ...cluster, endpoint }, options.logger, attached);
  options.logger.info(
    { postgresPid: attached.pid, clusterDir: cluster.clusterDir },
    'the embedded PostgreSQL is ready',
  );
  return {
    ...accessTo(endpoint, password),
    get pid() {
      return supervisor.current.pid;
    },
    stop: () => supervisor.stop(),
    leave: () => supervisor.stop({ unlessUsed: true }),
  };
}

/** A fast shutdown writes a checkpoint, which can take long on a slow disk. */
const fastShutdownMs = 60_000;
const immediateShutdownMs = 10_000;

async function hasEnded(clusterDir: string, pid: number, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    if (!(await isServing(pid, clusterDir))) return true;
    await sleep(pollIntervalMs);
  }
  return false;
}

function send(pid: number, signal: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself, which is what the signal was for.
  }
}

/**
 * Stops the server and waits for its end. Connections are closed and a checkpoint is written; a throw-away
 * cluster, and one that takes too long, ends at once and would recover at its next start.
 */
export async function shutDownPostmaster(cluster: Cluster, pid: number): Promise<void> {
  const { clusterDir, durable, binaries, user } = cluster;
  if (process.platform === 'win32') {
    const mode = durable ? 'fast' : 'immediate';
    await runProgram(binaries.pgCtl, ['stop', '-D', clusterDir, '-m', mode], user);
    return;
  }
  if (durable) {
    send(pid, 'SIGINT');
    if (await hasEnded(clusterDir, pid, fastShutdownMs)) return;
  }
  send(pid, 'SIGQUIT');
  await hasEnded(clusterDir, pid, immediateShutdownMs);
}
