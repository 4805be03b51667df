import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticate } from '@/server/auth/authenticate';
import type { Caller } from '@/server/auth/principal';
import { switchOrganization } from '@/server/session/service';
import { makeApiKey, makeOrganization, makePerson, makeSession } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { createOrganization, membershipsOf } from './service';

const ORIGIN = { requestId: 'test-request', remoteAddress: '192.0.2.1' };

let deps: TestDeps;
beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());

async function callerBy(headers: Record<string, string>): Promise<Caller> {
  const outcome = await authenticate(new Headers(headers), deps);
  if (outcome.result !== 'accepted') throw new Error(outcome.result);
  return outcome.caller;
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
