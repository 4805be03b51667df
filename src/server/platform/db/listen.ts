import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { cutOff } from './cut-off';
import type { Database } from './db';
import { endsWithMachine } from './machine-end';
import { CONNECT_MS, KEEP_ALIVE, type Servers, TAKES_NO_CHANGES } from './servers';
import type { Logger } from '@/server/platform/log';

const FIRST_RETRY_MS = 200;
const MAX_RETRY_MS = 10_000;

/** Milliseconds for the server to say what it is. */
const ANSWER_MS = 5_000;
/** Milliseconds between two looks at whether the server still takes changes: who tells of any does it there. */
const LOOK_EVERY_MS = 2_000;

export interface ListenOptions {
  readonly db: Pick<Database, 'direct'>;
  readonly logger: Logger;
  /** A name without quotes. */
  readonly channel: string;
  readonly onMessage: (payload: string) => void;
  /** Called whenever listening begins: what was sent before, while nobody listened, is lost. */
  readonly onListening: () => void;
}

export interface Listening {
  stop(): Promise<void>;
}

/**
 * Listens to a channel on a connection of its own, which is replaced whenever it ends: a pool would hand it to
 * others. What is sent while there is none is lost: callers must also look for themselves now and then.
 */
export function listenTo(options: ListenOptions): Listening {
  const stopping = new AbortController();
  const running = keepListening(options, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function keepListening(options: ListenOptions, signal: AbortSignal): Promise<void> {
  let retryMs = FIRST_RETRY_MS;
  while (!signal.aborted) {
    try {
      await listenOnce(options, signal, () => {
        retryMs = FIRST_RETRY_MS;
      });
    } catch (err) {
      options.logger.debug({ err, channel: options.channel }, 'cannot listen to the database');
    }
    if (signal.aborted) return;
    await sleep(retryMs, undefined, { signal }).catch(() => undefined);
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
  }
}

/** Listens until the connection ends or the signal says so. */
async function listenOnce(
  { db, channel, onMessage, onListening }: ListenOptions,
  signal: AbortSignal,
  onConnected: () => void,
): Promise<void> {
  const server = await db.direct.find();
  if (signal.aborted) return;
  const client = new pg.Client({
    ...server,
    application_name: channel,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    ...KEEP_ALIVE,
  });
  const over = new AbortController();
  client.once('end', () => {
    over.abort();
  });
  // The connection's end is reported by `end`; without a listener, `error` would end the process.
  client.on('error', () => undefined);
  client.on('notification', ({ payload }) => {
    onMessage(payload ?? '');
  });
  const cut = () => {
    cutOff(client);
  };
  signal.addEventListener('abort', cut, { once: true });
  try {
    await client.connect();
    await client.query(`${endsWithMachine(client)}; LISTEN ${channel}`);
    onConnected();
    onListening();
    await staysPrimary(client, db.direct, over.signal);
  } catch (error) {
    db.direct.heed(error);
    throw error;
  } finally {
    signal.removeEventListener('abort', cut);
    await client.end().catch(() => undefined);
  }
}

/**
 * Returns when the connection has ended, or its server takes no changes any more. Each look waits with a listener that is
 * removed after it: what would wait for one promise again and again stays with that for as long as the connection lives.
 * @throws Error when the server says nothing
 */
async function staysPrimary(client: pg.Client, servers: Servers, over: AbortSignal): Promise<void> {
  for (;;) {
    await sleep(LOOK_EVERY_MS, undefined, { ref: false, signal: over }).catch(() => undefined);
    if (over.aborted) return;
    const { rows } = await client.query<{ refuses: boolean }>(
      `SELECT ${TAKES_NO_CHANGES} AS refuses`,
    );
    if (rows[0]?.refuses !== true) continue;
    servers.refused();
    return;
  }
}
