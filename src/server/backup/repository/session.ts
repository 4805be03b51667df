import pg from 'pg';
import { answeredWithin } from '@/server/platform/db/answered-within';
import { cutOff } from '@/server/platform/db/cut-off';
import { endsWithMachine } from '@/server/platform/db/machine-end';
import { CONNECT_MS, KEEP_ALIVE } from '@/server/platform/db/servers';
import { withoutTransactionTimeout } from '@/server/platform/db/transaction-timeout';

/**
 * Texts of values are the same whatever the server, the role or the database would have said; nothing runs out, also where
 * the disk that is written to takes no rows for a while.
 */
const SETTINGS = `
  SET client_encoding = 'UTF8'; SET timezone = 'UTC'; SET datestyle = 'ISO, MDY'; SET intervalstyle = 'postgres';
  SET extra_float_digits = 1; SET bytea_output = 'hex'; SET statement_timeout = 0; SET lock_timeout = 0;
  SET idle_in_transaction_session_timeout = 0; SET tcp_user_timeout = 0;
  ${withoutTransactionTimeout('session')}`;

/** Does some work on a connection of its own, which ends with it or with the signal. */
export async function withSession<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  signal?.throwIfAborted();
  // A pool hides its password from whoever copies its options.
  const { password } = connection;
  const client = new pg.Client({
    connectionTimeoutMillis: CONNECT_MS,
    ...KEEP_ALIVE,
    ...connection,
    password,
    application_name: 'eventide backup',
  });
  // What waits for an answer hears of the connection's end; without a listener it would end the process.
  client.on('error', () => undefined);
  const cut = () => {
    cutOff(client);
  };
  signal?.addEventListener('abort', cut, { once: true });
  try {
    await client.connect();
    const text = `${endsWithMachine(client)}; ${SETTINGS}`;
    await client.query(answeredWithin(CONNECT_MS, { text }));
    return await work(client);
  } finally {
    signal?.removeEventListener('abort', cut);
    await client.end().catch(() => undefined);
  }
}
