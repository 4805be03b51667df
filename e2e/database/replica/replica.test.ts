import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { Positions } from '@/server/platform/db/replicas/positions';
import { readFromReplica } from '@/server/platform/db/replicas/read-from-replica';
import { Replica } from '@/server/platform/db/replicas/replica';
import { identityOfDatabase } from '@/server/platform/db/replicas/replica-identity';
import { makeOrganization } from '@/test/accounts';
import type { TestDeps } from '@/test/deps';
import { startPgBouncer } from '../pgbouncer';
import {
  addressOf,
  conflicting,
  connect,
  expectNothingOpen,
  names,
  scan,
  startReplicated,
  untilReplayed,
  who,
} from './replicated';

test('lists are read from the standby, and what was changed is there at once', async () => {
  const world = await startReplicated();
  const { deps } = world;
  const organization = await makeOrganization(deps);
  await scan(deps, organization, 'first');
  await untilReplayed(world);
  await world.untilRead();
  await names(deps, organization);
  await untilReplayed(world);
  world.outcomes();
  expect(await names(deps, organization)).toEqual(['first']);
  const read = world.outcomes();
  expect(read.length).toBeGreaterThan(1);
  expect(new Set(read)).toEqual(new Set(['replica']));
  expect(await who(deps, organization)).toBe('standby');
  // So are those that Prisma makes, while the read lasts.
  world.outcomes();
  const later = await readFromReplica(deps.db, organization, async (db) => {
    expect(await db.of(organization).imageTag.count()).toBe(1);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const counted = promise.then(() => db.of(organization).imageTag.count());
    return { counted, resolve };
  });
  expect(world.outcomes()).toEqual(['replica']);
  later.resolve(undefined);
  expect(await later.counted).toBe(1);
  expect(world.outcomes()).toEqual([]);

  for (let round = 0; round < 30; round += 1) {
    await scan(deps, organization, `image-${String(round)}`);
    expect(await names(deps, organization)).toContain(`image-${String(round)}`);
  }
  expect(world.outcomes()).not.toContain('failed');
  await expectNothingOpen(world);
  expect(world.logged()).toContain('lists may be read from replicas of the database');
  expect(world.logged()).not.toContain('password');
});

test('what the standby has not replayed is read from the primary, of whoever changed it', async () => {
  const world = await startReplicated(3);
  const { deps, standby } = world;
  const [mine, theirs] = [await makeOrganization(deps), await makeOrganization(deps)];
  for (const one of [mine, theirs]) await scan(deps, one, 'before');
  await untilReplayed(world);
  await world.untilRead();
  // Whatever was under way beside the scans has ended by now, and what is known of the changes stays as it is.
  for (const one of [mine, theirs])
    await expect.poll(() => who(deps, one), { timeout: 10_000 }).toBe('standby');
  await standby.ask('SELECT pg_wal_replay_pause()');
  await scan(deps, mine, 'after');
  world.outcomes();
  expect(await names(deps, mine)).toEqual(['after', 'before']);
  expect(world.outcomes()).toContain('behind');
  expect(await who(deps, mine)).toBe('primary');
  expect(await who(deps, theirs)).toBe('standby');

  // What belongs to nobody may have changed, too.
  await expect.poll(() => who(deps, theirs), { timeout: 10_000 }).toBe('primary');
  // Looks notice it a moment after the reads do.
  await expect
    .poll(() => deps.db.replicas?.readings()[0]?.isUsable, { timeout: 10_000 })
    .toBe(false);
  expect(deps.db.replicas?.readings()[0]?.lagSeconds).toBeGreaterThan(3);
  await standby.ask('SELECT pg_wal_replay_resume()');
  await expect.poll(() => who(deps, mine), { timeout: 10_000 }).toBe('standby');
  expect(await names(deps, mine)).toEqual(['after', 'before']);
  await expectNothingOpen(world);
});

test('a standby that is too far behind lends nothing, between two looks as well', async () => {
  const world = await startReplicated();
  const { pool, sql: asking } = world.deps.db;
  const positions = new Positions(60_000, () => undefined);
  await positions.ask(asking);
  const identity = await identityOfDatabase(pool);
  const replica = new Replica({
    ...{ place: 1, poolSize: 1, maxLagMs: 500, types: pg.types, positions, logger: undefined },
    connection: { connectionString: addressOf(world.standby) },
    askPosition: () => positions.ask(asking),
    identity: () => identity,
  });
  onTestFinished(() => replica.close());
  await untilReplayed(world);
  const current = await positions.ask(asking);
  // What was last written may be kept for as long as nothing is committed.
  await world.primary.ask("SELECT pg_logical_emit_message(true, 'a test', '')");
  await untilReplayed(world);
  const lent = await replica.lend(Promise.resolve({ needed: 0, current }), 0);
  if (typeof lent === 'string') throw new Error(`It lends nothing: ${lent}`);
  lent.giveBack();
  await sleep(600);
  // The log has gone on since, and nothing of it was replayed.
  const ahead = Promise.resolve({ needed: 0, current: current + 1_000_000 });
  expect(await replica.lend(ahead, 0)).toBe('lagging');
});

