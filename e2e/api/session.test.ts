import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PersonRole } from '@/domain/roles/permissions';
import { makePerson, makeSession } from '@/test/accounts';
import { clientOf, mounts } from './harness/mounts';
import { imageScan } from './harness/payloads';
import { deps, makeTenant, type Tenant } from './harness/tenants';

const scan = imageScan({ project: 'by hand', image: 'a:1' });

describe.each(mounts)('a session cookie on the $name mount', (mount) => {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await makeTenant();
  });

  const signedIn = async (role: PersonRole) => {
    const { organizationId } = tenant;
    const person = await makePerson(deps, { organizationId, role });
    const session = await makeSession(deps, person.id);
    await deps.db.query('UPDATE user_session SET active_organization_id = $2 WHERE id = $1', [
      session.sessionId,
      organizationId,
    ]);
    return { ...session, client: clientOf(mount).with({ cookie: session.cookie }), person };
  };

  it('reads without more, and changes state only from the same origin', async () => {
    const { client } = await signedIn('member');
    expect((await client.get('/image/labels')).status).toBe(200);
    const { origin } = mount;
    const host = new URL(origin).host;
    const cases: [Record<string, string>, number][] = [
      [{}, 403],
      [{ origin: 'https://evil.example' }, 403],
      [{ origin: `${origin}.evil.example` }, 403],
      [{ origin: 'null' }, 403],
      [{ origin: `http://${host}:1` }, 403],
      [{ 'sec-fetch-site': 'cross-site' }, 403],
      [{ 'sec-fetch-site': 'same-site' }, 403],
      [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, 403],
      [{ origin }, 200],
      [{ 'sec-fetch-site': 'same-origin' }, 200],
    ];
    for (const [headers, status] of cases) {
      const answer = await client.put('/v2/scan', scan, { headers });
      expect([headers, answer.status]).toEqual([headers, status]);
      const list = await client.post('/images', undefined, { headers });
      expect([headers, list.status]).toEqual([headers, status]);
    }
  });

  it('is not needed to be of one origin with a key', async () => {
    const { client } = await signedIn('viewer');
    const headers = { origin: 'https://evil.example' };
    const both = client.withKey(tenant.keys.scanner);
    expect((await both.put('/v2/scan', scan, { headers })).status).toBe(200);
    expect((await client.withKey('wrong').get('/image/labels')).status).toBe(401);
  });

  it('acts with the role that the person has now', async () => {
    const { client, person } = await signedIn('viewer');
    const headers = { origin: mount.origin };
    expect((await client.put('/v2/scan', scan, { headers })).status).toBe(403);
    const change = (sql: string) => deps.db.query(sql, [tenant.organizationId, person.id]);
    await change(
      `UPDATE membership SET role = 'member' WHERE organization_id = $1 AND user_id = $2`,
    );
    expect((await client.put('/v2/scan', scan, { headers })).status).toBe(200);
    await change('DELETE FROM membership WHERE organization_id = $1 AND user_id = $2');
    expect((await client.get('/image/labels')).status).toBe(403);
  });

  it('stops at once when the session is revoked, and never holds when it was made up', async () => {
    const { client, sessionId } = await signedIn('admin');
    await deps.db.query('UPDATE user_session SET revoked_at = now() WHERE id = $1', [sessionId]);
    expect((await client.get('/image/labels')).status).toBe(401);
    const madeUp = `next-auth.session-token=${randomBytes(200).toString('base64url')}`;
    expect((await clientOf(mount).with({ cookie: madeUp }).get('/image/labels')).status).toBe(401);
  });
});
