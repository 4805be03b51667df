import pg from 'pg';
import { isConnectionError, isOutOfRoom } from './connection-errors';
import { cutOff } from './cut-off';
import type { Servers } from './servers';

/** Milliseconds between two looks at whether the server is still there. */
const WATCH_EVERY_MS = 2_000;

/** How often a connection is tried anew that could not be made, each time after a look for where to. */
const TRIES = 2;

/** A connection to the server that takes changes. */
interface Client {
  /** The era that it was made in. */
  readonly era: number;
  /** Ends it without a word, so that whoever waits for an answer has an error at once. */
  cut(): void;
}

/** Makes connections to the server that takes changes, and keeps a list of those that there are. */
function clientOf(servers: Servers, made: Set<Client>) {
  return class extends pg.Client implements Client {
    readonly era = servers.era;
    constructor(given?: pg.ClientConfig) {
      super({ ...given, ...servers.present });
      made.add(this);
      this.once('end', () => made.delete(this));
    }
    cut(): void {
      cutOff(this);
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
 * A pool of connections to the server that takes changes. Where that has become another one, or is gone without a word, what
 * is connected to the one before is cut off, whether it waits for an answer, is being made or rests.
 */
export class FollowingPool extends pg.Pool {
  private readonly made: ReadonlySet<Client>;
  private readonly watch: NodeJS.Timeout;
  private isUsed = false;

  /** @param watched the servers to look at, beside `servers` those that tell something about them */
  constructor(
    options: pg.PoolConfig,
    private readonly servers: Servers,
    watched: readonly Servers[] = [servers],
  ) {
    const made = new Set<Client>();
    super({ ...options, Client: clientOf(servers, made) });
    this.made = made;
    servers.onMove(() => {
      this.leaveFormer();
    });
    this.once('connect', () => {
      this.isUsed = true;
    });
    this.watch = setInterval(() => {
      // Nothing is connected before somebody asks for it.
      for (const one of watched) if (one.areSeveral || this.isUsed) one.check();
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

  /** Ends every connection without a word, whoever has it. */
  cutAll(): void {
    for (const client of this.made) client.cut();
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
        const mayHelp = this.servers.areSeveral && isConnectionError(error) && !isOutOfRoom(error);
        if (!mayHelp || tried === TRIES) throw error;
        tried += 1;
      }
    }
  }

  private leaveFormer(): void {
    for (const client of this.made) if (client.era !== this.servers.era) client.cut();
  }
}
