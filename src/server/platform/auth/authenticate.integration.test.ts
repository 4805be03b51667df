import { encode } from 'next-auth/jwt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { generateApiKey } from '@/domain/api-key/api-key';
import { revokeSession } from '@/server/session/service/sessions';
import { makeApiKey, makeOrganization, makePerson, makeSession } from '@/test/accounts';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { authenticate } from './authenticate';
import type { OrganizationId } from './organization-id';

let deps: TestDeps;
let organizationId: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  organizationId = await makeOrganization(deps);
});

afterAll(() => deps.db.close());

const outcomeOf = (headers: Record<string, string>) => authenticate(new Headers(headers), deps);
const refused = { result: 'refused' };

describe('an API key', () => {
  it.each([
    ['authorization', (key: string) => `ApiKey ${key}`],
    ['authorization', (key: string) => `apikey ${key}`],
    ['authorization', (key: string) => `APIKEY   ${key}`],
    ['authorization', (key: string) => `Bearer ${key}`],
    ['authorization', (key: string) => `bearer ${key}`],
    ['x-api-key', (key: string) => key],
    ['X-API-Key', (key: string) => ` ${key} `],
  ])('is read from %s', async (header, valueFor) => {
    const { id, key } = await makeApiKey(deps, organizationId, 'member');
    expect(await outcomeOf({ [header]: valueFor(key) })).toMatchObject({
      result: 'accepted',
      by: 'key',
      caller: { kind: 'api_key', id, name: 'CI', active: { organizationId, role: 'member' } },
    });
  });

  it('is refused when nobody made it', async () => {
    const { key } = await makeApiKey(deps, organizationId);
    const lastCharacter = key.endsWith('A') ? 'B' : 'A';
    expect(await outcomeOf({ authorization: `ApiKey ${generateApiKey().text}` })).toEqual(refused);
    expect(
      await outcomeOf({ authorization: `ApiKey ${key.slice(0, -1)}${lastCharacter}` }),
    ).toEqual(refused);
    expect(await outcomeOf({ authorization: 'ApiKey' })).toEqual(refused);
    expect(await outcomeOf({ 'x-api-key': '' })).toEqual(refused);
    expect(await outcomeOf({ authorization: `Basic ${key}` })).toEqual(refused);
    expect(await outcomeOf({})).toEqual({ result: 'absent' });
  });

  it('holds until its expiry', async () => {
    const expiresAt = new Date(deps.clock.now().getTime() + 60_000);
    const { key } = await makeApiKey(deps, organizationId, 'viewer', expiresAt);
    expect(await outcomeOf({ 'x-api-key': key })).toMatchObject({ result: 'accepted' });
    deps.clock.set(expiresAt);
    expect(await outcomeOf({ 'x-api-key': key })).toMatchObject({
      ...refused,
      ended: { reason: 'expired' },
    });
  });

  it('is refused from the request after its revocation on', async () => {
    const { id, key } = await makeApiKey(deps, organizationId);
    expect(await outcomeOf({ 'x-api-key': key })).toMatchObject({ result: 'accepted' });
    await deps.db.transaction((tx) =>
      tx.query('UPDATE api_key SET revoked_at = now() WHERE id = $1', [id]),
    );
    expect(await outcomeOf({ 'x-api-key': key })).toMatchObject({
      ...refused,
      ended: { reason: 'revoked' },
    });
  });

  it('keeps working through the grace of a rotation, and no longer', async () => {
    const { id, key } = await makeApiKey(deps, organizationId);
    const next = generateApiKey();
    const endsAt = new Date(deps.clock.now().getTime() + 60_000);
    await deps.db.query('UPDATE api_key_secret SET ends_at = $2 WHERE api_key_id = $1', [
      id,
      endsAt,
    ]);
    await deps.db.query(
      `INSERT INTO api_key_secret (organization_id, public_id, api_key_id, secret_sha256, created_at)
       VALUES ($1, $2, $3, $4, now())`,
      [organizationId, next.publicId, id, next.sha256],
    );
    expect(await outcomeOf({ 'x-api-key': key })).toMatchObject({ caller: { id } });
    expect(await outcomeOf({ 'x-api-key': next.text })).toMatchObject({ caller: { id } });
    deps.clock.set(endsAt);
    expect(await outcomeOf({ 'x-api-key': key })).toMatchObject({
      ...refused,
      ended: { reason: 'rotated' },
    });
    expect(await outcomeOf({ 'x-api-key': next.text })).toMatchObject({ caller: { id } });
  });

  it('is told from one with the same public id in another organization', async () => {
    const first = await makeApiKey(deps, organizationId);
    const other = await makeOrganization(deps, 'Other');
    const second = await makeApiKey(deps, other);
    await deps.db.query(
      `UPDATE api_key_secret SET public_id = $2, secret_sha256 = sha256($3::text::bytea) WHERE api_key_id = $1`,
      [second.id, first.key.slice(4, 12), first.key.slice(0, 13) + 'x'.repeat(43)],
    );
    expect(await outcomeOf({ 'x-api-key': first.key })).toMatchObject({ caller: { id: first.id } });
    expect(await outcomeOf({ 'x-api-key': first.key.slice(0, 13) + 'x'.repeat(43) })).toMatchObject(
      {
        caller: { id: second.id, active: { organizationId: other } },
      },
    );
  });

  it('notes its last use at most once a minute', async () => {
    const { id, key } = await makeApiKey(deps, organizationId);
    const lastUsedAt = async () => {
      const [row] = await deps.db.query<{ last_used_at: Date | null }>(
        'SELECT last_used_at FROM api_key WHERE id = $1',
        [id],
      );
      return row?.last_used_at ?? null;
    };
    const firstAt = deps.clock.now();
    await outcomeOf({ 'x-api-key': key });
    await vi.waitFor(async () => expect(await lastUsedAt()).toEqual(firstAt));
    deps.clock.advance(59_000);
    await outcomeOf({ 'x-api-key': key });
    deps.clock.advance(2_000);
    await outcomeOf({ 'x-api-key': key });
    await vi.waitFor(async () => expect(await lastUsedAt()).toEqual(deps.clock.now()));
  });

  it('costs one query, once its last use is noted', async () => {
    const { key } = await makeApiKey(deps, organizationId);
    const headers = new Headers({ 'x-api-key': key });
    const queriesOfOneRequest = async () => {
      let queries = 0;
      const db: TestDatabase = {
        ...deps.db,
        get sql() {
          queries += 1;
          return deps.db.sql;
        },
      };
      await authenticate(headers, { ...deps, db });
      return queries;
    };
    expect(await queriesOfOneRequest()).toBe(2);
    await vi.waitFor(async () => expect(await queriesOfOneRequest()).toBe(1));
  });
});

