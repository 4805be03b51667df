import { withQuery } from '@/test/with-query';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DomainError } from '@/domain/errors';
import { aheadOf } from '@/test/ahead-of';
import { testDatabase, type TestDatabase } from '@/test/database';
import { openDatabase } from './db';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase({ as: 'owner' });
  await db.query('CREATE TABLE counter (id int PRIMARY KEY, value int NOT NULL)');
  await db.query('CREATE TABLE part (id int PRIMARY KEY, counter_id int REFERENCES counter (id))');
});
afterAll(() => db.close());

const ID = '019abcde-0000-7000-8000-000000000001';
const OTHER_ID = '019abcde-0000-7000-8000-000000000002';

test('values arrive as documented', async () => {
  const [row] = await db.query(`
    SELECT DATE '2026-03-01' AS day, 42::int8 AS small, 9007199254740993::int8 AS large, 1.5::numeric AS price,
           TIMESTAMPTZ '2026-03-01 12:00:00+02' AS instant, TIMESTAMP '2026-03-01 12:00:00' AS zoneless,
           ARRAY[DATE '2026-03-01', NULL] AS days, ARRAY[1::int8, 2] AS numbers, ARRAY[1.5, 2.5] AS prices,
           '{}'::uuid[] AS no_ids, ARRAY['${ID}', '${OTHER_ID}']::uuid[] AS ids, ARRAY['${ID}', NULL]::uuid[] AS known,
           ARRAY[ARRAY['${ID}'], ARRAY['${OTHER_ID}']]::uuid[] AS pairs, '[0:0]={${ID}}'::uuid[] AS from_nought,
           '{"a": 1}'::jsonb AS data`);
  expect(row).toEqual({
    day: '2026-03-01',
    small: 42,
    large: 9007199254740993n,
    price: 1.5,
    instant: new Date('2026-03-01T10:00:00Z'),
    zoneless: new Date('2026-03-01T12:00:00Z'),
    days: ['2026-03-01', null],
    numbers: [1, 2],
    prices: [1.5, 2.5],
    no_ids: [],
    ids: [ID, OTHER_ID],
    known: [ID, null],
    pairs: [[ID], [OTHER_ID]],
    from_nought: [ID],
    data: { a: 1 },
  });
});

test('instants are UTC and days their texts through the same pool, whatever the server is set to', async () => {
  const [{ name } = { name: '' }] = await db.query<{ name: string }>(
    'SELECT current_database() AS name',
  );
  await db.query(`ALTER DATABASE ${name} SET timezone = 'Asia/Tokyo'`);
  await db.query(`ALTER DATABASE ${name} SET datestyle = 'German'`);
  const { connectionString } = db.pool.options;
  const second = withQuery(openDatabase({ connection: { connectionString } }));
  try {
    const createdAt = new Date('2026-03-01T10:00:00.123Z');
    const id = randomUUID();
    await second.prisma.organization.create({
      data: { id, name: 'Zones', idpId: id, createdAt, updatedAt: createdAt },
    });
    const [row] = await second.query<{ created_at: Date }>(
      'SELECT created_at FROM organization WHERE id = $1',
      [id],
    );
    expect(row?.created_at).toEqual(createdAt);
    expect(
      await second.query(`SELECT DATE '2026-03-01' AS day, $1::date AS of_text`, ['2026-04-03']),
    ).toEqual([{ day: '2026-03-01', of_text: '2026-04-03' }]);
    const read = await second.prisma.organization.findUniqueOrThrow({ where: { id } });
    expect(read.createdAt).toEqual(createdAt);
  } finally {
    await second.close();
  }
});

