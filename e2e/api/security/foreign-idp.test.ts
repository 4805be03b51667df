import { beforeAll, describe, expect, it } from 'vitest';
import type { TestPerson } from '@/test/accounts';
import { Browser, makeMember } from '../harness/browser';
import { servedRoutes } from '../harness/contract';
import { fingerprint } from '../harness/fingerprint';
import { clientOf, mounts } from '../harness/mounts';
import { ROUTE_INPUTS } from '../harness/route-inputs';
import { TenantWorld } from '../harness/tenant-world';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';
const namingRoutes = servedRoutes.filter(({ path }) => /^\/(?:organizations|idp)\/./.test(path));

describe.each(mounts)('the idp_id of somebody else on the $name mount', (mount) => {
  let victim: TenantWorld;
  let attacker: TenantWorld;
  let owner: TestPerson;
  let person: TestPerson;
  let browser: Browser;
  let idpId: string;
  beforeAll(async () => {
    victim = await TenantWorld.create(clientOf(mount), 'Victim');
    attacker = await TenantWorld.create(clientOf(mount), 'Attacker');
    owner = await makeMember(victim.tenant.organizationId, 'admin');
    person = await makeMember(attacker.tenant.organizationId, 'admin');
    browser = new Browser(mount);
    await browser.signIn(person.email);
    idpId = await victim.idpId();
  });

  it('cannot be taken by creating an organization with it', async () => {
    const before = await fingerprint(victim.organizationId, person.id);
    const body = { name: 'Mine now', idp_id: idpId };
    const taken = [
      await browser.json('POST', '/api/organizations/', body),
      await browser.mutate('organization.createOwn', { name: 'Mine now', idpId }),
      await browser.mutate('organization.create', { body }),
      await clientOf(mount).withKey(attacker.tenant.keys.admin).post('/organizations/', body),
    ];
    expect(taken.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    // Nothing but that it is taken: whose it is, is not told.
    const whose = new RegExp(`Victim|${victim.organizationId}|${owner.id}`);
    for (const { text } of taken) expect(text).not.toMatch(whose);
    expect(await fingerprint(victim.organizationId, person.id)).toEqual(before);
  });

  it('nor by renaming an own organization, which leaves the idp_id alone', async () => {
    const own = attacker.organizationId;
    await browser.json('PATCH', `/api/organizations/${own}`, { name: 'Mine', idp_id: idpId });
    expect(await attacker.idpId()).toBe(own);
  });

  it('opens no path, in any verb, for a person or a key', async () => {
    expect(namingRoutes.length).toBeGreaterThan(7);
    const calls = [];
    for (const route of namingRoutes) {
      const inputs = ROUTE_INPUTS[`${route.method} ${route.path}`];
      calls.push({ route, call: (await inputs?.call(victim)) ?? {} });
    }
    const before = await fingerprint(victim.organizationId, owner.id);
    const key = clientOf(mount).withKey(attacker.tenant.keys.admin);
    for (const { route, call } of calls) {
      const send = async (client: typeof key, name: string) => {
        const [first = '', ...more] = Object.keys(call.parameters ?? {});
        const given: Record<string, string | undefined> = { ...call.parameters, [first]: name };
        // The victim's own admin, where the path names a member too.
        if (more.includes('user_id')) given['user_id'] = owner.id;
        const path = route.path.replaceAll(/\{(.+?)\}/g, (_all, one: string) => given[one] ?? one);
        const { status, text } = await client.send({
          method: route.method,
          target: `/api${path}`,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(call.body ?? {}),
        });
        return [`${route.method} ${route.path}`, status, text];
      };
      const own = { cookie: browser.cookie, origin: mount.origin };
      const foreign = Object.values(call.parameters ?? {})[0] ?? idpId;
      for (const client of [key, clientOf(mount).with(own)]) {
        const answer = await send(client, foreign);
        expect(answer).toEqual([answer[0], 404, '{"detail":"Organization not found"}']);
        expect(await send(client, UNKNOWN)).toEqual(answer);
      }
    }
    expect(await fingerprint(victim.organizationId, owner.id)).toEqual(before);
  });

  it('reaches nobody through a path of an own organization', async () => {
    const own = await attacker.idpId();
    const target = `/api/idp/${own}/members/${owner.id}`;
    expect((await browser.json('DELETE', target, {})).status).toBe(404);
    const answer = await browser.mutate('member.changeRole', {
      userId: owner.id,
      role: 'viewer',
    });
    expect(answer.status).toBe(404);
  });
});
