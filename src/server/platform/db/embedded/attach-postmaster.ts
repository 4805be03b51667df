import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '@/server/platform/log';
import { isConnectionError } from '@/server/platform/db/connection-errors';
import { isCommand, type LockAttempt, tryInstanceLock } from './instance-lock';
import { type Cluster, type LaunchedPostmaster, launchPostmaster } from './launch-postmaster';
import type { PostgresEndpoint } from './postgres-endpoint';
import { findPostmaster, type Postmaster, removeStaleFile } from './postmaster-file';
import { DatabaseStartError } from './start-error';

/** A running server that this process owns while `lock` is connected. */
export interface AttachedPostmaster {
  readonly pid: number;
  readonly endpoint: PostgresEndpoint;
  readonly lock: pg.Client;
}

const pollIntervalMs = 40;
/** How long the lock of a process that was just killed may outlive it. */
const heldLockGraceMs = 3_000;
/** Recovery after a crash replays at most a few gigabytes of log. */
const maxStartMs = 300_000;
const progressIntervalMs = 10_000;
/** A server that recovers ends at once, unless its disk is slow; what is killed after that recovers anew. */
const maxAbandonMs = 10_000;
/** A command has the server where the service and its server were killed as it began: it ends by itself, in minutes at most. */
const commandGraceMs = 240_000;
const commandPollIntervalMs = 500;
/** A start that fails for one of these reasons succeeds once what is left of the last server has gone. */
const passingFailure = /lock file ".*" already exists|shared memory block|is still in use/;
const maxPassingFailures = 100;

/** The folder belongs to a live process: trying again is up to the operator. */
class InUseError extends DatabaseStartError {}

async function tryLock(endpoint: PostgresEndpoint, { password, holderKind }: Cluster) {
  try {
    return await tryInstanceLock(endpoint, password, holderKind);
  } catch (error) {
    // Not listening yet, or still recovering.
    if (isConnectionError(error)) return undefined;
    const why = error instanceof Error ? error.message : String(error);
    throw new DatabaseStartError(`The embedded PostgreSQL refuses the app: ${why}`, {
      cause: error,
    });
  }
}

/** One start of the server: what was launched, and what has gone wrong so far. */
class Attachment {
  private launched: LaunchedPostmaster | undefined;
  private passingFailures = 0;
  /** Who holds the lock, and since when that is known. */
  private held: { readonly by: string; readonly sinceMs: number } | undefined;
  private readonly startedAt = Date.now();
  private nextProgressAt = this.startedAt + progressIntervalMs;

  constructor(
    private readonly cluster: Cluster,
    private readonly logger: Logger,
  ) {}

  async step(): Promise<AttachedPostmaster | undefined> {
    await this.noticeExit();
    const running = await findPostmaster(this.cluster.clusterDir);
    if (!running && !this.launched) {
      await removeStaleFile(this.cluster.clusterDir);
      this.launched = await launchPostmaster(this.cluster);
    }
    this.watchTime();
    return running && this.lock(running);
  }

  /** Stops a server that this attempt started and will not use, and waits for its end, for a time. */
  async abandon(): Promise<void> {
    const { launched } = this;
    if (launched?.pid === undefined || launched.lastWords()) return;
    process.kill(launched.pid, 'SIGINT');
    const until = Date.now() + maxAbandonMs;
    while (!launched.lastWords() && Date.now() < until) await sleep(pollIntervalMs);
  }

  private async noticeExit(): Promise<void> {
    const lastWords = await this.launched?.lastWords();
    if (lastWords === undefined) return;
    this.launched = undefined;
    this.passingFailures += 1;
    if (passingFailure.test(lastWords) && this.passingFailures < maxPassingFailures) return;
    throw new DatabaseStartError(
      `The embedded PostgreSQL does not start (log: ${this.cluster.logFile}):\n${lastWords}`,
    );
  }

  private async lock({ pid, endpoint }: Postmaster): Promise<AttachedPostmaster | undefined> {
    const attempt: LockAttempt | undefined = endpoint && (await tryLock(endpoint, this.cluster));
    if (attempt?.holder !== this.held?.by) this.held = undefined;
    if (!endpoint || !attempt) return undefined;
    if (attempt.client) return { pid, endpoint, lock: attempt.client };
    const { holder } = attempt;
    this.held ??= { by: holder, sinceMs: Date.now() };
    const graceMs = isCommand(holder) ? commandGraceMs : heldLockGraceMs;
    if (Date.now() - this.held.sinceMs > graceMs) throw this.inUse(holder);
    return undefined;
  }

  private inUse(holder: string): InUseError {
    const { clusterDir } = this.cluster;
    return new InUseError(
      isCommand(holder)
        ? `A ${holder.replace(' ', ' (process ')}) is using the database in ${clusterDir}. Start this again once it has ended.`
        : `Another instance (${holder}) is using the database in ${clusterDir}. Stop it first, or give this one its own folder with DATA_DIR.`,
    );
  }

  /** Milliseconds until it is worth looking again. */
  get pollMs(): number {
    return this.held && isCommand(this.held.by) ? commandPollIntervalMs : pollIntervalMs;
  }

  private watchTime(): void {
    const now = Date.now();
    if (now > this.startedAt + maxStartMs)
      throw new DatabaseStartError(
        `The embedded PostgreSQL does not accept connections after ${maxStartMs / 1000} s (log: ${this.cluster.logFile}).`,
      );
    if (now < this.nextProgressAt) return;
    this.nextProgressAt = now + progressIntervalMs;
    this.logger.info(
      this.held
        ? `waiting for the embedded PostgreSQL, which ${this.held.by} uses`
        : 'waiting for the embedded PostgreSQL to accept connections',
    );
  }
}

/**
 * Makes this process the owner of the cluster's server: of the one that runs (left by a process that was
 * killed), or of one that it starts. Waits for recovery after a crash, and for the end of a command that has it. Throws
 * `DatabaseStartError` when another live process owns it or it cannot start, and the signal's reason when told to stop.
 */
export async function attachPostmaster(
  cluster: Cluster,
  logger: Logger,
  signal: AbortSignal,
): Promise<AttachedPostmaster> {
  const attachment = new Attachment(cluster, logger);
  try {
    for (;;) {
      signal.throwIfAborted();
      const attached = await attachment.step();
      if (attached) return attached;
      await sleep(attachment.pollMs);
    }
  } catch (error) {
    if (!(error instanceof InUseError)) await attachment.abandon();
    throw error;
  }
}
