import pLimit from 'p-limit';
import pg from 'pg';
import { endsWithMachine } from './machine-end';
import { KEEP_ALIVE, type Servers, TAKES_NO_CHANGES } from './servers';

/** Milliseconds for the database to connect, and to say whether a name is free. */
const ANSWER_MS = 10_000;
/** Milliseconds between two looks at whether what is held still keeps others out. */
const LOOK_EVERY_MS = 2_000;

/**
 * A connection of this process that holds the locks on what one process at a time does. It is none of the pool's: whoever
 * holds one of those while its work waits for another lets the pool run dry.
 */
export interface LockSession {
  /**
   * Takes a name; null when it is taken, in whatever process.
   * @returns a signal that is aborted where the lock is lost: from then on another process may take the name
   */
  take(name: string): Promise<AbortSignal | null>;
  /** Gives a name back. */
  release(name: string): Promise<void>;
  close(): Promise<void>;
}

/** A name that is being taken, or is held by the session of a connection. */
interface Lock {
  client: pg.Client | null;
  readonly losing: AbortController;
}

/** Opens a session for locks; nothing is connected until the first name is taken. What is lost is connected anew. */
export function openLockSession(direct: Servers): LockSession {
  // The database gives a session the same lock any number of times. A name stays until it is given back, also where its
  // lock is lost: here its work may still be about to end.
  const locks = new Map<string, Lock>();
  // A session answers one statement after the other.
  const oneByOne = pLimit(1);
  let present: pg.Client | null = null;
  let connecting: Promise<pg.Client> | null = null;
  let isClosed = false;

  async function connected(): Promise<pg.Client> {
    if (isClosed) throw new Error('the session for locks is closed');
    if (present) return present;
    connecting ??= connect().finally(() => {
      connecting = null;
    });
    return connecting;
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...(await direct.find()),
      application_name: 'eventide_locks',
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      ...KEEP_ALIVE,
    });
    // The connection's end is reported by `end`; without a listener, `error` would end the process.
    client.on('error', () => undefined);
    client.once('end', () => {
      leave(client);
    });
    try {
      await client.connect();
      // Else the locks of a machine that is gone without a word would keep all others out for hours.
      await client.query(endsWithMachine(client));
    } catch (error) {
      leave(client);
      throw error;
    }
    present = client;
    return client;
  }

  /** Ends a session, and says so to whoever works under a lock of it. */
  function leave(client: pg.Client): void {
    if (present === client) present = null;
    for (const lock of locks.values())
      if (lock.client === client) lock.losing.abort(new Error('The lock on this work was lost'));
    client.end().catch(() => undefined);
  }

  /**
   * Asks the session something that is true or false. What cannot be asked is left, and so is a server that takes no
   * changes: a lock there keeps nobody out who works with the one that does.
   */
  async function says(client: pg.Client, what: string, values: string[] = []): Promise<boolean> {
    try {
      const { rows } = await client.query<{ said: boolean; refuses: boolean }>(
        `SELECT ${what} AS said, ${TAKES_NO_CHANGES} AS refuses`,
        values,
      );
      const [{ said, refuses } = { said: false, refuses: false }] = rows;
      if (!refuses) return said;
      direct.refused();
    } catch (error) {
      direct.heed(error);
      leave(client);
      throw error;
    }
    leave(client);
    return false;
  }

  // A server that is gone without a word ends no connection.
  const watch = setInterval(() => {
    const client = present;
    if (client === null || locks.size === 0 || oneByOne.activeCount > 0) return;
    oneByOne(() => says(client, 'true')).catch(() => undefined);
  }, LOOK_EVERY_MS).unref();
  direct.onMove(() => {
    if (present) leave(present);
  });

  return {
    take: async (name) => {
      if (locks.has(name)) return null;
      const lock: Lock = { client: null, losing: new AbortController() };
      locks.set(name, lock);
      let isTaken = false;
      try {
        const client = await connected();
        lock.client = client;
        isTaken = await oneByOne(() =>
          says(client, 'pg_try_advisory_lock(hashtextextended($1, 0))', [name]),
        );
      } finally {
        if (!isTaken) locks.delete(name);
      }
      return isTaken ? lock.losing.signal : null;
    },
    release: async (name) => {
      const lock = locks.get(name);
      const client = lock?.losing.signal.aborted === false ? lock.client : null;
      try {
        if (client)
          await oneByOne(() => says(client, 'pg_advisory_unlock(hashtextextended($1, 0))', [name]));
      } catch {
        // The database frees the locks of a session that ends: better all of them than one held for ever.
      } finally {
        locks.delete(name);
      }
    },
    close: async () => {
      isClosed = true;
      clearInterval(watch);
      const client = present ?? (await connecting?.catch(() => null));
      await client?.end().catch(() => undefined);
    },
  };
}
