import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isConnectionError, isReadOnlyRefusal } from './connection-errors';

/** SQL that says whether the server takes no changes: it is a standby, or was made read-only. */
export const TAKES_NO_CHANGES = `pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean`;

/** Milliseconds for a server to say what it is; one that is gone without a word says nothing. */
const ANSWER_MS = 1_500;
/** Milliseconds between two looks at all servers. */
const LOOK_EVERY_MS = 100;
/** Milliseconds in which connections are given up once, however many of them were refused a change. */
const GIVE_UP_EVERY_MS = 1_000;

/** The servers of one database, of which one takes changes. */
export interface Servers {
  /** Whether there are several to choose from. */
  readonly areSeveral: boolean;
  /** Rises when connections that were made before should not be used any more. */
  readonly era: number;
  /** The way to the server that took changes when it was last looked for. */
  readonly present: pg.ClientConfig;
  /** The way to the server that takes changes. @throws Error of a connection where none does */
  find(): Promise<pg.ClientConfig>;
  /** Looks at an error: what could not be reached, or takes no changes any more, is looked for anew. */
  heed(error: unknown): void;
  /** Says that a connection ended at a server that takes no changes. */
  refused(): void;
  /** Looks whether the server is still there and takes changes, and for another one where not. */
  check(): void;
  /** Calls back when another server is the one. */
  onMove(listener: () => void): void;
}

/** An error as of a connection that could not be made. */
function noneTakesChanges(): Error {
  return Object.assign(new Error('None of the servers of the database takes changes'), {
    code: 'ECONNREFUSED',
  });
}

/** @throws Error when the server cannot be reached, is late, or takes no changes */
async function requireWritable(config: pg.ClientConfig): Promise<void> {
  // A pool hides its password from whoever copies its options.
  const { password } = config;
  const client = new pg.Client({
    ...config,
    password,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ refuses: boolean }>(
      `SELECT ${TAKES_NO_CHANGES} AS refuses`,
    );
    if (rows[0]?.refuses !== false) throw noneTakesChanges();
  } finally {
    client.end().catch(() => undefined);
  }
}

type Configs = readonly [pg.ClientConfig, ...pg.ClientConfig[]];

/** Follows the server that takes changes. One that stands alone is taken for it, whatever it says. */
export function followServers(configs: Configs): Servers {
  const [first, ...others] = configs;
  const areSeveral = others.length > 0;
  const listeners: (() => void)[] = [];
  let present = first;
  let isKnown = !areSeveral;
  let era = 0;
  let gaveUpAtMs = -Infinity;
  let looking: Promise<pg.ClientConfig> | null = null;

  async function look(): Promise<pg.ClientConfig> {
    const found = await Promise.any(
      configs.map(async (config) => {
        await requireWritable(config);
        return config;
      }),
    ).catch(async () => {
      // Whoever asks next waits for this: the servers are not asked without a pause.
      await sleep(LOOK_EVERY_MS);
      throw noneTakesChanges();
    });
    isKnown = true;
    if (found !== present) {
      present = found;
      era += 1;
      for (const listener of listeners) listener();
    }
    return found;
  }

  function refused(): void {
    const nowMs = performance.now();
    if (nowMs - gaveUpAtMs < GIVE_UP_EVERY_MS) return;
    gaveUpAtMs = nowMs;
    era += 1;
    isKnown = !areSeveral;
  }

  function find(): Promise<pg.ClientConfig> {
    if (isKnown) return Promise.resolve(present);
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  }

  function suspect(): void {
    isKnown = !areSeveral;
    find().catch(() => undefined);
  }

  return {
    areSeveral,
    get era() {
      return era;
    },
    get present() {
      return present;
    },
    find,
    heed: (error) => {
      if (isReadOnlyRefusal(error)) refused();
      else if (isConnectionError(error)) isKnown = !areSeveral;
    },
    refused,
    check: () => {
      if (isKnown) requireWritable(present).catch(suspect);
    },
    onMove: (listener) => {
      listeners.push(listener);
    },
  };
}
