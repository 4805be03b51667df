import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isConnectionError, isOutOfRoom, isReadOnlyRefusal } from './connection-errors';
import { type AddressOptions, followAddress } from './one-address';
import { mayGiveUpAgain, type Servers, TAKES_NO_CHANGES } from './servers';

/** Milliseconds for a server to say what it is; one that is gone without a word says nothing. */
const ANSWER_MS = 1_500;
/** Milliseconds between two looks at all servers. */
const LOOK_EVERY_MS = 100;

/** SQLSTATEs of a server that ends, has ended or is not there yet; class 08 is what a pooler says of one. */
const GONE = /^(08...|57P0[1-3]|25006)$/;

/**
 * Whether a server that turned a look away is there all the same, for those who are connected: it has no connection left, or
 * another password than it had.
 */
const isAnswer = (error: unknown) =>
  error instanceof pg.DatabaseError && !GONE.test(error.code ?? '');

/** An error as of a connection that could not be made. */
function noneTakesChanges(): Error {
  return Object.assign(new Error('None of the servers of the database takes changes'), {
    code: 'ECONNREFUSED',
  });
}

/** @throws Error when the server cannot be reached, is late, turns the connection away, or takes no changes */
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

/** The first of these to say that it takes changes. @throws AggregateError with what each of them said */
const firstOf = (configs: readonly pg.ClientConfig[]) =>
  Promise.any(
    configs.map(async (config) => {
      await requireWritable(config);
      return config;
    }),
  );

type Configs = readonly [pg.ClientConfig, ...pg.ClientConfig[]];

/** Follows the server that takes changes. One that stands alone is taken for it, whatever it says. */
export function followServers(
  configs: Configs,
  options: AddressOptions = { isPooled: false },
): Servers {
  return configs.length === 1 ? followAddress(configs[0], options) : followSeveral(configs);
}

/** Follows the one of several servers that takes changes. */
function followSeveral(configs: Configs): Servers {
  const listeners: (() => void)[] = [];
  const mayGiveUp = mayGiveUpAgain();
  let [present] = configs;
  let isKnown = false;
  /** Whether the present one was found to take changes, rather than being the first that is named. */
  let wasFound = false;
  let era = 0;
  let looking: Promise<pg.ClientConfig> | null = null;

  function leave(): void {
    era += 1;
    for (const listener of listeners) listener();
  }

  function settle(found: pg.ClientConfig): pg.ClientConfig {
    isKnown = true;
    wasFound = true;
    if (found !== present) {
      present = found;
      leave();
    }
    return found;
  }

  async function look(): Promise<pg.ClientConfig> {
    const asked = present;
    const found = await firstOf(configs).catch(async (failure: unknown) => {
      const said: unknown =
        failure instanceof AggregateError ? failure.errors[configs.indexOf(asked)] : failure;
      if (wasFound && isAnswer(said)) return asked;
      // Whoever asks next waits for this: the servers are not asked without a pause.
      await sleep(LOOK_EVERY_MS);
      throw noneTakesChanges();
    });
    return settle(found);
  }

  function refused(): void {
    if (!mayGiveUp()) return;
    era += 1;
    isKnown = false;
  }

  function find(): Promise<pg.ClientConfig> {
    if (isKnown) return Promise.resolve(present);
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  }

  /** Looks at one that could not be asked: it is kept where it is there, unless another one takes changes. */
  function suspect(error: unknown): void {
    if (isAnswer(error)) {
      firstOf(configs.filter((config) => config !== present)).then(settle, () => undefined);
      return;
    }
    isKnown = false;
    find().catch(() => undefined);
  }

  return {
    areSeveral: true,
    get era() {
      return era;
    },
    get present() {
      return present;
    },
    find,
    heed: (error) => {
      if (isReadOnlyRefusal(error)) refused();
      else if (isConnectionError(error) && !isOutOfRoom(error)) isKnown = false;
    },
    refused,
    check: () => {
      if (isKnown) requireWritable(present).catch(suspect);
    },
    leave,
    onMove: (listener) => {
      listeners.push(listener);
    },
    close: () => Promise.resolve(),
  };
}
