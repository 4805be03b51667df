import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { forgetLimits, limitsFollow } from '@/test/limits';
import { beginAttempt, forgetAttempts } from './service/sign-in';

const EMAIL = 'ada@example.com';
const HOME = '192.0.2.1';

let db: TestDatabase;
let deps: TestDeps;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  deps = testDeps(db);
  limitsFollow(deps.clock);
  await forgetLimits(db);
});

/** Makes an attempt that fails; gives the seconds to wait, or that it may be tried. */
async function attempt(remoteAddress: string, isFamiliar = false): Promise<number | 'tried'> {
  try {
    await beginAttempt(deps, { email: EMAIL, remoteAddress, isFamiliar });
    return 'tried';
  } catch (error) {
    // All that the guard throws.
    return (error as { retryAfterSeconds: number }).retryAfterSeconds;
  }
}

/** Makes one guess from each of so many networks, one after the other. */
async function guesses(count: number, first = 0): Promise<(number | 'tried')[]> {
  const outcomes: (number | 'tried')[] = [];
  for (let at = first; at < first + count; at += 1)
    outcomes.push(
      await attempt(`10.${String(at >> 16)}.${String((at >> 8) & 255)}.${String(at & 255)}`),
    );
  return outcomes;
}

describe('many networks that guess at one account', () => {
  it('are slowed down together, up to a guess a minute', async () => {
    expect(new Set(await guesses(50))).toEqual(new Set(['tried']));
    expect(await guesses(3, 50)).toEqual([1, 1, 1]);
    let at = 100;
    for (const waitSeconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      deps.clock.advance(waitSeconds * 1000 - 1);
      expect((await guesses(1, (at += 1)))[0]).not.toBe('tried');
      deps.clock.advance(1);
      expect(await guesses(1, (at += 1))).toEqual(['tried']);
    }
  });

  it('get a guess a minute in hours of trying, and the account stays open to its person', async () => {
    await guesses(50);
    let tried = 0;
    for (let minute = 0; minute < 3 * 60; minute += 1) {
      const outcomes = await guesses(2, 1000 + minute * 2);
      tried += outcomes.filter((one) => one === 'tried').length;
      deps.clock.advance(60_000);
    }
    expect(tried).toBeLessThanOrEqual(3 * 60);
    expect(await attempt(HOME, true)).toBe('tried');
  });

  it('do not add to the waiting of whoever is turned away for their sake', async () => {
    await guesses(50);
    for (let n = 0; n < 20; n += 1) expect(await attempt('198.51.100.7')).toBe(1);
    deps.clock.advance(1000);
    expect(await attempt('198.51.100.7')).toBe('tried');
  });

  it('are as many as their sites at most', async () => {
    const outcomes: (number | 'tried')[] = [];
    for (let n = 0; n < 310; n += 1) {
      const remoteAddress = `2001:db8:1:${n.toString(16)}::1`;
      const email = `person-${String(n)}@example.com`;
      outcomes.push(
        await beginAttempt(deps, { email, remoteAddress, isFamiliar: false }).then(
          () => 'tried',
          () => 1,
        ),
      );
    }
    expect(outcomes.filter((one) => one === 'tried')).toHaveLength(300);
  });
});

describe('one network', () => {
  it('is one, whatever address of it is used', async () => {
    const outcomes: (number | 'tried')[] = [];
    for (let n = 0; n < 6; n += 1) outcomes.push(await attempt(`2001:db8::${String(n)}`));
    expect(outcomes).toEqual([...Array.from({ length: 5 }, () => 'tried'), 1]);
  });

  it('is slowed down in every process, and after a restart', async () => {
    for (let n = 0; n < 5; n += 1) expect(await attempt(HOME)).toBe('tried');
    const { clock } = deps;
    deps = { ...testDeps(db), clock };
    expect(await attempt(HOME)).toBe(1);
    clock.advance(1000);
    expect(await attempt(HOME)).toBe('tried');
    expect(await attempt(HOME)).toBe(2);
  });

  it('is free again for a person who has proved themselves in another way', async () => {
    for (let n = 0; n < 6; n += 1) await attempt(HOME, true);
    expect(await attempt(HOME, true)).toBe(1);
    await forgetAttempts(deps, { email: EMAIL, remoteAddress: HOME });
    expect(await attempt(HOME, true)).toBe('tried');
  });

  it('counts what is begun at once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => attempt(HOME)));
    expect(outcomes.filter((one) => one === 'tried')).toHaveLength(5);
  });
});
