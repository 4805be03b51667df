import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stopToken } from '@/server/inbox/service/unsubscribe-token';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization, makePerson } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { createOneClickHandler, isOneClickPath } from './one-click-handler';

let deps: TestDeps;
let organizationId: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase(), { PUBLIC_URL: 'https://eventide.example.com' });
  organizationId = await makeOrganization(deps);
});
afterAll(() => deps.db.close());

async function linkOfSomebody() {
  const { id: userId } = await makePerson(deps, { organizationId, role: 'viewer' });
  const token = stopToken(deps.env.authSecret, { organizationId, userId, what: 'build.denied' });
  const settings = () => deps.db.of(organizationId).mailSetting.findMany({ where: { userId } });
  return { token, settings };
}
function call(token: string, init: RequestInit) {
  const url = new URL(`https://eventide.example.com/unsubscribe/${token}/one-click`);
  const origin = { path: url.pathname, remoteAddress: '192.0.2.7' };
  return createOneClickHandler(deps)(new Request(url, init), origin);
}
const post: RequestInit = {
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'List-Unsubscribe=One-Click',
};

describe('the address that mail programs ask', () => {
  test('stops mails of its kind, without a sign-in and as often as it is asked', async () => {
    const { token, settings } = await linkOfSomebody();
    for (let time = 0; time < 2; time += 1) expect((await call(token, post)).status).toBe(200);
    expect(await settings()).toMatchObject([{ choices: { 'build.denied': 'off' } }]);
    expect(deps.logged()).not.toContain(token);
  });

  test('stops nothing when it is opened, and leads to the page that can', async () => {
    const { token, settings } = await linkOfSomebody();
    for (const method of ['GET', 'HEAD']) {
      const response = await call(token, { method });
      expect(response.status).toBe(303);
      expect(response.headers.get('location')).toBe(
        `https://eventide.example.com/unsubscribe/${token}`,
      );
    }
    expect(await settings()).toEqual([]);
  });

  test('knows no other verb, and no link that was not made here', async () => {
    const { token } = await linkOfSomebody();
    expect((await call(token, { method: 'DELETE' })).status).toBe(405);
    for (const made of ['x', 'a.b', `${token}x`]) {
      expect((await call(made, post)).status).toBe(404);
    }
  });

  test('is that one alone', () => {
    expect(isOneClickPath('/unsubscribe/a.b/one-click')).toBe(true);
    expect(isOneClickPath('/unsubscribe/a.b')).toBe(false);
    expect(isOneClickPath('/unsubscribe/a/b/one-click')).toBe(false);
  });
});
