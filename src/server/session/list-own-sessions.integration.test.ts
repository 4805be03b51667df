import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makePerson, makeSession, type TestPerson } from '@/test/accounts';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { accountAudit, anotherBrowser } from '@/test/people';
import { openSession } from './service/sessions';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

let db: TestDatabase;
let deps: TestDeps;
let person: TestPerson;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  deps = testDeps(db);
  person = await makePerson(deps);
});

async function sessionsOf(somebody: TestPerson) {
  return (await (await anotherBrowser(deps, somebody)).dashboard()).session;
}

describe('own sessions', () => {
  it('are listed with what the browser says of itself, this one first; those that ended are not', async () => {
    const here = await sessionsOf(person);
    deps.clock.advance(60_000);
    const userAgent = FIREFOX;
    const id = await openSession(deps, {
      userId: person.id,
      remoteAddress: '2001:db8::7',
      userAgent,
    });
    const { sessionId: ended } = await makeSession(deps, person.id);
    await here.end({ id: ended });
    await sessionsOf(await makePerson(deps));
    expect(await here.list()).toMatchObject([
      { isCurrent: true, device: { browser: null, system: null } },
      {
        id,
        isCurrent: false,
        device: { browser: 'Firefox', system: 'Linux' },
        remoteAddress: '2001:db8::7',
        createdAt: '2026-11-21T12:01:00.000Z',
        lastSeenAt: '2026-11-21T12:01:00.000Z',
      },
    ]);
    deps.clock.advance(31 * 24 * 60 * 60_000);
    expect(await here.list()).toEqual([]);
  });

  it('end one by one; a stranger’s is not found', async () => {
    const elsewhere = await anotherBrowser(deps, person);
    const stranger = await makeSession(deps, (await makePerson(deps)).id);
    const here = await sessionsOf(person);
    const [, other] = await here.list();
    await here.end({ id: other?.id ?? '' });
    expect(await elsewhere.caller()).toBeNull();
    for (const id of [other?.id ?? '', stranger.sessionId, crypto.randomUUID()]) {
      await expect(here.end({ id })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'Session not found',
      });
    }
    expect(await here.list()).toHaveLength(1);
  });

  it('end all at once but the one that asks, and are remembered', async () => {
    const others = await Promise.all([anotherBrowser(deps, person), anotherBrowser(deps, person)]);
    const here = await anotherBrowser(deps, person);
    const { session } = await here.dashboard();
    expect(await session.endOthers()).toEqual({ ended: 2 });
    expect(await session.endOthers()).toEqual({ ended: 0 });
    for (const other of others) expect(await other.caller()).toBeNull();
    expect(await here.caller()).not.toBeNull();
    expect(await accountAudit(deps, person.id)).toMatchObject([
      { action: 'account.other_sessions_end', detail: { ended_sessions: 2 } },
    ]);
  });
});
