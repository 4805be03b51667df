import { withQuery } from '@/test/with-query';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '@/server/platform/db/db';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { forgetLimits, limitsFollow } from '@/test/limits';
import { recordStatements } from '@/test/recordings';
import { emailKey, networkKey } from './keys';
import { countFailedCredentials, limitsOf, takeAll } from './limits';

let db: TestDatabase;
let queries: string[];
/** Services of a process of their own, on the one database. */
const processOf = (over: TestDatabase = db): TestDeps => testDeps({ ...over });

beforeAll(async () => {
  db = await testDatabase();
  queries = recordStatements(db);
});
afterAll(() => db.close());
beforeEach(async () => {
  queries.length = 0;
  await forgetLimits(db);
});

const DAY_MS = 86_400_000;
const refused = expect.objectContaining({ code: 'too_many_requests' });

async function failures(deps: TestDeps, count: number, address: string): Promise<number> {
  let counted = 0;
  for (let n = 0; n < count; n += 1)
    await countFailedCredentials(deps, address).then(
      () => (counted += 1),
      () => undefined,
    );
  return counted;
}

describe('failed credentials', () => {
  it('are one count for all processes, by network, for a minute', async () => {
    const [one, other] = [processOf(), processOf()];
    limitsFollow(one.clock);
    expect(await failures(one, 60, '2001:db8::1')).toBe(60);
    expect(await failures(other, 60, '2001:db8::2')).toBe(40);
    await expect(countFailedCredentials(processOf(), '2001:db8::3')).rejects.toEqual(
      expect.objectContaining({ code: 'too_many_requests', retryAfterSeconds: 60 }),
    );
    expect(await failures(other, 1, '2001:db8:0:1::1')).toBe(1);
    one.clock.advance(60_000);
    expect(await failures(other, 1, '2001:db8::1')).toBe(1);
  });

  it('are counted for a whole site as well', async () => {
    const deps = processOf();
    let counted = 0;
    for (let network = 0; network < 11; network += 1)
      counted += await failures(deps, 95, `2001:db8:7:${network.toString(16)}::1`);
    expect(counted).toBe(1000);
  });

  it('ask nothing of the database once they are refused', async () => {
    const deps = processOf();
    await failures(deps, 101, '192.0.2.1');
    queries.length = 0;
    expect(await failures(deps, 500, '192.0.2.1')).toBe(0);
    expect(queries).toEqual([]);
  });

  it('are refused when the database is away, too', async () => {
    const gone = withQuery(
      openDatabase({
        connection: { connectionString: 'postgres://nobody@127.0.0.1:1/nothing' },
      }),
    );
    const deps = processOf(gone);
    expect(await failures(deps, 150, '192.0.2.1')).toBe(100);
    expect(deps.logged().match(/counted by each process alone/g)).toHaveLength(1);
    await gone.close();
  });

  it('are counted in memory when the database does not answer in time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const silent: ProxyHandler<TestDatabase['sql']> = {
      get: (sql, key) =>
        key === 'executeQuery'
          ? () => new Promise(() => undefined)
          : (Reflect.get(sql, key) as unknown),
    };
    const deps = processOf({ ...db, sql: new Proxy(db.sql, silent) });
    const counted = countFailedCredentials(deps, '192.0.2.1');
    await vi.advanceTimersByTimeAsync(3_000);
    await expect(counted).resolves.toBeUndefined();
  });
});

describe('slowdowns', () => {
  it('ask nothing of the database while somebody is told to wait', async () => {
    const deps = processOf();
    limitsFollow(deps.clock);
    const slowdown = limitsOf(deps).slowdowns['password-failed:session'];
    for (let n = 0; n < 5; n += 1) await slowdown.begin('a');
    await expect(slowdown.begin('a')).rejects.toEqual(refused);
    queries.length = 0;
    for (let n = 0; n < 50; n += 1) await expect(slowdown.begin('a')).rejects.toEqual(refused);
    expect(queries).toEqual([]);
  });

  it('take back a wait that was begun for nothing', async () => {
    const deps = processOf();
    limitsFollow(deps.clock);
    const slowdown = limitsOf(deps).slowdowns['password-failed:session'];
    for (let n = 0; n < 4; n += 1) await slowdown.begin('a');
    const undo = await slowdown.begin('a');
    await undo();
    await expect(slowdown.begin('a')).resolves.toBeTypeOf('function');
  });
});

