import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogger } from '@/server/platform/log';
import { createTestDatabase, type TestDatabaseAddress } from '@/test/database';
import { openDatabase } from './db';
import { isConnectionError } from './connection-errors';
import { isSocketFolder } from './embedded/postgres-endpoint';
import { lockMigrations } from './migrate';
import { migrateForApp } from './migrate-for-app';

const logger = createLogger('silent');
let address: TestDatabaseAddress;

beforeEach(async () => {
  address = await createTestDatabase('template0');
});
afterEach(() => address.drop());

/** Passes connections on to a server, and resets them when it is told to, as a machine does that goes. */
async function relayTo({ host, port }: Pick<pg.Client, 'host' | 'port'>) {
  const pairs: [from: Socket, to: Socket][] = [];
  const relay = createServer((from) => {
    const to = isSocketFolder(host)
      ? connect(`${host}/.s.PGSQL.${String(port)}`)
      : connect(port, host);
    pairs.push([from, to]);
    for (const socket of [from, to]) socket.on('error', () => undefined);
    from.pipe(to).pipe(from);
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (relay.address() as AddressInfo).port, // it listens on a port
    end: () => {
      for (const [from, to] of pairs) {
        from.resetAndDestroy();
        to.destroy();
      }
      relay.close();
    },
  };
}

it('ends with an error, and not the process, when its connection is lost in the middle', async () => {
  const { connectionString } = address;
  const app = openDatabase({ connection: { connectionString }, logger });
  const other = new pg.Client({ connectionString });
  await other.connect();
  // It waits for this one first.
  await lockMigrations(other, logger);
  const relay = await relayTo(other);
  const { user, password, database } = other;
  const owner = { host: '127.0.0.1', port: relay.port, user, password, database };
  const log = vi.fn();
  const migrating = migrateForApp({ app, owner, logger: createLogger('info', { write: log }) });
  const lost = expect(migrating).rejects.toSatisfy(isConnectionError);
  await vi.waitUntil(() => log.mock.calls.length > 0, { timeout: 10_000 });
  relay.end();
  await lost;
  await other.end();
  await app.close();
});

it('refuses an owner of another database, and brings neither up to date', async () => {
  const other = await createTestDatabase('template0');
  const app = openDatabase({ connection: { connectionString: address.connectionString }, logger });
  const tables = async (connectionString: string) => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    const { rowCount } = await client.query(`SELECT FROM pg_tables WHERE schemaname = 'public'`);
    await client.end();
    return rowCount;
  };
  try {
    const owner = { connectionString: other.connectionString };
    await expect(migrateForApp({ app, owner, logger })).rejects.toThrow(
      'DATABASE_OWNER_URL leads to another database than DATABASE_URL',
    );
    for (const { connectionString } of [address, other])
      expect(await tables(connectionString)).toBe(0);
  } finally {
    await app.close();
    await other.drop();
  }
});

it('takes an owner whose sessions write times otherwise', async () => {
  const app = openDatabase({ connection: { connectionString: address.connectionString }, logger });
  const options = '-c timezone=Asia/Tokyo -c datestyle=SQL';
  try {
    const owner = { connectionString: address.connectionString, options };
    await migrateForApp({ app, owner, logger });
  } finally {
    await app.close();
  }
});
