import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { policyChangesSince, recordAudit } from './service';
import type { Actor } from '@/server/platform/auth/principal';
import { makeActor, makeApiKey, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { mostLookedAt } from '@/test/explained';
import { makePolicy, scanImage } from '@/test/factories';
import { RestClient } from '@/test/rest-client';

let db: TestDatabase;
let deps: TestDeps;
let rest: RestClient;

beforeAll(async () => {
  // As the owner of the tables, whom triggers alone stop; the app's own role may not even try.
  db = await testDatabase({ as: 'owner' });
  deps = testDeps(db);
  rest = new RestClient(deps);
});
afterAll(() => db.close());

async function note(actor: Actor, action: string): Promise<string> {
  const subjectId = uuidv7();
  deps.clock.advance(1_000);
  const entry = { at: deps.clock.now(), action, subjectKind: 'thing', subjectId };
  await db.transaction((tx) => recordAudit(tx, actor, { ...entry, after: { name: action } }));
  return subjectId;
}

test('finds what has changed policies since a day without the rest of the trail', async () => {
  const organization = await makeOrganization(deps);
  const since = deps.clock.now();
  const policies = [
    await makePolicy(deps, organization, { denyDays: 0 }),
    await makePolicy(deps, organization, { warnDays: 30 }),
  ];
  await note(await makeActor(deps, organization), 'thing.change');
  await db.query(
    `INSERT INTO audit_event SELECT (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid()))).*
       FROM audit_event e, generate_series(1, 3000) WHERE e.organization_id = $1 AND e.action = 'thing.change'`,
    [organization],
  );
  await db.query('ANALYZE audit_event', []);
  const most = await mostLookedAt(deps, async (watched) => {
    const changes = await policyChangesSince(watched, organization, since);
    expect(changes.map(({ subjectId }) => subjectId)).toEqual(policies.toReversed());
  });
  expect(most).toBeLessThan(100);
});

test('shows who deleted a project, and from where, newest first', async () => {
  const organization = await makeOrganization(deps);
  const { project_id } = await scanImage(deps, organization, {});
  const call = await rest.as(organization, 'admin');
  await call('DELETE', `/projects/${project_id}`);
  const { status, body } = await call('GET', '/audit_events?size=1');
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      // The key that calls was made by a person, which is an entry of its own.
      total: 2,
      pages: 2,
      items: [
        {
          action: 'project.delete',
          actor_kind: 'api_key',
          actor_name: 'CI',
          remote_address: '192.0.2.1',
          request_id: expect.stringMatching(/^[\w-]{8,}$/),
          subject_kind: 'project',
          subject_id: project_id,
          before: { id: project_id, name: 'shop', images: 1 },
          after: null,
        },
      ],
    },
  });
});

test('finds by action, by the first part of one, and by actor', async () => {
  const organization = await makeOrganization(deps);
  const call = await rest.as(organization, 'admin');
  const ada = { ...(await makeActor(deps, organization)), name: 'Ada 100%' };
  const bob = { ...(await makeActor(deps, organization)), name: 'Bob' };
  await note(ada, 'policy.create');
  await note(bob, 'policy.update');
  await note(bob, 'policyholder.create');
  const found = async (query: string) => {
    const { body } = await call('GET', `/audit_events?${query}`);
    // Held against its schema by the procedure itself.
    return (body as { items: { action: string }[] }).items.map(({ action }) => action);
  };
  expect(await found('action=policy.create')).toEqual(['policy.create']);
  expect(await found('action=policy')).toEqual(['policy.update', 'policy.create']);
  expect(await found('action=polic')).toEqual([]);
  expect(await found('actor=BOB')).toEqual(['policyholder.create', 'policy.update']);
  expect(await found(`actor=${ada.id.toUpperCase()}`)).toEqual(['policy.create']);
  expect(await found('actor=100%25&action=')).toEqual(['policy.create']);
  expect(await found('actor=bob&action=policy&page=2')).toEqual([]);
});

test('finds by day, both days included', async () => {
  const organization = await makeOrganization(deps);
  const call = await rest.as(organization, 'admin');
  const ada = await makeActor(deps, organization);
  const before = deps.clock.now();
  for (const [at, action] of [
    ['2026-12-01T23:59:59.999Z', 'policy.create'],
    ['2026-12-02T00:00:00Z', 'policy.update'],
    ['2026-12-03T23:59:59.999Z', 'policy.delete'],
  ] as const) {
    deps.clock.set(new Date(Date.parse(at) - 1_000).toISOString());
    await note(ada, action);
  }
  deps.clock.set(before.toISOString());
  const found = async (query: string) => {
    const { body } = await call('GET', `/audit_events?action=policy&${query}`);
    // Held against its schema by the procedure itself.
    return (body as { items: { action: string }[] }).items.map(({ action }) => action);
  };
  expect(await found('from=2026-12-02')).toEqual(['policy.delete', 'policy.update']);
  expect(await found('to=2026-12-02')).toEqual(['policy.update', 'policy.create']);
  expect(await found('from=2026-12-02&to=2026-12-02')).toEqual(['policy.update']);
  expect(await found('from=2026-12-04')).toEqual([]);
  expect(await call('GET', '/audit_events?from=2026-02-30')).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['query', 'from'], type: 'date_from_datetime_parsing' }] },
  });
});

