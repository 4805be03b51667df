import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeActor, makeApiKey, makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { storedText } from '@/test/stored';
import type { KeyCaller } from '@/server/platform/auth/principal';
import { authenticate } from '@/server/platform/auth/authenticate';
import { createApiKey, listApiKeys } from './service';

let deps: TestDeps;
beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());

describe('creating an API key', () => {
  it('shows the key once and stores nothing of it but its digest', async () => {
    const organizationId = await makeOrganization(deps);
    const actor = await makeActor(deps, organizationId);
    const { key, ...record } = await createApiKey(deps, actor, {
      name: 'Build server',
      role: 'scanner',
      expiresAt: null,
    });
    expect(record).toEqual({
      id: record.id,
      name: 'Build server',
      role: 'scanner',
      prefix: key.slice(0, 12),
      created_by: 'Ada Lovelace',
      created_at: '2026-11-21T12:00:00.000Z',
      expires_at: null,
      last_used_at: null,
      rotated_at: null,
      grace_ends_at: null,
      exceeds_creator: false,
    });
    expect(await listApiKeys(deps, actor)).toEqual([record]);
    expect(await storedText(deps.db)).not.toContain(key.slice(13));
    expect(deps.logged()).not.toContain(key.slice(13));
  });

  it('leaves an audit row without the key', async () => {
    const organizationId = await makeOrganization(deps);
    const actor = await makeActor(deps, organizationId);
    const { key, ...record } = await createApiKey(deps, actor, {
      name: 'CI',
      role: 'member',
      expiresAt: null,
    });
    const rows = await deps.db.query('SELECT * FROM audit_event WHERE organization_id = $1', [
      organizationId,
    ]);
    expect(rows).toMatchObject([
      {
        action: 'api_key.create',
        actor_kind: 'person',
        actor_id: actor.id,
        remote_address: '192.0.2.1',
        request_id: 'test-request',
        subject_id: record.id,
        before: null,
        after: record,
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain(key);
  });

  it('refuses an expiry that has passed', async () => {
    const actor = await makeActor(deps, await makeOrganization(deps));
    await expect(
      createApiKey(deps, actor, { name: 'CI', role: 'member', expiresAt: deps.clock.now() }),
    ).rejects.toMatchObject({ code: 'invalid', faults: [{ loc: ['body', 'expires_at'] }] });
    expect(await listApiKeys(deps, actor)).toEqual([]);
  });

  it('by a key is on behalf of the person behind that key', async () => {
    const organizationId = await makeOrganization(deps);
    const first = await makeApiKey(deps, organizationId);
    const callerOf = async (key: string): Promise<KeyCaller> => {
      const outcome = await authenticate(new Headers({ 'x-api-key': key }), deps);
      if (outcome.result !== 'accepted' || outcome.caller.kind !== 'api_key')
        throw new Error('refused');
      return outcome.caller;
    };
    const parent = await callerOf(first.key);
    const { kind, id, name, active } = parent;
    const actor = { kind, id, name, ...active, origin: { requestId: '', remoteAddress: '' } };
    const second = await createApiKey(deps, actor, {
      name: 'Child',
      role: 'viewer',
      expiresAt: null,
    });
    expect((await callerOf(second.key)).createdByUserId).toBe(parent.createdByUserId);
    expect(second.created_by).toBe('CI');
  });

  it('concerns one organization alone', async () => {
    const [mine, theirs] = [await makeOrganization(deps), await makeOrganization(deps)];
    await makeApiKey(deps, theirs);
    expect(await listApiKeys(deps, await makeActor(deps, mine))).toEqual([]);
  });
});
