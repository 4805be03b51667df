import { createHash } from 'node:crypto';
import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { DomainError } from '@/domain/errors';
import type { OrganizationId } from '../../auth/organization-id';
import type { Logger } from '../../log';
import { replicaReads, type ReplicaReadOutcome } from '../../signals';
import { DatabaseStartError } from '../embedded/start-error';
import { HINT_NAME } from '../spread';
import type { Sql } from '../sql';
import { Positions, type Wanted } from './positions';
import { type Lent, Replica } from './replica';
import { AnotherDatabase, type DatabaseIdentity, identityOfDatabase } from './replica-identity';

const LOOK_EVERY_MS = 250;
/** Milliseconds beyond the lag that is allowed for which it is known where the log was: what the lag's figure tells. */
const REMEMBER_MS = 60_000;

export interface ReplicasOptions {
  readonly connections: readonly [pg.ClientConfig, ...pg.ClientConfig[]];
  /** Seconds that a replica may be behind. */
  readonly maxLagSeconds: number;
}

/** The primary, as replicas are held against it. */
export interface Primary {
  readonly pool: pg.Pool;
  readonly sql: Sql;
  /** On a connection that waits for no other statement. */
  readonly aside: Sql;
  readonly poolSize: number;
  readonly types: pg.CustomTypesConfig;
  readonly logger: Logger | undefined;
}

/** How a replica is. */
export interface ReplicaReading {
  readonly place: number;
  readonly isUsable: boolean;
  /** Null: not known. */
  readonly lagSeconds: number | null;
}

type Statement = pg.QueryArrayConfig<unknown[]>;
type Rows = pg.QueryArrayResult<unknown[]>;

/** The servers of DATABASE_REPLICA_URL. */
export interface Replicas {
  /**
   * Looks at all of them, says in the log what there is, and goes on looking.
   * @throws DatabaseStartError for a server of another database
   */
  start(): Promise<void>;
  /** Begins a read of one organization's that may be answered by a replica. */
  begin(organizationId: OrganizationId): Read;
  /** The read that the code which asks is part of; for statements that Prisma makes. */
  readonly current: AsyncLocalStorage<Read>;
  readings(): readonly ReplicaReading[];
  /** Returns once nothing is asked any more. */
  close(): Promise<void>;
}

/**
 * One read, of one or several statements: a replica answers them, from the first on which it does not the primary. What a
 * later one sees is never older than what an earlier one saw.
 */
export class Read {
  /** What was begun within it and goes on by itself is no part of it. */
  hasReturned = false;
  private wanted: Promise<Wanted> | null = null;
  private seen = 0;
  private isPrimarys: boolean;

  constructor(
    private readonly replica: Pick<Replica, 'lend'> | null,
    private readonly askWanted: () => Promise<Wanted>,
    private readonly primary: pg.Pool,
  ) {
    this.isPrimarys = replica === null;
  }

  /** Asks a statement, of the primary where no replica answers. */
  async query(statement: Statement): Promise<Rows> {
    const lent = await this.borrow();
    if (!lent) return this.primary.query(statement);
    try {
      const rows = await lent.client.query(statement);
      this.note(lent);
      return rows;
    } catch (error) {
      this.noteFailure(lent, error);
    } finally {
      lent.giveBack();
    }
    return this.primary.query(statement);
  }

  /**
   * Reads a list in batches, from a replica where one is far enough. Should that fail before the list ends, the primary reads it
   * anew, and goes on after what was read already if that is what it reads, too.
   * @param on the batches from a connection, within its transaction
   * @param fromPrimary the same batches
   * @throws DomainError `unavailable` when the part that was read is another one by now
   */
  async *batches<Row extends object>(
    on: (client: pg.PoolClient) => AsyncGenerator<Row[], void, undefined>,
    fromPrimary: () => AsyncGenerator<Row[], void, undefined>,
  ): AsyncGenerator<Row[], void, undefined> {
    const given = new Digest();
    const lent = await this.borrow();
    if (lent) {
      try {
        for await (const batch of on(lent.client)) {
          given.add(batch);
          yield batch;
        }
        this.note(lent);
        return;
      } catch (error) {
        this.noteFailure(lent, error);
      } finally {
        lent.giveBack();
      }
    }
    const again = new Digest();
    for await (const batch of fromPrimary()) {
      if (again.batches === given.batches) {
        yield batch;
        continue;
      }
      again.add(batch);
      if (again.batches === given.batches) given.requireSame(again);
    }
    given.requireSame(again);
  }

