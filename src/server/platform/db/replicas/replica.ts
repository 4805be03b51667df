import pg from 'pg';
import type { Logger } from '../../log';
import { isConnectionError, isTurnedAway } from '../connection-errors';
import { cutOff } from '../cut-off';
import type { Positions, Wanted } from './positions';
import {
  type DatabaseIdentity,
  NotUsable,
  requireSameDatabase,
  requireSameLog,
} from './replica-identity';
import { endsWithMachine } from '../machine-end';
import { DATES_AS_WE_READ_THEM, KEEP_ALIVE } from '../servers';

/** Milliseconds for a replica to connect and to say how far it is: who waits for it could have asked the primary. */
const ANSWER_MS = 1_500;
const IDLE_MS = 30_000;
/** Milliseconds that a replica is left alone: twice as long each time, until it has been well for a while. */
const FIRST_REST_MS = 1_000;
const MAX_REST_MS = 60_000;
const WELL_FOR_MS = 60_000;

/** As a refused statement, too: a replica keeps none of its own, and how far it is has to be read before the rest. */
const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY';
const HOW_FAR = `SELECT pg_is_in_recovery() AS "isStandby", (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text AS replayed`;

/** A connection of a replica's in a transaction that changes nothing. Whoever borrows it gives it back. */
export interface Lent {
  readonly client: pg.PoolClient;
  /** How far the log was replayed at least when it was lent. */
  readonly replayed: number;
  /** Says what a statement failed with. */
  heed(error: unknown): void;
  /** Ends the transaction. */
  giveBack(): void;
}

/** Why a replica is not to be asked: it has not replayed what is needed, is too far behind, has failed, has no connection free. */
export type NotLent = 'behind' | 'lagging' | 'failed' | 'busy';

export interface ReplicaOptions {
  /** Its place in DATABASE_REPLICA_URL, from 1: all that is told of it. */
  readonly place: number;
  readonly connection: pg.ClientConfig;
  readonly poolSize: number;
  /** Milliseconds that it may be behind. */
  readonly maxLagMs: number;
  readonly types: pg.CustomTypesConfig;
  readonly positions: Positions;
  /** Asks the primary how far its log has come. */
  readonly askPosition: () => Promise<number>;
  readonly identity: () => DatabaseIdentity;
  readonly logger: Logger | undefined;
}

/** One server that replays the log of the one that takes changes. */
export class Replica {
  /** Of the last look; null: not known. */
  lagMs: number | null = null;
  private isWell = false;
  private wellSinceMs = 0;
  private restMs = FIRST_REST_MS;
  private lookAtMs = 0;
  /** What began before it is no news. */
  private leftAtMs = -Infinity;
  private looking: Promise<void> | null = null;
  private pool: pg.Pool;
  private looks: pg.Pool;
  private readonly lent = new Set<pg.PoolClient>();

  constructor(private readonly options: ReplicaOptions) {
    this.pool = this.openPool(options.poolSize);
    this.looks = this.openPool(1, ANSWER_MS);
  }

  get place(): number {
    return this.options.place;
  }

  /** Whether reads are worth a try. */
  get isUsable(): boolean {
    return this.isWell && this.lagMs !== null && this.lagMs <= this.options.maxLagMs;
  }

  private openPool(max: number, answerWithinMs?: number): pg.Pool {
    const pool = new pg.Pool({
      application_name: 'eventide_reads',
      ...KEEP_ALIVE,
      idleTimeoutMillis: IDLE_MS,
      ...this.options.connection,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: answerWithinMs,
      max,
      types: this.options.types,
      // Behind one address there may be several servers.
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it; the declared type lags behind
      onConnect: async (client) => {
        await within(ANSWER_MS, client, async () => {
          await client.query(`${DATES_AS_WE_READ_THEM}; ${endsWithMachine(client)}`);
          await requireSameDatabase(client, this.options.identity());
          await requireSameLog(client, this.options.positions.timeline);
        });
      },
    });
    // Without listeners, a connection that the server closes would end the process.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    return pool;
  }

  /**
   * Lends a connection, if the replica is far enough.
   * @throws Error of `wanted`, and nothing else
   */
  async lend(wanted: Promise<Wanted>, seen: number): Promise<Lent | NotLent> {
    const begunAtMs = performance.now();
    const client = await this.pool.connect().catch((error: unknown) => {
      // All of its connections are taken, which is no fault of its own.
      if (error instanceof Error && error.message.startsWith('timeout exceeded')) return 'busy';
      this.leave(error, begunAtMs);
      return 'failed';
    });
    if (typeof client === 'string') return client === 'busy' ? 'busy' : 'failed';
    this.lent.add(client);
    let lent: Lent | null = null;
    try {
      const replayed = await begin(client).catch((error: unknown) => {
        this.leave(error, begunAtMs);
        return null;
      });
      const { needed, current } = await wanted;
      if (replayed === null) return 'failed';
      if (replayed < Math.max(needed, seen)) return 'behind';
      if (this.options.positions.lagMs(replayed, current) > this.options.maxLagMs) return 'lagging';
      lent = {
        client,
        replayed,
        heed: (error) => {
          if (isOfServer(error)) this.leave(error, begunAtMs);
        },
        giveBack: () => {
          this.takeBack(client);
        },
      };
      return lent;
    } finally {
      if (lent === null) this.takeBack(client);
    }
  }

