import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '@/server/api-key/service';
import { createTrusted, listTrusted } from '@/server/build-token/service';
import { invite, listInvitations } from '@/server/invitation/service/invite';
import { changeMemberRole, removeMember } from '@/server/member/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import { makeActor, makeApiKey, makeOrganization, makeSession, ORIGIN } from '@/test/accounts';
import { aheadOf } from '@/test/ahead-of';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { signedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { createFeedToken, listFeedTokens } from './service';

let deps: TestDeps;
let organizationId: OrganizationId;
let admin: Actor;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  organizationId = await makeOrganization(deps);
  admin = await makeActor(deps, organizationId);
});

const makers: readonly [string, (actor: Actor) => Promise<unknown>][] = [
  [
    'a feed token',
    (actor: Actor) =>
      createFeedToken(deps, actor, {
        ...({ label: 'x', scope: 'organization', subject: null, expiresAt: null } as const),
      }),
  ],
  [
    'an API key',
    (actor: Actor) => createApiKey(deps, actor, { name: 'Late', role: 'viewer', expiresAt: null }),
  ],
  [
    'an invitation',
    (actor: Actor) => invite(deps, actor, { email: 'private@example.com', role: 'admin' }),
  ],
  [
    'trust in a repository',
    (actor: Actor) => createTrusted(deps, actor, { platform: 'github', repository: 'acme/shop' }),
  ],
];

const left = async () => [
  ...(await listFeedTokens(deps, admin)).map(({ label }) => label),
  ...(await listApiKeys(deps, admin)).map(({ name }) => name),
  ...(await listInvitations(deps, admin))
    .filter(({ status }) => status === 'pending')
    .map(({ email }) => email),
  ...(await listTrusted(deps, admin)).items.map(({ repository }) => repository),
];

/** Has somebody make something while what takes it from them has its turn before, in an organization that is locked still. */
async function madeBehind(
  taking: () => Promise<unknown>,
  making: () => Promise<unknown>,
): Promise<unknown> {
  let made: Promise<unknown> = Promise.resolve();
  await aheadOf(
    deps.db,
    (tx) => tx.query('SELECT FROM organization WHERE id = $1 FOR NO KEY UPDATE', [organizationId]),
    taking,
    async () => {
      made = making();
      made.catch(() => undefined);
      // Behind it, or done.
      // Of this database: tests beside this one wait in theirs.
      const waiting = () =>
        deps.db.query(`
          SELECT FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid AND a.datname = current_database()
           WHERE NOT l.granted`);
      const settled = made.then(
        () => true,
        () => true,
      );
      await Promise.race([
        settled,
        expect.poll(async () => (await waiting()).length, { timeout: 15_000 }).toBeGreaterThan(1),
      ]);
    },
  );
  return made;
}

describe.each(makers)('%s', (_, make) => {
  it('is made by nobody who was removed while they waited for their turn', async () => {
    const going = await makeActor(deps, organizationId);
    const made = madeBehind(
      () => removeMember(deps, admin, going.id, { revokeKeys: true }),
      () => make(going),
    );
    await expect(made).rejects.toMatchObject({ code: 'forbidden' });
    expect(await left()).toEqual([]);
  });

  it('is made by nobody who has lost the role for it while they waited', async () => {
    const going = await makeActor(deps, organizationId);
    const change = { userId: going.id, role: 'viewer', revokeKeys: true } as const;
    const made = madeBehind(
      () => changeMemberRole(deps, admin, change),
      () => make(going),
    );
    await expect(made).rejects.toMatchObject({ code: 'forbidden' });
    expect(await left()).toEqual([]);
  });

  it('is made by no key that was revoked with the person behind it', async () => {
    const { id, created_by: name } = await makeApiKey(deps, organizationId);
    const row = await deps.db.of(organizationId).apiKey.findFirst({ where: { id } });
    const key: Actor = { kind: 'api_key', id, name, organizationId, role: 'admin', origin: ORIGIN };
    const made = madeBehind(
      () => removeMember(deps, admin, row?.createdByUserId ?? '', { revokeKeys: true }),
      () => make(key),
    );
    await expect(made).rejects.toMatchObject({ code: 'forbidden' });
    expect(await left()).toEqual([]);
  });

  it('is made by no key that is just being revoked', async () => {
    const { id } = await makeApiKey(deps, organizationId);
    const key: Actor = {
      kind: 'api_key',
      id,
      name: '',
      organizationId,
      role: 'admin',
      origin: ORIGIN,
    };
    const made = aheadOf(
      deps.db,
      (tx) => tx.query('UPDATE api_key SET revoked_at = now() WHERE id = $1', [id]),
      () => make(key),
    );
    await expect(made).rejects.toMatchObject({ code: 'forbidden' });
    await expect(revokeApiKey(deps, admin, id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is made by no session that ends at that moment, as with an account that is its owner’s again', async () => {
    const going = await makeActor(deps, organizationId);
    const { sessionId } = await makeSession(deps, going.id);
    const made = aheadOf(
      deps.db,
      (tx) => tx.query('DELETE FROM user_session WHERE user_id = $1', [going.id]),
      () => make({ ...going, sessionId }),
    );
    await expect(made).rejects.toMatchObject({ code: 'forbidden' });
    expect(await left()).toEqual([]);
  });
});

describe('whoever is removed while they wait for their turn', () => {
  const behindRemoval = async (act: (going: Actor) => Promise<unknown>) => {
    const going = await makeActor(deps, organizationId);
    return madeBehind(
      () => removeMember(deps, admin, going.id, { revokeKeys: true }),
      () => act(going),
    );
  };

  it('is shown no new secret of a key that another person stands behind', async () => {
    const { id, prefix } = await makeApiKey(deps, organizationId);
    const rotated = behindRemoval((going) => rotateApiKey(deps, going, id, 24));
    await expect(rotated).rejects.toMatchObject({ code: 'forbidden' });
    expect(await listApiKeys(deps, admin)).toMatchObject([{ id, prefix, rotated_at: null }]);
  });

  it('makes nobody an admin in their place', async () => {
    const { id: userId } = await makeActor(deps, organizationId, 'viewer');
    const made = behindRemoval((going) => changeMemberRole(deps, going, { userId, role: 'admin' }));
    await expect(made).rejects.toMatchObject({ code: 'forbidden' });
    const row = await deps.db.of(organizationId).membership.findFirst({ where: { userId } });
    expect(row?.role).toBe('viewer');
  });

  it('removes nobody any more', async () => {
    const { id: userId } = await makeActor(deps, organizationId, 'member');
    const removed = behindRemoval((going) => removeMember(deps, going, userId));
    await expect(removed).rejects.toMatchObject({ code: 'forbidden' });
    expect(await deps.db.of(organizationId).membership.count({ where: { userId } })).toBe(1);
  });
});

it('calls of a browser are those of its session', async () => {
  const { id, dashboard } = await signedIn(deps, new RestClient(deps), {
    ...{ organizationId, role: 'admin' },
  });
  const { feedToken } = await dashboard();
  const body = { label: 'x', scope: 'organization' } as const;
  await feedToken.create({ body });
  await deps.db.query('UPDATE user_session SET revoked_at = now() WHERE user_id = $1', [id]);
  await expect(feedToken.create({ body })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await left()).toEqual(['x']);
});