describe('transactions', () => {
  test('ask one statement after the other, where several are asked for at once', async () => {
    const warnings: Error[] = [];
    const hear = (warning: Error) => void warnings.push(warning);
    process.on('warning', hear);
    try {
      const all = await db.transaction((tx) =>
        Promise.all([
          sql<{ one: number }>`SELECT 1 AS one FROM pg_sleep(0.05)`.execute(tx.sql),
          sql<{ one: number }>`SELECT 2 AS one`.execute(tx.sql),
          sql<{ one: number }>`SELECT 3 AS one`.execute(tx.sql),
        ]),
      );
      expect(all.flatMap(({ rows }) => rows)).toEqual([{ one: 1 }, { one: 2 }, { one: 3 }]);
      // Warnings come in a turn of their own.
      await sleep(0);
    } finally {
      process.off('warning', hear);
    }
    expect(warnings).toEqual([]);
  });

  test('that fail leave nothing of what still waited for its turn', async () => {
    const failing = db.transaction((tx) =>
      Promise.all(
        [
          sql`SELECT 1 / 0`,
          sql`SELECT pg_sleep(0.05)`,
          sql`INSERT INTO counter VALUES (77, 1)`,
        ].map((statement) => statement.execute(tx.sql)),
      ),
    );
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    const thrown = db.transaction((tx) => {
      const late = ['SELECT pg_sleep(0.05)', 'INSERT INTO counter VALUES (78, 1)'].map((text) =>
        sql.raw(text).execute(tx.sql),
      );
      for (const one of late) one.catch(() => undefined);
      return Promise.reject(new Error('thrown'));
    });
    await expect(thrown).rejects.toThrow('thrown');
    await sleep(200);
    expect(await db.query('SELECT id FROM counter WHERE id > 70')).toEqual([]);
  });

  test('that run are done before the database is closed', async () => {
    const { connectionString } = db.pool.options;
    const closing = withQuery(openDatabase({ connection: { connectionString } }));
    const work = closing.transaction(async (tx) => {
      await tx.query('INSERT INTO counter VALUES (900, 1)');
      await sleep(200);
      await tx.query('UPDATE counter SET value = 2 WHERE id = 900');
    });
    await sleep(50);
    await Promise.all([closing.close(), work]);
    expect(await db.query('SELECT value FROM counter WHERE id = 900')).toEqual([{ value: 2 }]);
  });

  test('commit what they did', async () => {
    const answer = await db.transaction(async (tx) => {
      await tx.query('INSERT INTO counter VALUES ($1, $2)', [1, 10]);
      return 'done';
    });
    expect(answer).toBe('done');
    expect(await db.query('SELECT value FROM counter WHERE id = 1')).toEqual([{ value: 10 }]);
  });

  test('undo everything when the work throws, and pass the error on', async () => {
    const failure = new Error('changed my mind');
    const work = db.transaction(async (tx) => {
      await tx.query('INSERT INTO counter VALUES (2, 20)');
      throw failure;
    });
    await expect(work).rejects.toBe(failure);
    expect(await db.query('SELECT FROM counter WHERE id = 2')).toEqual([]);
  });

  test('run again after a deadlock', async () => {
    await db.query('INSERT INTO counter VALUES (3, 0), (4, 0)');
    let [runs, holding] = [0, 0];
    const bothHold = Promise.withResolvers<undefined>();
    const add = (first: number, second: number) =>
      db.transaction(async (tx) => {
        runs += 1;
        await tx.query('UPDATE counter SET value = value + 1 WHERE id = $1', [first]);
        holding += 1;
        if (holding === 2) bothHold.resolve(undefined);
        await bothHold.promise;
        await tx.query('UPDATE counter SET value = value + 1 WHERE id = $1', [second]);
      });
    await Promise.all([add(3, 4), add(4, 3)]);
    expect(runs).toBe(3);
    expect(await db.query('SELECT DISTINCT value FROM counter WHERE id IN (3, 4)')).toEqual([
      { value: 2 },
    ]);
  });

  test('give up after three more runs', async () => {
    let runs = 0;
    const work = db.transaction(async (tx) => {
      runs += 1;
      await tx.query(`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$`);
    });
    await expect(work).rejects.toMatchObject({ code: '40001' });
    expect(runs).toBe(4);
  });

  const after = <Result>(statement: string, begin: () => Promise<Result>) =>
    aheadOf(db, (tx) => tx.query(statement), begin);

  test('run again after what they refer to was deleted meanwhile, and find that it is gone', async () => {
    await db.query('INSERT INTO counter VALUES (5, 0)');
    const seen: number[] = [];
    const kept = await after('DELETE FROM counter WHERE id = 5', () =>
      db.transaction(async (tx) => {
        const found = await tx.query<{ id: number }>('SELECT id FROM counter WHERE id = 5');
        seen.push(found.length);
        for (const { id } of found) await tx.query('INSERT INTO part VALUES (1, $1)', [id]);
        return tx.query('SELECT FROM part');
      }),
    );
    expect([seen, kept]).toEqual([[1, 0], []]);
  });

  test('run again after another one has entered the same, and find it', async () => {
    const seen: number[] = [];
    await after('INSERT INTO counter VALUES (6, 1)', () =>
      db.transaction(async (tx) => {
        const found = await tx.query('SELECT FROM counter WHERE id = 6');
        seen.push(found.length);
        if (found.length === 0) await tx.query('INSERT INTO counter VALUES (6, 2)');
      }),
    );
    expect(seen).toEqual([0, 1]);
    expect(await db.query('SELECT value FROM counter WHERE id = 6')).toEqual([{ value: 1 }]);
  });

  test('run again so in the words of Prisma, too', async () => {
    const at = new Date();
    const organization = (name: string) => ({
      ...{ id: ID, name, idpId: ID, createdAt: at, updatedAt: at },
    });
    const insert = `INSERT INTO organization (id, name, idp_id, created_at, updated_at)
                    VALUES ('${ID}', 'First', '${ID}', now(), now())`;
    await after(insert, () =>
      db.transaction(async ({ prisma }) => {
        if ((await prisma.organization.count({ where: { id: ID } })) > 0) return;
        await prisma.organization.create({ data: organization('Second') });
      }),
    );
    expect(await db.query('SELECT name FROM organization WHERE id = $1', [ID])).toEqual([
      { name: 'First' },
    ]);
  });

  test.each([
    ['23503', 'INSERT INTO part VALUES (2, -1)'],
    ['23505', 'INSERT INTO counter VALUES (1, 1), (1, 2)'],
    ['23514', `DO $$ BEGIN RAISE EXCEPTION 'never' USING ERRCODE = '23514'; END $$`],
  ])('that break a rule by themselves (%s) still fail with it', async (code, statement) => {
    let runs = 0;
    const work = db.transaction(async (tx) => {
      runs += 1;
      await tx.query(statement);
    });
    await expect(work).rejects.toMatchObject({ code });
    expect(runs).toBe(code === '23514' ? 1 : 4);
  });
});