test('organizations see their own alone, however their reads mix', async () => {
  const world = await startReplicated();
  const { deps } = world;
  const all = await Promise.all(['a', 'b', 'c'].map(() => makeOrganization(deps)));
  for (const [at, one] of all.entries()) await scan(deps, one, `own-${String(at)}`);
  for (const one of all) await names(deps, one);
  await untilReplayed(world);
  await world.untilRead();
  world.outcomes();
  await Promise.all(
    Array.from({ length: 60 }, async (_, turn) => {
      const at = turn % all.length;
      const one = all[at];
      if (one) expect(await names(deps, one)).toEqual([`own-${String(at)}`]);
    }),
  );
  expect(world.outcomes().filter((outcome) => outcome === 'replica').length).toBeGreaterThan(100);
});

test.each([
  ['killed', 'SIGKILL'],
  ['gone without a word', 'SIGSTOP'],
] as const)('a standby that is %s under a read costs no read', async (_how, signal) => {
  const world = await startReplicated();
  const { deps, standby } = world;
  const organization = await makeOrganization(deps);
  await scan(deps, organization, 'kept');
  await names(deps, organization);
  await untilReplayed(world);
  await world.untilRead();
  const reading = Promise.all([
    who(deps, organization, 1.5),
    ...Array.from({ length: 3 }, () => names(deps, organization)),
  ]);
  await sleep(500);
  await standby.signal(signal);
  const [answered] = await reading;
  expect(answered).toBe('primary');
  expect(world.outcomes()).toContain('failed');
  for (let turn = 0; turn < 5; turn += 1) expect(await names(deps, organization)).toEqual(['kept']);
  // It is not asked again and again.
  expect(new Set(world.outcomes())).toEqual(new Set(['away']));
  expect(world.logged()).toContain('"replica":1,"delayMs":1000');
  await expect.poll(() => world.logged(), { timeout: 20_000 }).toContain('"delayMs":4000');

  if (signal === 'SIGSTOP') await standby.signal('SIGCONT');
  else {
    await standby.stop();
    await standby.start();
  }
  await world.untilRead();
  await expect.poll(() => who(deps, organization), { timeout: 10_000 }).toBe('standby');
  await expectNothingOpen(world);
});

const listOwn = (deps: TestDeps, organization: OrganizationId) =>
  readFromReplica(deps.db, organization, (db) =>
    Promise.resolve(
      db.batches(
        db.sql
          .selectFrom(sql<{ id: number; standby: boolean }>`own`.as('own'))
          .select(['own.id', sql<boolean>`pg_is_in_recovery()`.as('standby')])
          .orderBy('own.id'),
        500,
      ),
    ),
  );

test('a conflict with recovery ends no read: the primary answers', async () => {
  const world = await startReplicated(5);
  const { deps } = world;
  const clean = await conflicting(world);
  const organization = await makeOrganization(deps);
  await scan(deps, organization, 'kept');
  await names(deps, organization);
  await untilReplayed(world);
  await world.untilRead();
  const reading = readFromReplica(deps.db, organization, async (db) => {
    const { rows } = await sql<{ standby: boolean; count: number }>`
      SELECT pg_is_in_recovery() AS standby, count(*), pg_sleep(2) FROM own`.execute(db.sql);
    return rows[0];
  });
  await sleep(500);
  await clean();
  expect(await reading).toMatchObject({ standby: false, count: 2000 });
  expect(world.outcomes()).toContain('failed');
  expect(world.logged()).toContain('conflict with recovery');
  await expectNothingOpen(world);
});

test('a list that a conflict breaks off is read on from the primary, unless it is another one by now', async () => {
  const world = await startReplicated(5);
  const { deps, primary } = world;
  const clean = await conflicting(world);
  const organization = await makeOrganization(deps);
  await scan(deps, organization, 'kept');
  await names(deps, organization);
  const begin = async () => {
    await untilReplayed(world);
    await world.untilRead();
    await expect.poll(() => who(deps, organization), { timeout: 10_000 }).toBe('standby');
    const list = await listOwn(deps, organization);
    const first = await list.next();
    if (first.done === true) throw new Error('the list is empty');
    return { list, rows: first.value };
  };
  const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);

  const { list, rows } = await begin();
  // What is the standby's own is no part of the list.
  expect(rows).toHaveLength(500);
  await clean();
  await untilReplayed(world);
  const rest = async () => {
    for await (const batch of list) rows.push(...batch);
  };
  await expect(rest()).rejects.toMatchObject({ code: 'unavailable' });

  const plain = () =>
    readFromReplica(deps.db, organization, (db) =>
      Promise.resolve(
        db.batches(
          db.sql
            .selectFrom(sql<{ id: number }>`own`.as('own'))
            .select('own.id')
            .orderBy('own.id'),
          500,
        ),
      ),
    );
  const read = async (meanwhile: () => Promise<unknown>) => {
    await untilReplayed(world);
    await world.untilRead();
    await expect.poll(() => who(deps, organization), { timeout: 10_000 }).toBe('standby');
    world.outcomes();
    const ids: number[] = [];
    for await (const batch of await plain()) {
      ids.push(...idsOf(batch));
      if (ids.length !== 500) continue;
      await meanwhile();
      await clean();
      await untilReplayed(world);
    }
    return ids;
  };
  const numbers = Array.from({ length: 2000 }, (_, at) => at + 1);
  expect(await read(() => Promise.resolve())).toEqual(numbers);
  expect(world.outcomes()).toContain('failed');
  await expect(
    read(() => primary.ask('DELETE FROM own WHERE id = 7', 'eventide')),
  ).rejects.toMatchObject({ code: 'unavailable' });
  await expectNothingOpen(world);
});

