import { beforeAll, describe, expect, it } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { appRouter } from '@/server/app-router';
import type { TestPerson } from '@/test/accounts';
import { Browser, makeMember } from '../harness/browser';
import { servedRoutes } from '../harness/contract';
import { fingerprint } from '../harness/fingerprint';
import { foreignHeaders } from '../harness/hostile';
import { sendHttp } from '../harness/http';
import { clientOf, mounts } from '../harness/mounts';
import { ROUTE_INPUTS } from '../harness/route-inputs';
import { TenantWorld } from '../harness/tenant-world';

const changingRoutes = servedRoutes.filter(
  ({ method, access }) => method !== 'GET' && access !== 'public',
);

interface Procedure {
  readonly _def: { readonly type: string };
}
// The router keeps its procedures flat, by dotted path; its type keeps them as the tree they were given as.
const procedures = appRouter._def.procedures as unknown as Record<string, Procedure>;
const mutations = Object.keys(procedures).filter(
  (path) => procedures[path]?._def.type === 'mutation',
);

it('walks over everything that changes something', () => {
  expect(changingRoutes.length).toBeGreaterThan(18);
  expect(mutations.length).toBeGreaterThan(25);
  expect(mutations).toContain('session.switchOrganization');
});

describe.each(mounts)('another site, in the browser of an admin, on the $name mount', (mount) => {
  let world: TenantWorld;
  let organizationId: OrganizationId;
  let person: TestPerson;
  let browser: Browser;
  beforeAll(async () => {
    world = await TenantWorld.create(clientOf(mount), 'Victim');
    organizationId = world.tenant.organizationId;
    person = await makeMember(organizationId, 'admin');
    browser = new Browser(mount);
    await browser.signIn(person.email);
    expect(browser.session).not.toBe('');
  });

  it('changes nothing through any route of the API', { timeout: 120_000 }, async () => {
    const calls = [];
    for (const route of changingRoutes) {
      const inputs = ROUTE_INPUTS[`${route.method} ${route.path}`];
      calls.push({ route, call: (await inputs?.call(world)) ?? {} });
    }
    const before = await fingerprint(organizationId, person.id);
    for (const { route, call } of calls) {
      const path = route.path.replaceAll(/\{(.+?)\}/g, (_all, name: string) =>
        encodeURIComponent(call.parameters?.[name] ?? name),
      );
      for (const headers of [...foreignHeaders(mount.origin), {}]) {
        const client = clientOf(mount).with({ cookie: browser.cookie, ...headers });
        const answer = await client.send({
          method: route.method,
          target: `/api${path}`,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(call.body ?? {}),
        });
        const what = `${route.method} ${route.path} ${JSON.stringify(headers)}`;
        expect([what, answer.status]).toEqual([what, 403]);
      }
    }
    expect(await fingerprint(organizationId, person.id)).toEqual(before);
  });

  it('calls none of the dashboard’s mutations', { timeout: 120_000 }, async () => {
    const before = await fingerprint(organizationId, person.id);
    for (const path of mutations) {
      for (const headers of foreignHeaders(mount.origin)) {
        for (const type of ['application/json', 'text/plain']) {
          const answer = await sendHttp(mount.origin, {
            method: 'POST',
            target: `/api/trpc/${path}`,
            headers: { cookie: browser.cookie, 'content-type': type, ...headers },
            body: '{}',
          });
          const what = `${path} ${JSON.stringify(headers)} ${type}`;
          expect([what, [403, 415].includes(answer.status)]).toEqual([what, true]);
        }
      }
      const asLink = await browser.get(`/api/trpc/${path}?input=%7B%7D`);
      expect([path, asLink.status]).toEqual([path, 405]);
    }
    expect(await fingerprint(organizationId, person.id)).toEqual(before);
  });

  it('neither signs anybody in nor out, not even with a token of a form', async () => {
    const before = browser.cookie;
    const csrfToken = await browser.csrfToken();
    const attacker = await makeMember(organizationId);
    for (const headers of foreignHeaders(mount.origin)) {
      // `origin` is named even where a browser leaves it out: an empty one is foreign as well.
      const sent = { origin: '', ...headers };
      const signOut = await browser.form('/api/auth/signout', { csrfToken, json: 'true' }, sent);
      const signIn = await browser.signIn(attacker.email, { csrfToken }, sent);
      const update = await browser.json('POST', '/api/auth/session', { csrfToken, data: {} }, sent);
      const begin = await browser.form('/api/auth/signin/credentials', { csrfToken }, sent);
      expect([signOut, signIn, update, begin].map(({ status }) => status)).toEqual([
        ...[403, 403, 403, 403],
      ]);
    }
    // As a link or an image, signing out is a page at most.
    await browser.get('/api/auth/signout');
    expect(browser.session).toBe(/session-token=([^;]+)/.exec(before)?.[1]);
    expect((await browser.get('/api/projects/images')).status).toBe(200);
  });
});
