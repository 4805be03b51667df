import { beforeAll, describe, expect, it } from 'vitest';
import { makePerson, type TestPerson } from '@/test/accounts';
import { Browser, makeMember } from '../harness/browser';
import { clientOf, mounts } from '../harness/mounts';
import { TenantWorld, unique } from '../harness/tenant-world';
import { deps } from '../harness/tenants';

/** How often each is timed; the quickest counts, which other work on the machine cannot shorten. */
const ROUNDS = 4;
const MOST_ROUNDS = 8;

describe.each(mounts)('whether an address has an account, asked of the $name mount,', (mount) => {
  let world: TenantWorld;
  let known: TestPerson;
  beforeAll(async () => {
    world = await TenantWorld.create(clientOf(mount), 'Acme');
    known = await makeMember(
      (await TenantWorld.create(clientOf(mount), 'Other')).tenant.organizationId,
    );
  });

  it('is not told by the sign-in, in words, cookies or time', async () => {
    const withoutPassword = await makePerson(deps);
    const addresses = [known.email, `${unique('nobody')}@example.com`, withoutPassword.email];
    const quickestMs = new Map(addresses.map((email) => [email, Infinity]));
    const answers = new Set<string>();
    const isHashedForAll = () => {
      const [ofKnown = 0, ...others] = addresses.map((email) => quickestMs.get(email) ?? 0);
      // Without hashing, a stranger would be answered in a small part of the time.
      return others.every((ofOther) => ofOther > ofKnown / 2);
    };
    // On a busy machine it takes more rounds until each was answered undisturbed; without hashing, none is enough.
    for (let round = 0; round < ROUNDS || (round < MOST_ROUNDS && !isHashedForAll()); round += 1) {
      for (const email of addresses) {
        // From an address of its own each time: failures are slowed down by address.
        const browser = new Browser(mount);
        const csrfToken = await browser.csrfToken();
        const fields = { csrfToken, email, password: 'not the password', json: 'true' };
        const startedAtMs = performance.now();
        const answer = await browser.form('/api/auth/callback/credentials', fields);
        const tookMs = performance.now() - startedAtMs;
        quickestMs.set(email, Math.min(tookMs, quickestMs.get(email) ?? Infinity));
        const cookies = [...browser.jar.keys()].sort().join();
        answers.add(`${String(answer.status)} ${answer.text} ${cookies}`);
      }
    }
    expect(answers.size).toBe(1);
    expect(isHashedForAll(), JSON.stringify([...quickestMs])).toBe(true);
  });

  it('is not told by an invitation to who invites', async () => {
    const client = clientOf(mount).withKey(world.tenant.keys.admin);
    const path = `/idp/${await world.idpId()}/invitations`;
    const shapes = [];
    for (const email of [known.email, `${unique('nobody')}@example.com`]) {
      const { status, json, headers } = await client.post(path, { email, role: 'viewer' });
      const record = json as Record<string, unknown>; // held against its schema by the client
      const { role, status: state } = record;
      shapes.push({ status, names: Object.keys(record).sort(), role, state });
      expect(Object.keys(headers)).not.toContain('set-cookie');
      const again = await client.post(path, { email, role: 'viewer' });
      expect(again.status).toBe(201);
    }
    expect(shapes[0]).toEqual(shapes[1]);
    const listed = (await client.get(path)).json as object[];
    const names = new Set(listed.map((one) => Object.keys(one).sort().join()));
    expect(names.size).toBe(1);
  });

  it('is not told by the link of an invitation', async () => {
    const client = clientOf(mount).withKey(world.tenant.keys.admin);
    const path = `/idp/${await world.idpId()}/invitations`;
    const invite = async (email: string) => {
      const { json } = await client.post(path, { email, role: 'viewer' });
      const { accept_url: url } = json as { accept_url: string };
      return url.split('/').at(-1) ?? '';
    };
    const preview = async (token: string) => {
      const input = encodeURIComponent(JSON.stringify({ token }));
      return new Browser(mount).get(`/api/trpc/invitation.preview?input=${input}`);
    };
    const first = await invite(known.email);
    const second = await invite(known.email);
    const stranger = `nobody-${String(Date.now())}@example.com`;
    const [here, there] = [await preview(second), await preview(await invite(stranger))];
    const general = (text: string, email: string) =>
      text.replaceAll(email, 'EMAIL').replace(/"expiresAt":"[^"]+"/, '');
    expect(here.status).toBe(200);
    expect(general(here.text, known.email)).toBe(general(there.text, stranger));
    for (const token of [
      first,
      'a'.repeat(second.length),
      second.slice(0, -1),
      second.toUpperCase(),
    ]) {
      const answer = await preview(token);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.text).not.toContain(known.email);
    }
  });
});
