import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { pipeline, Transform } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { loadEnv } from '@/env';
import { testDatabase, type TestDatabase } from '@/test/database';
import { openDatabaseWay } from '../../../../e2e/api/harness/database-way';
import { configuredDatabase } from './configured';
import { DatabaseStartError } from './embedded/start-error';

let db: TestDatabase;
let numberNow: string;
beforeAll(async () => {
  db = await testDatabase();
  const [row] = await db.query<{ number: string }>(
    `SELECT current_setting('server_version_num') AS number`,
  );
  numberNow = row?.number ?? '';
});
afterAll(() => db.close());

/** A way to the server of the tests on which it says that it is of another version, in as many digits. */
async function serverOf(number: string): Promise<string> {
  const way = await openDatabaseWay(db.pool.options.connectionString ?? '');
  const url = new URL(way.address);
  const onwardTo = Number(url.port);
  const server = createServer((client) => {
    const onward = connect(onwardTo, '127.0.0.1');
    const retelling = new Transform({
      transform: (part: Buffer, _encoding, done) => {
        done(null, Buffer.from(part.toString('latin1').replaceAll(numberNow, number), 'latin1'));
      },
    });
    // Either end may go away at any time: then so does the other.
    pipeline(client, onward, retelling, client, () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    way.close();
  });
  const { port } = server.address() as AddressInfo; // a TCP server's address is never a string
  url.port = String(port);
  return url.href;
}

const startAt = (address: string) =>
  configuredDatabase(
    loadEnv({ NODE_ENV: 'test', AUTH_SECRET: 'x'.repeat(40), DATABASE_URL: address }),
  );
const start = async (number: string) => startAt(await serverOf(number));

test.each(['140019', '090624'])(
  'a server of version %s is refused before anything is done',
  async (number) => {
    const refused = start(number);
    await expect(refused).rejects.toThrow(DatabaseStartError);
    await expect(refused).rejects.toThrow(/DATABASE_URL leads to PostgreSQL .* needs 15 or later/);
  },
);

test.each(['150000', '190001'])('a server of version %s is taken', async (number) => {
  expect(await start(number)).not.toBeNull();
});

/** The address of an empty database that keeps texts so. */
async function databaseIn(encoding: string): Promise<string> {
  const name = `eventide_test_${randomBytes(8).toString('hex')}`;
  const admin = new pg.Client({ connectionString: inject('testServerUrl') });
  await admin.connect();
  onTestFinished(async () => {
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
  });
  await admin.query(
    `CREATE DATABASE ${name} ENCODING '${encoding}' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0`,
  );
  const url = new URL(inject('testServerUrl'));
  url.pathname = `/${name}`;
  return url.href;
}

test('a database that lacks characters is refused before anything is done', async () => {
  const refused = startAt(await databaseIn('LATIN1'));
  await expect(refused).rejects.toThrow(DatabaseStartError);
  await expect(refused).rejects.toThrow(
    /DATABASE_URL leads to a database with the encoding LATIN1.*ENCODING 'UTF8'/,
  );
});

test.each(['UTF8', 'SQL_ASCII'])('one of %s is taken', async (encoding) => {
  expect(await startAt(await databaseIn(encoding))).not.toBeNull();
});