  /** Nobody waits for the end of a transaction. */
  private takeBack(client: pg.PoolClient): void {
    const give = (isBroken: boolean) => {
      this.lent.delete(client);
      client.release(isBroken);
    };
    client.query('ROLLBACK').then(
      () => {
        give(false);
      },
      () => {
        give(true);
      },
    );
  }

  /** Looks how it is, unless it is to be left alone still. Never fails. */
  look(): Promise<void> {
    if (performance.now() < this.lookAtMs) return Promise.resolve();
    this.looking ??= this.lookNow()
      .catch(() => undefined)
      .finally(() => {
        this.looking = null;
      });
    return this.looking;
  }

  /** @throws Error that says why it cannot be used, or that the primary cannot be asked */
  async lookNow(): Promise<void> {
    const begunAtMs = performance.now();
    let replayed: number;
    try {
      replayed = replayedOf((await this.looks.query<HowFar>(HOW_FAR)).rows);
    } catch (error) {
      this.leave(error, begunAtMs);
      throw error;
    }
    // Asked after it: nobody replays what is not written.
    const position = await this.options.askPosition();
    if (replayed > position) {
      const error = new NotUsable('It has replayed more than the primary has written');
      this.leave(error, begunAtMs);
      throw error;
    }
    if (begunAtMs < this.leftAtMs) return;
    const nowMs = performance.now();
    const lagMs = this.options.positions.lagMs(replayed, position);
    this.lagMs = Number.isFinite(lagMs) ? lagMs : null;
    if (!this.isWell) {
      this.isWell = true;
      this.wellSinceMs = nowMs;
      this.options.logger?.info({ replica: this.place }, 'a replica of the database is well');
    } else if (nowMs - this.wellSinceMs > WELL_FOR_MS) this.restMs = FIRST_REST_MS;
  }

  /** Leaves it alone for a time, unless it is known what went wrong. */
  private leave(error: unknown, begunAtMs: number): void {
    if (begunAtMs < this.leftAtMs) return;
    const nowMs = performance.now();
    this.leftAtMs = nowMs;
    this.lookAtMs = nowMs + this.restMs;
    this.isWell = false;
    this.lagMs = null;
    this.options.logger?.warn(
      { err: error, replica: this.place, delayMs: this.restMs },
      'a replica of the database is left alone: the primary answers',
    );
    this.restMs = Math.min(this.restMs * 2, MAX_REST_MS);
    // Who waits for a server that is gone without a word would do so for ever.
    if (isConnectionError(error)) this.cutOff();
  }

  private cutOff(): void {
    for (const client of this.lent)
      if (client instanceof pg.Client) client.end().catch(() => undefined);
  }

  /** Connects anew: each connection has to show that its server follows the primary of now. */
  renew(): void {
    const former = [this.pool, this.looks];
    this.pool = this.openPool(this.options.poolSize);
    this.looks = this.openPool(1, ANSWER_MS);
    this.isWell = false;
    this.lagMs = null;
    this.lookAtMs = 0;
    this.leftAtMs = performance.now();
    for (const pool of former) pool.end().catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.looking;
    await Promise.all([this.pool.end(), this.looks.end()]);
  }
}

/** Cuts a connection off that says nothing for so long: one that is being made is in no list, and who waits could ask elsewhere. */
async function within(ms: number, client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  const late = setTimeout(() => {
    if (client instanceof pg.Client) cutOff(client);
  }, ms);
  try {
    await work();
  } finally {
    clearTimeout(late);
  }
}

interface HowFar {
  readonly isStandby: boolean;
  readonly replayed: string | null;
}

function replayedOf([row]: readonly HowFar[]): number {
  if (!row?.isStandby || row.replayed === null)
    throw new NotUsable('It takes changes itself, or replays nothing');
  return Number(row.replayed);
}

/** Begins a transaction and reads how far the server is, in one go. */
async function begin(client: pg.PoolClient): Promise<number> {
  const answers: unknown = await client.query(`${BEGIN}; ${HOW_FAR}`);
  // Several statements have several answers, of which the declared type knows nothing.
  const [, said] = answers as [unknown, pg.QueryResult<HowFar>];
  return replayedOf(said.rows);
}

/** PostgreSQL's states for a statement that stood in the way of replay, and for one that was cancelled. */
const ENDED = new Set(['40001', '40P01', '57014']);

/** Whether an error under a statement is the server's rather than the statement's own. */
function isOfServer(error: unknown): boolean {
  return (
    isConnectionError(error) ||
    isTurnedAway(error) ||
    (error instanceof pg.DatabaseError && ENDED.has(error.code ?? ''))
  );
}
