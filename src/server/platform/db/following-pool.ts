import pg from 'pg';
import { isConnectionError } from './connection-errors';
import type { Servers } from './servers';

/** Milliseconds between two looks at whether the server is still there, where there are others. */
const WATCH_EVERY_MS = 2_000;

/** How often a connection is tried anew that could not be made, each time after a look for where to. */
const TRIES = 2;

/** Connections to the server that takes changes, each with the era that it was made in. */
function clientOf(servers: Servers) {
  return class extends pg.Client {
    readonly era = servers.era;
    constructor(given?: pg.ClientConfig) {
      super({ ...given, ...servers.present });
    }
  };
}

const eraOf = (client: pg.ClientBase) =>
  'era' in client && typeof client.era === 'number' ? client.era : -1;

type Lent = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/**
 * A pool of connections to the server that takes changes. Where that has become another one, what is connected to the
 * one before is closed: idle connections as their turn comes, those that wait for an answer at once.
 */
export class FollowingPool extends pg.Pool {
  private readonly lent = new Set<pg.PoolClient>();
  private readonly watch: NodeJS.Timeout | undefined;

  constructor(
    options: pg.PoolConfig,
    private readonly servers: Servers,
  ) {
    super({ ...options, Client: clientOf(servers) });
    if (!servers.areSeveral) return;
    this.on('acquire', (client) => this.lent.add(client));
    this.on('release', (_error, client) => this.lent.delete(client));
    servers.onMove(() => {
      this.leaveFormer();
    });
    this.watch = setInterval(() => {
      servers.check();
    }, WATCH_EVERY_MS).unref();
  }

  /** As `pg` has it, with which connections are lent for `query`, too. */
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Lent): void;
  override connect(callback?: Lent): Promise<pg.PoolClient> | void {
    const lent = this.lend();
    if (!callback) return lent;
    lent.then(
      (client) => {
        callback(undefined, client, (release) => {
          client.release(release);
        });
      },
      (error: unknown) => {
        callback(
          error instanceof Error ? error : new Error(String(error)),
          undefined,
          () => undefined,
        );
      },
    );
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | void {
    clearInterval(this.watch);
    return callback ? super.end(callback) : super.end();
  }

  private async lend(): Promise<pg.PoolClient> {
    for (let tried = 1; ;) {
      try {
        await this.servers.find();
        const client = await super.connect();
        if (eraOf(client) === this.servers.era) return client;
        client.release(true);
      } catch (error) {
        this.servers.heed(error);
        if (!this.servers.areSeveral || !isConnectionError(error) || tried === TRIES) throw error;
        tried += 1;
      }
    }
  }

  /** A server that is gone without a word would let them wait for ever. */
  private leaveFormer(): void {
    for (const client of this.lent)
      if (eraOf(client) !== this.servers.era && client instanceof pg.Client)
        client.end().catch(() => undefined);
  }
}
