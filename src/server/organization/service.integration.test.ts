import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateApiKey } from '@/domain/api-key/api-key';
import { authenticate } from '@/server/platform/auth/authenticate';
import type { Caller } from '@/server/platform/auth/principal';
import { switchOrganization } from '@/server/session/service/sessions';
import { prepareInstallation } from '@/server/setup/service/prepare-installation';
import { makeApiKey, makeOrganization, makePerson, makeSession } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { createOrganization, type FoundingCaller, membershipsOf } from './service';

const ORIGIN = { requestId: 'test-request', remoteAddress: '192.0.2.1' };

let deps: TestDeps;
beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());

async function callerBy(headers: Record<string, string>): Promise<FoundingCaller> {
  const outcome = await authenticate(new Headers(headers), deps);
  if (outcome.result !== 'accepted') throw new Error(outcome.result);
  return founding(outcome.caller);
}

function founding(caller: Caller): FoundingCaller {
  if (caller.kind === 'build_token') throw new Error('a build founds nothing');
  return caller;
}

describe('creating an organization', () => {
  it('makes the person its admin, who acts in it when acting in none', async () => {
    const person = await makePerson(deps);
    const { cookie } = await makeSession(deps, person.id);
    const caller = await callerBy({ cookie });
    expect(caller.active).toBeNull();
    const first = await createOrganization(
      deps,
      caller,
      { name: 'First', idpId: 'idp-first' },
      ORIGIN,
    );
    expect(first).toMatchObject({
      name: 'First',
      idp_id: 'idp-first',
      created_at: '2026-11-21T12:00:00.000Z',
    });
    expect(await callerBy({ cookie })).toMatchObject({
      active: { organizationId: first.id, role: 'admin' },
    });
    await createOrganization(deps, await callerBy({ cookie }), { name: 'Aardvark' }, ORIGIN);
    expect(await callerBy({ cookie })).toMatchObject({ active: { organizationId: first.id } });
    expect(
      (await membershipsOf(deps, person.id)).map((row) => [row.organizationName, row.role]),
    ).toEqual([
      ['Aardvark', 'admin'],
      ['First', 'admin'],
    ]);
  });

  it('by a key gives it to the person behind the key, and remembers the key', async () => {
    const { id, key } = await makeApiKey(deps, await makeOrganization(deps));
    const caller = await callerBy({ 'x-api-key': key });
    const { id: organizationId } = await createOrganization(
      deps,
      caller,
      { name: 'By key' },
      ORIGIN,
    );
    expect(
      await deps.db.query(
        `SELECT o.created_by_api_key_id, m.user_id, m.role FROM organization o
           JOIN membership m ON m.organization_id = o.id WHERE o.id = $1`,
        [organizationId],
      ),
    ).toEqual([
      {
        created_by_api_key_id: id,
        user_id: caller.kind === 'api_key' ? caller.createdByUserId : null,
        role: 'admin',
      },
    ]);
  });

  it('refuses an idp_id that is taken, and leaves nothing behind', async () => {
    const person = await makePerson(deps);
    const caller = await callerBy(
      await makeSession(deps, person.id).then(({ cookie }) => ({ cookie })),
    );
    await createOrganization(deps, caller, { name: 'One', idpId: 'taken' }, ORIGIN);
    await expect(
      createOrganization(deps, caller, { name: 'Two', idpId: 'taken' }, ORIGIN),
    ).rejects.toMatchObject({ code: 'conflict' });
    expect(await membershipsOf(deps, person.id)).toHaveLength(1);
  });
});

describe('switching the organization', () => {
  it("takes the session to another of the person's own, and to no other", async () => {
    const [mine, theirs] = [await makeOrganization(deps), await makeOrganization(deps)];
    const person = await makePerson(deps, { organizationId: mine, role: 'member' });
    const { cookie } = await makeSession(deps, person.id);
    const caller = await callerBy({ cookie });
    if (caller.kind !== 'person') throw new Error(caller.kind);
    const own = await createOrganization(deps, caller, { name: 'Own' }, ORIGIN);
    await switchOrganization(deps, caller, own.id);
    expect(await callerBy({ cookie })).toMatchObject({
      active: { organizationId: own.id, role: 'admin' },
    });
    await expect(switchOrganization(deps, caller, theirs)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await callerBy({ cookie })).toMatchObject({ active: { organizationId: own.id } });
  });
});

describe('the organization that the configuration names', () => {
  const OIDC = {
    OIDC_ISSUER: 'https://id.example.com',
    OIDC_CLIENT_ID: 'eventide',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_JOIN_DOMAINS: 'acme.example',
    OIDC_JOIN_ORGANIZATION: 'company-x',
  };
  const KEY = generateApiKey().text;

  it('is made by the operator alone, whose start says that it is missing', async () => {
    const db = await testDatabase();
    const own = testDeps(db, OIDC);
    await prepareInstallation(own);
    expect(own.logged()).toContain(
      'OIDC_JOIN_ORGANIZATION names an organization that is not there',
    );
    const organizationId = await makeOrganization(own);
    const { key } = await makeApiKey(own, organizationId, 'admin');
    const person = await makePerson(own, { organizationId, role: 'admin' });
    const { cookie } = await makeSession(own, person.id);
    const make = async (headers: Record<string, string>, idpId = 'company-x') => {
      const outcome = await authenticate(new Headers(headers), own);
      if (outcome.result !== 'accepted') throw new Error(outcome.result);
      return createOrganization(own, founding(outcome.caller), { name: 'Mine', idpId }, ORIGIN);
    };
    const callers: Record<string, string>[] = [{ cookie }, { 'x-api-key': key }];
    for (const headers of callers) {
      await expect(make(headers)).rejects.toMatchObject({ code: 'conflict' });
    }
    expect(await make({ cookie }, 'company-y')).toMatchObject({ idp_id: 'company-y' });
    // By now another organization has the name: it is not taken for the operator's.
    const next = testDeps(db, { ...OIDC, BOOTSTRAP_ORGANIZATION: 'Mine', BOOTSTRAP_API_KEY: KEY });
    await prepareInstallation(next);
    expect(
      await db.query(`SELECT idp_id FROM organization WHERE name = 'Mine' ORDER BY id`),
    ).toEqual([{ idp_id: 'company-y' }, { idp_id: 'company-x' }]);
    await expect(make({ 'x-api-key': KEY })).rejects.toMatchObject({
      message: 'An organization with this idp_id already exists',
    });
    expect(next.logged()).not.toContain('that is not there');
    await db.close();
  });
});