describe('failures', () => {
  const unavailable = { code: 'unavailable', message: 'The database is not reachable' };

  test('of a statement pass through', async () => {
    await expect(db.query('SELECT nothing FROM nowhere')).rejects.toMatchObject({ code: '42P01' });
  });

  test.each([
    { host: '127.0.0.1', port: 1 },
    { host: '/nowhere', port: 5432 },
  ])('to connect are "unavailable" (%o)', async (connection) => {
    const unreachable = withQuery(
      openDatabase({ connection: { ...connection, user: 'x', database: 'x' } }),
    );
    const failure = unreachable.query('SELECT 1');
    await expect(failure).rejects.toBeInstanceOf(DomainError);
    await expect(failure).rejects.toMatchObject(unavailable);
    await expect(unreachable.transaction(() => Promise.resolve())).rejects.toMatchObject(
      unavailable,
    );
    await expect(unreachable.prisma.organization.count()).rejects.toMatchObject(unavailable);
    const sql = unreachable.sql.selectFrom('organization').select('id').execute();
    await expect(sql).rejects.toMatchObject(unavailable);
    await unreachable.close();
  });

  test('to be let in are "unavailable", whichever way it is asked', async () => {
    const missing = new URL(db.pool.options.connectionString ?? '');
    missing.pathname = '/no_such_database';
    const [{ name } = { name: '' }] = await db.query<{ name: string }>(
      'SELECT current_database() AS name',
    );
    const closed = `${name}_closed`;
    await db.query(`CREATE DATABASE ${closed} ALLOW_CONNECTIONS false`);
    const shut = new URL(missing);
    shut.pathname = `/${closed}`;
    for (const { href: connectionString } of [missing, shut]) {
      const refused = withQuery(openDatabase({ connection: { connectionString } }));
      try {
        await expect(refused.query('SELECT 1')).rejects.toMatchObject(unavailable);
        await expect(refused.transaction(() => Promise.resolve())).rejects.toMatchObject(
          unavailable,
        );
        await expect(refused.prisma.organization.count()).rejects.toMatchObject(unavailable);
        const sql = refused.sql.selectFrom('organization').select('id').execute();
        await expect(sql).rejects.toMatchObject(unavailable);
      } finally {
        await refused.close();
      }
    }
    await db.query(`DROP DATABASE ${closed}`);
  });

  test('to get one of few connections in time are "unavailable", also where a transaction waits', async () => {
    const { connectionString } = db.pool.options;
    // Longer than Prisma waits where it is not told to: the pool is to give up first.
    const connection = { connectionString, connectionTimeoutMillis: 2_500 };
    const small = withQuery(openDatabase({ connection, poolSize: 1 }));
    const taken = await small.pool.connect();
    try {
      await expect(small.transaction((tx) => tx.query('SELECT 1'))).rejects.toMatchObject(
        unavailable,
      );
    } finally {
      taken.release();
      await small.close();
    }
  });

  test('of a connection in use are "unavailable", and the next query has a new one', async () => {
    const killSelf = 'SELECT pg_terminate_backend(pg_backend_pid())';
    await expect(db.query(killSelf)).rejects.toMatchObject(unavailable);
    await expect(db.transaction((tx) => tx.query(killSelf))).rejects.toMatchObject(unavailable);
    expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await db.prisma.organization.count()).toBeGreaterThanOrEqual(0);
  });

  test('of a server that has become a standby cost it the connection', async () => {
    const { connectionString } = db.pool.options;
    const one = withQuery(openDatabase({ connection: { connectionString }, poolSize: 1 }));
    try {
      await one.query('SET default_transaction_read_only = on');
      const write = () => sql`CREATE TABLE never (id int)`.execute(one.sql);
      await expect(write()).rejects.toMatchObject(unavailable);
      // The next one begins with the server's own settings.
      await expect(one.query('SHOW default_transaction_read_only')).resolves.toEqual([
        { default_transaction_read_only: 'off' },
      ]);
    } finally {
      await one.close();
    }
  });

  test('of a machine that is gone without a word are heard of by the system, in time', async () => {
    const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
    const { connectionString } = db.pool.options;
    const one = withQuery(openDatabase({ connection: { connectionString } }));
    try {
      await one.query('SELECT 1');
      // The system begins after two hours where it is not told when.
      expect(keepAlive.mock.calls).toEqual([[true, 10_000]]);
    } finally {
      keepAlive.mockRestore();
      await one.close();
    }
  });

  test('of connections at rest or checked out do not end the process', async () => {
    const client = await db.pool.connect();
    await db.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await sleep(50);
    client.release(true);
    expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('of what the work itself does stay what they are', async () => {
    const elsewhere = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    await expect(db.transaction(() => Promise.reject(elsewhere))).rejects.toBe(elsewhere);
  });
});