describe('a session cookie', () => {
  const signedIn = async (role: 'viewer' | 'member' | 'admin' = 'member') => {
    const person = await makePerson(deps, { organizationId, role });
    return { person, ...(await makeSession(deps, person.id)) };
  };

  it('names the person and the organization that is active', async () => {
    const { person, sessionId, cookie } = await signedIn();
    expect(await outcomeOf({ cookie: `theme=dark; ${cookie}` })).toEqual({
      result: 'accepted',
      by: 'cookie',
      caller: {
        kind: 'person',
        id: person.id,
        name: 'Ada Lovelace',
        email: person.email,
        sessionId,
        active: { organizationId, role: 'member' },
      },
    });
  });

  it.each([
    ['http://eol.example.com', 'next-auth.session-token', '__Secure-next-auth.session-token'],
    ['https://eol.example.com', '__Secure-next-auth.session-token', 'next-auth.session-token'],
  ])('is read at %s as %s alone, whole and in chunks', async (publicUrl, name, other) => {
    const { cookie, person } = await signedIn();
    const there = { ...deps, env: { ...deps.env, publicUrl } };
    const outcomeThere = (text: string) => authenticate(new Headers({ cookie: text }), there);
    const token = cookie.slice(cookie.indexOf('=') + 1);
    const half = Math.floor(token.length / 2);
    const chunksAs = (of: string) =>
      `${of}.1=${token.slice(half)}; ${of}.0=${token.slice(0, half)}`;
    for (const text of [`${name}=${token}`, chunksAs(name), `${other}=stale; ${name}=${token}`]) {
      expect(await outcomeThere(text)).toMatchObject({ caller: { id: person.id } });
    }
    // Over http anybody on the way can plant the other one.
    for (const text of [`${other}=${token}`, chunksAs(other)]) {
      expect(await outcomeThere(text)).toEqual({ result: 'absent' });
    }
  });

  it('yields to a key, and not to the authorization of a proxy', async () => {
    const { cookie, person } = await signedIn();
    const { id, key } = await makeApiKey(deps, organizationId);
    expect(await outcomeOf({ cookie, 'x-api-key': key })).toMatchObject({ caller: { id } });
    expect(await outcomeOf({ cookie, 'x-api-key': 'wrong' })).toEqual(refused);
    expect(await outcomeOf({ cookie, authorization: 'Basic dTpw' })).toMatchObject({
      caller: { id: person.id },
    });
  });

  it('is refused when revoked, expired, altered or sealed by somebody else', async () => {
    const revoked = await signedIn();
    await revokeSession(deps, revoked.sessionId);
    expect(await outcomeOf({ cookie: revoked.cookie })).toEqual(refused);

    const { cookie, sessionId } = await signedIn();
    expect(await outcomeOf({ cookie: `${cookie.slice(0, -3)}AAA` })).toEqual(refused);
    const forged = await encode({
      token: { sessionId },
      secret: 'another secret than the one in use',
    });
    expect(await outcomeOf({ cookie: `next-auth.session-token=${forged}` })).toEqual(refused);
    const idless = await encode({
      token: { sub: sessionId },
      secret: deps.env.authSecret,
    });
    expect(await outcomeOf({ cookie: `next-auth.session-token=${idless}` })).toEqual(refused);

    await deps.db.query('UPDATE user_session SET expires_at = $2 WHERE id = $1', [
      sessionId,
      deps.clock.now(),
    ]);
    expect(await outcomeOf({ cookie })).toEqual(refused);
  });

  it('is refused once it was not used for fourteen days', async () => {
    const { cookie, sessionId } = await signedIn();
    const use = (days: number) =>
      deps.db.query(
        `UPDATE user_session SET last_seen_at = $2::timestamptz - make_interval(days => $3) WHERE id = $1`,
        [sessionId, deps.clock.now(), days],
      );
    await use(14);
    expect(await outcomeOf({ cookie })).toEqual(refused);
    await use(13);
    expect(await outcomeOf({ cookie })).toMatchObject({ result: 'accepted' });
  });

  it('follows role and membership from request to request', async () => {
    const { person, cookie } = await signedIn('admin');
    const activeNow = async () => {
      const outcome = await outcomeOf({ cookie });
      return outcome.result === 'accepted' ? outcome.caller.active : outcome;
    };
    expect(await activeNow()).toEqual({ organizationId, role: 'admin' });
    await deps.db.query(`UPDATE membership SET role = 'viewer' WHERE user_id = $1`, [person.id]);
    expect(await activeNow()).toEqual({ organizationId, role: 'viewer' });
    await deps.db.query('DELETE FROM membership WHERE user_id = $1', [person.id]);
    expect(await activeNow()).toBeNull();
    await deps.db.query('DELETE FROM app_user WHERE id = $1', [person.id]);
    expect(await activeNow()).toEqual(refused);
  });
});
