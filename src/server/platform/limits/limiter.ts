import { CompiledQuery } from 'kysely';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type IRateLimiterOptions,
} from 'rate-limiter-flexible';
import { DomainError } from '@/domain/errors';
import type { Database } from '@/server/platform/db/db';
import type { Logger } from '@/server/platform/log';

const TABLE = 'rate_limit';
/** Milliseconds that the database has for a count; after them it is counted in memory instead. */
const ANSWER_WITHIN_MS = 3_000;
const COMPLAIN_EVERY_MS = 60_000;

/** The counts of the installation, in the database. */
export interface LimitStore {
  query(statement: { readonly text: string; readonly values: readonly unknown[] }): Promise<{
    readonly rows: readonly object[];
    readonly rowCount: number;
  }>;
}

/** Makes the store that the library is given: the one pool, with a bound on the wait for a count. */
export function limitStoreOf(db: Database, logger: Pick<Logger, 'warn'>): LimitStore {
  let complainedAtMs = -COMPLAIN_EVERY_MS;
  return {
    async query({ text, values }) {
      let timer: NodeJS.Timeout | undefined;
      const tooLate = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          reject(new Error('The database has not answered in time'));
        }, ANSWER_WITHIN_MS);
      });
      try {
        const statement = CompiledQuery.raw(text, [...values]);
        const { rows } = await Promise.race([db.sql.executeQuery<object>(statement), tooLate]);
        return { rows, rowCount: rows.length };
      } catch (err) {
        const nowMs = performance.now();
        if (nowMs - complainedAtMs >= COMPLAIN_EVERY_MS) {
          complainedAtMs = nowMs;
          logger.warn({ err }, 'limits are counted by each process alone for now');
        }
        throw err;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function counter(
  store: LimitStore,
  {
    keyPrefix,
    points,
    duration,
  }: Required<Pick<IRateLimiterOptions, 'keyPrefix' | 'points' | 'duration'>>,
  clearExpiredByTimeout = false,
): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: store,
    storeType: 'client',
    tableName: TABLE,
    tableCreated: true,
    clearExpiredByTimeout,
    keyPrefix,
    points,
    duration,
    // A key over the limit is refused from memory until the time is up: a flood costs no queries.
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: new RateLimiterMemory({ keyPrefix, points, duration }),
  });
}

/**
 * Milliseconds, far more than the clocks of processes differ by: a count that ends so much later than any lasts was begun
 * before the clock was set back.
 */
const BEYOND_MS = 60_000;
const isBeyond = ({ msBeforeNext }: RateLimiterRes, { msDuration }: RateLimiterAbstract) =>
  msBeforeNext > msDuration + BEYOND_MS;

/**
 * Counts a key, anew where its count was begun before the clock was set back: nobody waits until the clock has caught up.
 * @throws RateLimiterRes when it is over the limit
 */
async function count(
  counted: RateLimiterPostgres,
  key: string,
  once: () => Promise<RateLimiterRes>,
): Promise<RateLimiterRes> {
  const outcome = once();
  const result = await outcome.catch((reason: unknown) => {
    if (reason instanceof RateLimiterRes) return reason;
    throw reason;
  });
  if (!isBeyond(result, counted)) return outcome;
  await counted.delete(key);
  return once();
}

/** Removes counts that ended an hour ago, every five minutes, for as long as the process lives. */
export function keepTidy(store: LimitStore): void {
  counter(store, { keyPrefix: 'tidy', points: 1, duration: 1 }, true);
}

export interface AllowanceSize {
  readonly points: number;
  readonly seconds: number;
  /** Message of the refusal: "Too many mails to this address". */
  readonly refusal: string;
}

/** A number of uses for each key, within a time that begins with the first. */
export class Allowance {
  private readonly taken: RateLimiterPostgres;

  constructor(
    store: LimitStore,
    name: string,
    private readonly size: AllowanceSize,
  ) {
    const { points, seconds: duration } = size;
    this.taken = counter(store, { keyPrefix: name, points, duration });
  }

  /** Takes one. @throws DomainError 429 when they are used up, with the time until there are more */
  async take(key: string): Promise<void> {
    try {
      await count(this.taken, key, () => this.taken.consume(key));
    } catch (error) {
      throw refusalOf(error, this.size.refusal);
    }
  }

  /** Takes one back: it was not used after all. */
  async giveBack(key: string): Promise<void> {
    await this.taken.reward(key);
  }
}

export interface SlowdownSize {
  /** Attempts that cost no waiting. */
  readonly free: number;
  /** The longest wait. Each attempt doubles the wait, from one second. */
  readonly maxWaitSeconds: number;
  /** Time for which attempts are remembered, from the first. */
  readonly seconds: number;
}

const REFUSAL = 'Too many failed attempts';

/** Makes a caller who keeps failing wait ever longer. */
export class Slowdown {
  private readonly attempts: RateLimiterPostgres;
  /** Waits under way, each counted as one attempt that lasts as long as the wait. */
  private readonly waits: RateLimiterPostgres;
  /** Keys that were told to wait, so that asking again costs nothing. */
  private readonly told: RateLimiterMemory;

  constructor(
    store: LimitStore,
    name: string,
    private readonly size: SlowdownSize,
  ) {
    const { free: points, seconds, maxWaitSeconds } = size;
    this.attempts = counter(store, { keyPrefix: name, points, duration: seconds });
    const wait = { points: 1, duration: maxWaitSeconds };
    this.waits = counter(store, { keyPrefix: `${name}-wait`, ...wait });
    this.told = new RateLimiterMemory({ keyPrefix: name, ...wait });
  }

  /**
   * Counts an attempt as failed until it is taken back, so that attempts made at once count as well.
   * @returns undoes it, for when nothing was tried after all
   * @throws DomainError 429 when it comes too early
   */
  async begin(key: string): Promise<() => Promise<void>> {
    await this.refuseIfTold(key);
    const { consumedPoints: failed } = await count(this.attempts, key, () =>
      this.attempts.penalty(key),
    );
    if (failed < this.size.free) return () => this.takeBack(key);
    const customDuration = Math.min(2 ** (failed - this.size.free), this.size.maxWaitSeconds);
    try {
      await count(this.waits, key, () => this.waits.consume(key, 1, { customDuration }));
    } catch (error) {
      await this.takeBack(key);
      if (error instanceof RateLimiterRes) await this.told.set(key, 1, error.msBeforeNext / 1000);
      throw refusalOf(error, REFUSAL);
    }
    return async () => {
      await this.takeBack(key);
      await this.waits.delete(key);
    };
  }

  /**
   * Refuses a key that this process has told to wait, without a query.
   * @throws DomainError 429
   */
  async refuseIfTold(key: string): Promise<void> {
    const told = await this.told.get(key);
    if (told && told.msBeforeNext > 0 && !isBeyond(told, this.told)) throw refusalOf(told, REFUSAL);
  }

  /** Takes back one attempt: it did not fail after all. */
  async takeBack(key: string): Promise<void> {
    await this.attempts.reward(key);
  }

  /** Takes back all of them. */
  async clear(key: string): Promise<void> {
    await Promise.all([this.attempts.delete(key), this.waits.delete(key), this.told.delete(key)]);
  }
}

/** Turns the library's rejection into the error for the caller; an error of another kind stays as it is. */
function refusalOf(reason: unknown, refusal: string): unknown {
  if (!(reason instanceof RateLimiterRes)) return reason;
  const retryAfterSeconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1000));
  return new DomainError('too_many_requests', refusal, { retryAfterSeconds });
}