describe('a clock that is set back a day', () => {
  it('keeps nobody waiting until it has caught up, and counts anew', async () => {
    const [one, other] = [processOf(), processOf()];
    limitsFollow(one.clock);
    await failures(one, 101, '192.0.2.1');
    await failures(one, 101, '192.0.2.2');
    one.clock.advance(-DAY_MS);
    // From memory, and from the row.
    expect(await failures(one, 150, '192.0.2.1')).toBe(100);
    expect(await failures(other, 150, '192.0.2.2')).toBe(100);
    one.clock.advance(60_000);
    expect(await failures(other, 1, '192.0.2.2')).toBe(1);
  });

  it('ends waits after failures', async () => {
    const [one, other] = [processOf(), processOf()];
    limitsFollow(one.clock);
    const slowdownOf = (deps: TestDeps) => limitsOf(deps).slowdowns['password-failed:session'];
    for (const key of ['a', 'b']) {
      for (let n = 0; n < 5; n += 1) await slowdownOf(one).begin(key);
      await expect(slowdownOf(one).begin(key)).rejects.toEqual(refused);
    }
    one.clock.advance(-DAY_MS);
    await expect(slowdownOf(one).begin('a')).resolves.toBeTypeOf('function');
    for (let n = 0; n < 5; n += 1) await slowdownOf(other).begin('b');
    await expect(slowdownOf(other).begin('b')).rejects.toEqual(refused);
  });

  it('is told from clocks that differ a little: they forget nothing', async () => {
    const [one, other] = [processOf(), processOf()];
    limitsFollow(one.clock);
    await failures(one, 100, '192.0.2.1');
    one.clock.advance(-5_000);
    await expect(countFailedCredentials(other, '192.0.2.1')).rejects.toEqual(
      expect.objectContaining({ code: 'too_many_requests', retryAfterSeconds: 65 }),
    );
  });
});

describe('what is taken together', () => {
  it('is taken whole or not at all, and can be given back', async () => {
    const deps = processOf();
    const both = [
      { name: 'change-email:person', key: 'a' },
      { name: 'reset:email', key: 'b' },
    ] as const;
    for (let n = 0; n < 3; n += 1) await takeAll(deps, both);
    for (let n = 0; n < 5; n += 1) await expect(takeAll(deps, both)).rejects.toEqual(refused);
    const giveBack = await takeAll(deps, [both[0]]);
    await giveBack();
    for (let n = 0; n < 2; n += 1) await takeAll(deps, [both[0]]);
    await expect(takeAll(deps, [both[0]])).rejects.toEqual(refused);
  });
});

describe('keys', () => {
  it('hold no e-mail address, and fit whatever was sent for an address', async () => {
    const deps = processOf();
    await takeAll(deps, [{ name: 'reset:email', key: emailKey(deps, 'ada@example.com') }]);
    await countFailedCredentials(deps, 'x'.repeat(10_000));
    await countFailedCredentials(deps, '\u0000 é');
    const rows = await db.query<{ key: string }>('SELECT key FROM rate_limit');
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toMatch(/ada|example/);
  });

  it('are the same for every way to write to a mailbox, and for every address of a network', () => {
    const deps = processOf();
    expect(emailKey(deps, 'Ada+spam@example.com')).toBe(emailKey(deps, 'ada@example.com'));
    expect(emailKey(deps, '+@example.com')).not.toBe(emailKey(deps, '@example.com'));
    expect(networkKey(deps, '[2001:db8::1]:443')).toBe(networkKey(deps, '2001:db8::2'));
  });
});