test('gives one entry, to admins of its organization alone', async () => {
  const organization = await makeOrganization(deps);
  const subject = await note(await makeActor(deps, organization), 'policy.create');
  const admin = callAs(deps, organization, 'admin');
  const [listed] = (await admin.audit.list({ page: 1, size: 1 })).items;
  const id = listed?.id ?? '';
  expect(await admin.audit.get({ id })).toEqual(listed);
  expect(listed).toMatchObject({ subject_id: subject, after: { name: 'policy.create' } });
  const stranger = callAs(deps, await makeOrganization(deps), 'admin');
  for (const [caller, code] of [
    [stranger, 'NOT_FOUND'],
    [callAs(deps, organization, 'member'), 'FORBIDDEN'],
    [callAs(deps, organization, 'viewer'), 'FORBIDDEN'],
  ] as const) {
    await expect(caller.audit.get({ id })).rejects.toMatchObject({ code });
  }
  await expect(admin.audit.get({ id: uuidv7() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('keeps secrets out', async () => {
  const organization = await makeOrganization(deps);
  const { key } = await makeApiKey(deps, organization);
  const { body } = await (await rest.as(organization, 'admin'))('GET', '/audit_events');
  expect(JSON.stringify(body)).toContain('api_key.create');
  expect(JSON.stringify(body)).not.toContain(key.slice(13));
});

describe('who may not', () => {
  test.each(['scanner', 'viewer', 'member'] as const)('a %s', async (role) => {
    const call = await rest.as(await makeOrganization(deps), role);
    expect(await call('GET', '/audit_events')).toEqual({
      status: 403,
      body: { detail: 'Forbidden' },
    });
  });

  test('nobody, and another organization sees nothing', async () => {
    expect((await rest.anonymously('GET', '/audit_events')).status).toBe(401);
    const actor = await makeActor(deps, await makeOrganization(deps));
    const subject = await note(actor, 'policy.create');
    const stranger = await rest.as(await makeOrganization(deps), 'admin');
    const { body } = await stranger('GET', `/audit_events?actor=${actor.id}`);
    expect(body).toMatchObject({ total: 0, items: [] });
    expect(JSON.stringify((await stranger('GET', '/audit_events')).body)).not.toContain(subject);
  });
});

test.each([
  ['page=0', ['query', 'page'], 'greater_than_equal'],
  ['size=101', ['query', 'size'], 'less_than_equal'],
  ['action=%00', ['query', 'action'], 'value_error'],
  [`actor=${'a'.repeat(256)}`, ['query', 'actor'], 'string_too_long'],
])('%s is a 422', async (query, loc, type) => {
  const call = await rest.as(await makeOrganization(deps), 'admin');
  expect(await call('GET', `/audit_events?${query}`)).toMatchObject({
    status: 422,
    body: { detail: [{ loc, type }] },
  });
});

describe('the trail is append-only', () => {
  test.each([
    ['UPDATE audit_event SET action = $2 WHERE organization_id = $1', 'x'],
    ['DELETE FROM audit_event WHERE organization_id = $1 AND action <> $2', 'x'],
  ])('%s', async (sql, value) => {
    const organization = await makeOrganization(deps);
    await note(await makeActor(deps, organization), 'policy.create');
    await expect(db.query(sql, [organization, value])).rejects.toThrow('append-only');
    expect(await db.of(organization).auditEvent.findMany()).toMatchObject([
      { action: 'policy.create' },
    ]);
  });

  test('as a whole, too', async () => {
    await expect(db.query('TRUNCATE audit_event')).rejects.toThrow('append-only');
    await expect(db.query('TRUNCATE organization CASCADE')).rejects.toThrow('append-only');
  });

  test('whatever a transaction says of itself', async () => {
    const emptied = db.transaction(async (tx) => {
      await tx.query("SELECT set_config('eventide.empties_everything', 'on', true)");
      await tx.query('TRUNCATE audit_event');
    });
    await expect(emptied).rejects.toThrow('append-only');
  });

  test('and goes with its organization', async () => {
    const organization = await makeOrganization(deps);
    const other = await makeOrganization(deps);
    for (const one of [organization, other])
      await note(await makeActor(deps, one), 'policy.create');
    await db.query('DELETE FROM organization WHERE id = $1', [organization]);
    const counts = [organization, other].map((one) => db.of(one).auditEvent.count());
    expect(await Promise.all(counts)).toEqual([0, 1]);
  });

  test('that of the installation stays', async () => {
    const actor = await makeActor(deps, await makeOrganization(deps));
    await db.prisma.installationAuditEvent.create({
      data: {
        ...{ id: uuidv7(), at: deps.clock.now(), actorKind: 'person', actorId: actor.id },
        ...{ actorName: 'Ada', remoteAddress: '', requestId: 'r', action: 'organization.delete' },
        ...{ subjectKind: 'organization', subjectId: actor.organizationId, detail: {} },
      },
    });
    for (const sql of [
      'DELETE FROM installation_audit_event',
      "UPDATE installation_audit_event SET action = 'x'",
      'TRUNCATE installation_audit_event',
    ]) {
      await expect(db.query(sql)).rejects.toThrow('append-only');
    }
    expect(await db.prisma.installationAuditEvent.count()).toBe(1);
  });
});
