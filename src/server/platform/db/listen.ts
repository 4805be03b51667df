import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from './db';
import type { Logger } from '@/server/platform/log';

const FIRST_RETRY_MS = 200;
const MAX_RETRY_MS = 10_000;

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
  const client = new pg.Client({ ...(await db.direct()), application_name: `eventide ${channel}` });
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  // The connection's end is reported by `end`; without a listener, `error` would end the process.
  client.on('error', () => undefined);
  client.on('notification', ({ payload }) => {
    onMessage(payload ?? '');
  });
  const close = () => void client.end().catch(() => undefined);
  signal.addEventListener('abort', close, { once: true });
  try {
    await client.connect();
    await client.query(`LISTEN ${channel}`);
    onConnected();
    onListening();
    await ended;
  } finally {
    signal.removeEventListener('abort', close);
    await client.end().catch(() => undefined);
  }
}
