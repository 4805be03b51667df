import { beforeEach, describe, expect, it } from 'vitest';
import { insertMembership } from '@/server/organization/repository';
import { Browser, makeMember } from '../harness/browser';
import { clientOf, mounts } from '../harness/mounts';
import { TenantWorld } from '../harness/tenant-world';
import { deps, makeTenant } from '../harness/tenants';

describe.each(mounts)('from the next request on, on the $name mount,', (mount) => {
  let world: TenantWorld;
  let idpId: string;
  beforeEach(async () => {
    world = await TenantWorld.create(clientOf(mount), 'Acme');
    idpId = await world.idpId();
  });
  const admin = () => clientOf(mount).withKey(world.tenant.keys.admin);

  /** The answers to a browser of the API, of the dashboard's endpoint and of a page. */
  async function statuses(browser: Browser): Promise<number[]> {
    const answers = [
      await browser.get('/api/projects/images'),
      await browser.get('/api/trpc/image.labels'),
      await browser.get('/images'),
    ];
    return answers.map(({ status }) => status);
  }

  async function signedIn(role: 'admin' | 'member' | 'viewer') {
    const person = await makeMember(world.tenant.organizationId, role);
    const browser = new Browser(mount);
    await browser.signIn(person.email);
    expect(await statuses(browser)).toEqual([200, 200, 200]);
    return { person, browser };
  }

  it('a removed member is nobody, and stays signed in where they still belong', async () => {
    const { person, browser } = await signedIn('admin');
    const elsewhere = await makeTenant('Elsewhere');
    const membership = { userId: person.id, role: 'viewer', joinedAt: new Date() } as const;
    await insertMembership(elsewhere.organizationId, deps.db, membership);
    const other = new Browser(mount);
    await other.signIn(person.email);
    const { organizationId } = elsewhere;
    await other.mutate('session.switchOrganization', { organizationId });
    const removed = await admin().delete(`/idp/${idpId}/members/${person.id}`);
    expect(removed.status).toBe(200);
    expect(await statuses(browser)).toEqual([401, 401, 307]);
    expect(await statuses(other)).toEqual([200, 200, 200]);
    expect((await other.get(`/api/organizations/${world.organizationId}`)).status).toBe(404);
    expect((await other.get(`/api/idp/${idpId}/members`)).status).toBe(404);
    const back = { organizationId: world.organizationId };
    expect((await other.mutate('session.switchOrganization', back)).status).toBe(404);
  });

  it('a demoted member may what the new role may', async () => {
    const { person, browser } = await signedIn('admin');
    const rename = () =>
      browser.json('PATCH', `/api/organizations/${world.organizationId}`, { name: 'Renamed' });
    const createKey = () => browser.mutate('apiKey.create', {});
    expect([(await rename()).status, (await createKey()).status]).toEqual([200, 200]);
    const boss = await signedIn('admin');
    const { status } = await boss.browser.mutate('member.changeRole', {
      userId: person.id,
      role: 'viewer',
    });
    expect(status).toBe(200);
    expect([(await rename()).status, (await createKey()).status]).toEqual([403, 403]);
    expect(await statuses(browser)).toEqual([200, 200, 200]);
  });

  it('a person whose account is gone is nobody', async () => {
    const { person, browser } = await signedIn('member');
    await deps.db.query('DELETE FROM app_user WHERE id = $1', [person.id]);
    expect(await statuses(browser)).toEqual([401, 401, 307]);
  });

  it('a session that was signed out is nobody’s, also to who has kept a copy of its cookie', async () => {
    const { browser } = await signedIn('member');
    const copy = new Browser(mount).plant('next-auth.session-token', browser.session);
    expect(await statuses(copy)).toEqual([200, 200, 200]);
    const csrfToken = await browser.csrfToken();
    await browser.form('/api/auth/signout', { csrfToken, json: 'true' });
    expect(await statuses(copy)).toEqual([401, 401, 307]);
  });

  /** A key of this organization, made through the API. */
  async function madeKey() {
    const { json } = await admin().post('/api_key', { name: 'CI', role: 'admin' });
    return json as { id: string; key: string }; // held against its schema by the client
  }
  const reads = async (key: string) =>
    (await clientOf(mount).withKey(key).get('/v1/policy')).status;
  const rotate = async (id: string, body?: object) =>
    (await admin().patch(`/api_key/${id}`, body)).json as { key: string };

  it('a rotated key is refused, and its successor taken', async () => {
    const { id, key } = await madeKey();
    expect(await reads(key)).toBe(200);
    const next = await rotate(id);
    expect([await reads(key), await reads(next.key)]).toEqual([401, 200]);
  });

  it('a key that was rotated with grace holds for that long, unless it is rotated or revoked', async () => {
    const { id, key } = await madeKey();
    const second = await rotate(id, { grace_hours: 1 });
    expect([await reads(key), await reads(second.key)]).toEqual([200, 200]);
    // The hour is over.
    await deps.db.query(
      `UPDATE api_key_secret SET ends_at = now() - interval '1 second'
        WHERE api_key_id = $1 AND ends_at IS NOT NULL`,
      [id],
    );
    // Not by the server itself, which goes on for a moment with what it was told.
    await expect.poll(() => reads(key)).toBe(401);
    expect(await reads(second.key)).toBe(200);
    const third = await rotate(id, { grace_hours: 168 });
    expect([await reads(second.key), await reads(third.key)]).toEqual([200, 200]);
    const fourth = await rotate(id, { grace_hours: 0 });
    expect([await reads(second.key), await reads(third.key)]).toEqual([401, 401]);
    const fifth = await rotate(id, { grace_hours: 24 });
    expect((await admin().delete(`/api_key/${id}`)).status).toBe(204);
    expect([await reads(fourth.key), await reads(fifth.key)]).toEqual([401, 401]);
  });

  it('the keys and the sessions of a deleted organization are refused', async () => {
    const { browser } = await signedIn('member');
    const { key } = await madeKey();
    expect((await admin().delete(`/organizations/${world.organizationId}`)).status).toBe(204);
    expect(await reads(key)).toBe(401);
    for (const one of Object.values(world.tenant.keys)) expect(await reads(one)).toBe(401);
    const after = await statuses(browser);
    expect(after.slice(0, 2)).toEqual([403, 403]);
    expect(after[2]).toBe(307);
  });
});
