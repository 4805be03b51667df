import type * as nodeCrypto from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { backgroundDone } from '@/server/platform/jobs/background';
import { createDashboardHandler } from '@/server/listener/dashboard-handler';
import { makePerson, type TestPerson } from '@/test/accounts';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { forgetLimits, limitsFollow } from '@/test/limits';
import { recordStatements } from '@/test/recordings';
import { anotherBrowser, GOOD_PASSWORD, personWithPassword } from '@/test/people';
import { signIn } from './service/sign-in';

const counted = vi.hoisted(() => ({ hashes: 0 }));
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof nodeCrypto>();
  const scrypt = new Proxy(crypto.scrypt, {
    apply: (hash, self, args) => {
      counted.hashes += 1;
      Reflect.apply(hash, self, args);
    },
  });
  return { ...crypto, scrypt };
});

let plain: TestDatabase;
let deps: TestDeps;
let queries: string[];
/** Keeps statements back for one test. */
let held: ((text: string) => Promise<void> | null) | null = null;
let person: TestPerson;
let withoutPassword: TestPerson;

beforeAll(async () => {
  plain = await testDatabase();
  queries = recordStatements(plain, (text) => held?.(text) ?? null);
});
afterAll(() => plain.close());
beforeEach(async () => {
  await forgetLimits(plain);
  deps = testDeps(plain);
  person = await personWithPassword(deps);
  withoutPassword = await makePerson(deps);
});

// Work left over from one test would count in the next.
afterEach(() => backgroundDone(deps));

/** Measures an answer by the work done for it rather than by how long that happens to last. */
async function workOf<T>(call: () => Promise<T>) {
  queries.length = 0;
  counted.hashes = 0;
  const answer = await call();
  return { answer, queries: [...queries], hashes: counted.hashes };
}

/** Gives all that a caller can see of an answer, but for the request's id. */
async function seen(procedure: string, input: object, headers: Record<string, string> = {}) {
  const answer = await createDashboardHandler(deps)(
    new Request(`http://localhost:3000/api/trpc/${procedure}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(input),
    }),
  );
  const { 'x-request-id': requestId = '', ...shown } = Object.fromEntries(answer.headers);
  const text = (await answer.text()).replaceAll(requestId, 'the request');
  return { status: answer.status, text, headers: shown };
}

describe('nobody learns whether an address has an account', () => {
  it('by a sign-in that is refused', async () => {
    const refused = (email: string) =>
      workOf(() =>
        signIn(deps, {
          email,
          password: 'a guess',
          remoteAddress: '192.0.2.1',
          userAgent: '',
        }).then(
          () => 'signed in',
          ({ code, message }: { code: string; message: string }) => [code, message],
        ),
      );
    const known = await refused(person.email);
    expect(known.hashes).toBe(1);
    expect(known.queries.filter((sql) => /\bapp_user\b/.test(sql))).toHaveLength(1);
    expect(await refused('nobody@example.com')).toEqual(known);
    expect(await refused(withoutPassword.email)).toEqual(known);
  });

  it('by being slowed down, from one network or from many', async () => {
    limitsFollow(deps.clock);
    const outcomes = async (email: string) => {
      const answers: unknown[] = [];
      for (let n = 0; n < 60; n += 1) {
        // Too long to be anybody's password, so that nothing is hashed.
        const attempt = { email, password: 'x'.repeat(1001), userAgent: '' };
        const remoteAddress = n < 7 ? '192.0.2.1' : `198.51.100.${String(n)}`;
        answers.push(
          await signIn(deps, { ...attempt, remoteAddress }).catch(
            (error: { code: string; retryAfterSeconds: number | null }) => [
              error.code,
              error.retryAfterSeconds,
            ],
          ),
        );
      }
      return answers;
    };
    const known = await outcomes(person.email);
    await forgetLimits(plain);
    expect(known).toContainEqual(['too_many_requests', 1]);
    expect(await outcomes('nobody@example.com')).toEqual(known);
  });

  it('by asking for a new password', async () => {
    const asked = (email: string) => workOf(() => seen('account.requestReset', { email }));
    const known = await asked(person.email);
    expect(known.answer.status).toBe(200);
    await backgroundDone(deps);
    const unknown = await asked('nobody@example.com');
    await backgroundDone(deps);
    const other = await asked(withoutPassword.email);
    await backgroundDone(deps);
    expect([unknown.answer, other.answer]).toEqual([known.answer, known.answer]);
    expect([unknown.hashes, other.hashes]).toEqual([0, 0]);
    expect(deps.mails().map(({ to }) => to)).toEqual([person.email, withoutPassword.email]);
  });

  it('before the answer is given: nothing but limits is looked up until then', async () => {
    const { requestReset } = await import('./service/reset-password');
    let found: () => void = () => undefined;
    const lookUp = new Promise<void>((resolve) => (found = resolve));
    held = (text) => (text.includes('"rate_limit"') ? null : lookUp);
    queries.length = 0;
    for (const email of [person.email, 'nobody@example.com'])
      await expect(requestReset(deps, email, '192.0.2.1')).resolves.toBeUndefined();
    expect(queries).toHaveLength(4);
    held = null;
    found();
    await backgroundDone(deps);
  });

  it('by asking for more than is allowed', async () => {
    limitsFollow(deps.clock);
    const last = async (email: string) => {
      for (let n = 0; n < 3; n += 1) await seen('account.requestReset', { email });
      return seen('account.requestReset', { email });
    };
    const known = await last(person.email);
    expect(known).toMatchObject({ status: 429, headers: { 'retry-after': '3600' } });
    expect(await last('nobody@example.com')).toEqual(known);
  });

  it('by wanting it for oneself', async () => {
    const { cookie } = await anotherBrowser(deps, person);
    // With the work that goes on after the answer.
    const wanted = (email: string) =>
      workOf(async () => {
        const answer = await seen(
          'account.requestEmailChange',
          { email, currentPassword: GOOD_PASSWORD },
          { cookie, origin: 'http://localhost:3000' },
        );
        await backgroundDone(deps);
        return answer;
      });
    const free = await wanted('free@example.com');
    const taken = await wanted(withoutPassword.email);
    expect(free.answer.status).toBe(200);
    expect([taken.answer, taken.hashes, taken.queries.sort()]).toEqual([
      free.answer,
      free.hashes,
      free.queries.sort(),
    ]);
  });
});