test('a standby that is promoted is read from no more', async () => {
  const world = await startReplicated();
  const { deps, standby } = world;
  const organization = await makeOrganization(deps);
  await scan(deps, organization, 'kept');
  await names(deps, organization);
  await untilReplayed(world);
  await world.untilRead();
  await standby.promote();
  await scan(deps, organization, 'after');
  for (let turn = 0; turn < 20; turn += 1) {
    expect(await who(deps, organization)).toBe('primary');
    expect(await names(deps, organization)).toEqual(['after', 'kept']);
  }
  expect(world.logged()).toContain('It takes changes itself');
  expect(deps.db.replicas?.readings()).toMatchObject([{ isUsable: false, lagSeconds: null }]);
});

test('after a failover nothing is read from a server until it follows the new primary', async () => {
  const world = await startReplicated();
  const { primary, standby } = world;
  const to = (server: typeof primary) => ({ connectionString: addressOf(server) });
  const both = connect(
    { connection: [to(primary), to(standby)] },
    [addressOf(primary), addressOf(standby)],
    1,
  );
  await both.start();
  const organization = await makeOrganization(both.deps);
  await scan(both.deps, organization, 'before');
  await untilReplayed(world);
  await expect.poll(() => who(both.deps, organization), { timeout: 10_000 }).toBe('standby');
  await primary.signal('SIGKILL');
  await standby.promote();
  await expect
    .poll(
      () =>
        scan(both.deps, organization, 'after').then(
          () => true,
          () => false,
        ),
      {
        timeout: 20_000,
      },
    )
    .toBe(true);
  for (let turn = 0; turn < 5; turn += 1) {
    expect(await names(both.deps, organization)).toEqual(['after', 'before']);
    expect(await who(both.deps, organization)).toBe('primary');
  }
});

test('servers of another database are refused by name of their place alone', async () => {
  const world = await startReplicated();
  const other = await startReplicated();
  await world.primary.ask('CREATE DATABASE another OWNER eventide');
  await world.primary.ask('CREATE SCHEMA another AUTHORIZATION eventide', 'eventide');
  await untilReplayed(world);
  const connection = { connectionString: addressOf(world.primary) };
  const well = addressOf(world.standby);
  for (const [address, sentence] of [
    [addressOf(other.standby), 'It is no replica of the server that DATABASE_URL leads to'],
    [addressOf(world.standby, 'another'), 'It leads to another database than DATABASE_URL'],
    [`${well}?options=-c%20search_path%3Danother`, 'It leads to another schema than DATABASE_URL'],
  ] as const) {
    const { start } = connect({ connection }, [well, address]);
    await expect(start()).rejects.toThrow(`DATABASE_REPLICA_URL, server 2: ${sentence}`);
  }
});

test('the primary itself, and a server that is away, are said, and nothing is read there', async () => {
  const world = await startReplicated();
  const connection = { connectionString: addressOf(world.primary) };
  const nobody = 'postgres://eventide:password@127.0.0.1:1/eventide';
  const { deps, logged, start } = connect({ connection }, [addressOf(world.primary), nobody]);
  await start();
  const organization = await makeOrganization(deps);
  expect(await who(deps, organization)).toBe('primary');
  expect(logged()).toContain('It takes changes itself');
  expect(logged()).toContain('ECONNREFUSED');
  expect(logged()).toContain('"replicas":2,"well":0');
  expect(logged()).not.toContain('password');
});

test('several replicas take turns, also behind a PgBouncer that pools transactions', async () => {
  const world = await startReplicated();
  const pooler = await startPgBouncer(
    addressOf(world.standby),
    join(world.folder, 'pair'),
    'transaction',
  );
  onTestFinished(() => pooler.stop());
  const connection = { connectionString: addressOf(world.primary) };
  const { deps, start } = connect({ connection }, [pooler.url, addressOf(world.standby)]);
  await start();
  const organization = await makeOrganization(deps);
  await scan(deps, organization, 'kept');
  await who(deps, organization);
  await untilReplayed(world);
  await expect.poll(() => who(deps, organization), { timeout: 10_000 }).toBe('standby');
  world.outcomes();
  const read = Array.from({ length: 40 }, async () => {
    expect(await names(deps, organization)).toEqual(['kept']);
  });
  await Promise.all(read);
  expect(new Set(world.outcomes())).toEqual(new Set(['replica']));
  await expectNothingOpen(world);
});