  /** Null: the primary is to be asked. */
  private async borrow(): Promise<Lent | null> {
    const { replica } = this;
    if (!replica) count('away');
    if (!replica || this.isPrimarys) return null;
    this.wanted ??= this.askWanted();
    // It is waited for later; until then nobody else hears that it failed.
    this.wanted.catch(() => undefined);
    // The primary says what is wrong with it to whoever asks it.
    const lent = await replica.lend(this.wanted, this.seen).catch(() => null);
    if (lent !== null && typeof lent !== 'string') return lent;
    if (lent !== null) count(lent);
    this.isPrimarys = true;
    return null;
  }

  private note({ replayed }: Lent): void {
    this.seen = Math.max(this.seen, replayed);
    count('replica');
  }

  private noteFailure(lent: Lent, error: unknown): void {
    lent.heed(error);
    this.isPrimarys = true;
    count('failed');
  }
}

function count(outcome: ReplicaReadOutcome): void {
  replicaReads.send({ outcome });
}

/** What batches hold, to tell whether others hold the same. */
class Digest {
  batches = 0;
  private readonly hash = createHash('sha256');

  add(rows: readonly object[]): void {
    this.batches += 1;
    this.hash.update(
      JSON.stringify(rows, (_key, value: unknown) =>
        typeof value === 'bigint' ? value.toString() : value,
      ),
    );
  }

  /** @throws DomainError `unavailable` for others */
  requireSame(other: Digest): void {
    if (other.batches === this.batches && other.sum() === this.sum()) return;
    throw new DomainError(
      'unavailable',
      'The replica that a list was read from has failed, and the list has changed since',
    );
  }

  private sum(): string {
    return this.hash.copy().digest('hex');
  }
}

/** @throws DatabaseStartError for a database whose organizations are on several machines, each with a log of its own */
async function requireOneLog(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ spread: boolean }>(
    `SELECT to_regprocedure('${HINT_NAME}(uuid, boolean)') IS NOT NULL AS spread`,
  );
  if (rows[0]?.spread)
    throw new DatabaseStartError(
      'DATABASE_REPLICA_URL: the database is spread over several machines, so that no replica has all of it. Leave it empty.',
    );
}

/** Opens the ways to replicas; nothing is connected until they are started. */
export function openReplicas(
  { connections, maxLagSeconds }: ReplicasOptions,
  primary: Primary,
): Replicas {
  const maxLagMs = maxLagSeconds * 1000;
  let identity: DatabaseIdentity = { cluster: '', database: '', schema: null };
  let timer: NodeJS.Timeout | undefined;
  let turn = 0;
  const positions = new Positions(maxLagMs + REMEMBER_MS, () => {
    for (const replica of replicas) replica.renew();
  });
  const { poolSize, types, logger } = primary;
  const replicas = connections.map(
    (connection, index) =>
      new Replica({
        place: index + 1,
        connection,
        ...{ poolSize, maxLagMs, types, positions, logger },
        askPosition: () => positions.ask(primary.aside),
        identity: () => identity,
      }),
  );

  /** They take turns. */
  function nextUsable(): Replica | null {
    const usable = replicas.filter((replica) => replica.isUsable);
    turn += 1;
    return usable[turn % usable.length] ?? null;
  }

  async function start(): Promise<void> {
    await requireOneLog(primary.pool);
    identity = await identityOfDatabase(primary.pool);
    await positions.ask(primary.aside);
    const looks = await Promise.allSettled(replicas.map((replica) => replica.lookNow()));
    for (const [index, look] of looks.entries()) {
      if (look.status === 'rejected' && look.reason instanceof AnotherDatabase)
        throw new DatabaseStartError(
          `DATABASE_REPLICA_URL, server ${String(index + 1)}: ${look.reason.message}. Name replicas of the same database alone, or leave it empty.`,
        );
    }
    const well = looks.filter(({ status }) => status === 'fulfilled').length;
    logger?.info(
      { replicas: replicas.length, well },
      'lists may be read from replicas of the database',
    );
    timer = setInterval(() => {
      for (const replica of replicas) void replica.look();
    }, LOOK_EVERY_MS).unref();
  }

  return {
    current: new AsyncLocalStorage<Read>(),
    start,
    begin: (organizationId) =>
      new Read(nextUsable(), () => positions.wantedFor(organizationId, primary.sql), primary.pool),
    readings: () =>
      replicas.map(({ place, isUsable, lagMs }) => ({
        ...{ place, isUsable },
        lagSeconds: lagMs === null ? null : lagMs / 1000,
      })),
    close: async () => {
      clearInterval(timer);
      await Promise.all(replicas.map((replica) => replica.close()));
    },
  };
}
