import pLimit from 'p-limit';
import pg from 'pg';
import { type Servers, TAKES_NO_CHANGES } from './servers';

/** Milliseconds for the database to connect, and to say whether a name is free. */
const ANSWER_MS = 10_000;

/**
 * A connection of this process that holds the locks on what one process at a time does. It is none of the pool's: whoever
 * holds one of those while its work waits for another lets the pool run dry.
 */
export interface LockSession {
  /** Takes a name; false when it is taken, in whatever process. */
  take(name: string): Promise<boolean>;
  /** Gives a name back. */
  release(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a session for locks; nothing is connected until the first name is taken. What is lost is connected anew. */
export function openLockSession(direct: Servers): LockSession {
  // The database gives a session the same lock any number of times.
  const held = new Set<string>();
  // A session answers one statement after the other.
  const oneByOne = pLimit(1);
  let session: Promise<pg.Client> | null = null;
  let isClosed = false;

  function connected(): Promise<pg.Client> {
    if (isClosed) throw new Error('the session for locks is closed');
    if (session) return session;
    const forget = () => {
      if (session === opened) session = null;
    };
    const opened = connect(forget);
    opened.catch(forget);
    session = opened;
    return opened;
  }

  async function connect(onEnd: () => void): Promise<pg.Client> {
    const client = new pg.Client({
      ...(await direct.find()),
      application_name: 'eventide_locks',
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    });
    // The connection's end is reported by `end`; without a listener, `error` would end the process.
    client.on('error', () => undefined);
    client.once('end', onEnd);
    await client.connect();
    return client;
  }

  /** A lock of a server that takes no changes keeps nobody out who works with the one that does. */
  async function tried(client: pg.Client, name: string): Promise<boolean> {
    try {
      const { rows } = await client.query<{ taken: boolean; refuses: boolean }>(
        `SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken, ${TAKES_NO_CHANGES} AS refuses`,
        [name],
      );
      const [{ taken, refuses } = { taken: false, refuses: false }] = rows;
      if (!refuses) return taken;
      direct.refused();
    } catch (error) {
      direct.heed(error);
      await client.end().catch(() => undefined);
      throw error;
    }
    await client.end().catch(() => undefined);
    return false;
  }

  return {
    take: async (name) => {
      if (held.has(name)) return false;
      held.add(name);
      let isTaken = false;
      try {
        const client = await connected();
        isTaken = await oneByOne(() => tried(client, name));
      } finally {
        if (!isTaken) held.delete(name);
      }
      return isTaken;
    },
    release: async (name) => {
      const client = await session?.catch(() => null);
      try {
        await oneByOne(() =>
          client?.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]),
        );
      } catch {
        // The database frees the locks of a session that ends: better all of them than one held for ever.
        await client?.end().catch(() => undefined);
      } finally {
        held.delete(name);
      }
    },
    close: async () => {
      isClosed = true;
      const client = await session?.catch(() => null);
      await client?.end().catch(() => undefined);
    },
  };
}
