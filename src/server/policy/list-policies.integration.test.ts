import { afterAll, beforeAll, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { addDays, dayOf } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';

let db: TestDatabase;
let deps: TestDeps;

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
});
afterAll(() => db.close());

const policies = (organizationId: OrganizationId) => callAs(deps, organizationId, 'scanner').policy;

test('an organization without policies has empty lists', async () => {
  const organization = await makeOrganization(deps);
  expect(await policies(organization).listV1()).toEqual([]);
  expect(await policies(organization).listV2()).toEqual([]);
});

test('scanners read policies without what is not set, and trust policies in base64', async () => {
  const organizationId = await makeOrganization(deps);
  const at = deps.clock.now();
  const ids = [uuidv7(), uuidv7()];
  const common = { scope: 'global', createdAt: at, updatedAt: at } as const;
  await db.of(organizationId).policy.createMany({
    data: [
      { ...common, id: ids[0] ?? '', type: 'EOL', warnDays: 90, denyOn: new Date('2027-01-01') },
      { ...common, id: ids[1] ?? '', type: 'NOTARY', notaryPolicy: { version: '1.0' } },
    ],
  });
  expect(await policies(organizationId).listV1()).toEqual([
    {
      id: ids[0],
      policy_scope: 'global',
      policy_type: 'EOL',
      warn_days: 90,
      deny_date: '2027-01-01',
      created_at: at.toISOString(),
      updated_at: at.toISOString(),
    },
  ]);
  expect(await policies(organizationId).listV2()).toEqual([
    {
      PolicyType: 'EOL',
      Policies: [
        {
          ID: ids[0],
          PolicyType: 'EOL',
          PolicyScope: 'global',
          WarnDays: 90,
          DenyDate: '2027-01-01',
        },
      ],
    },
    {
      PolicyType: 'NOTARY',
      Policies: [{ ID: ids[1], PolicyType: 'NOTARY', Policy: btoa('{"version":"1.0"}') }],
    },
  ]);
  expect(await policies(await makeOrganization(deps)).listV2()).toEqual([]);
});

test('scanners are told a policy for what is unassigned under the empty name that they send, too', async () => {
  const organizationId = await makeOrganization(deps);
  const { policy } = callAs(deps, organizationId, 'admin');
  const common = { policy_scope: 'project', policy_type: 'EOL', deny_days: 0 } as const;
  const { id } = await policy.create({ body: { ...common, project_name: 'unassigned' } });
  const other = await policy.create({ body: { ...common, project_name: 'shop' } });
  const [list] = await policies(organizationId).listV2();
  expect(list?.Policies.map((one) => 'ProjectName' in one && [one.ID, one.ProjectName])).toEqual([
    [id, 'unassigned'],
    [id, ''],
    [other.id, 'shop'],
  ]);
  const flat = await policies(organizationId).listV1();
  expect(flat.map(({ project_name: name }) => name)).toEqual(['unassigned', '', 'shop']);
  expect(await policy.list()).toHaveLength(2);
});

test('scanners are not told of policies for what runs: they cannot know what does', async () => {
  const organizationId = await makeOrganization(deps);
  const { policy } = callAs(deps, organizationId, 'admin');
  const common = { policy_scope: 'global', policy_type: 'EOL', deny_days: 0 } as const;
  await policy.create({ body: { ...common, only_running: true } });
  expect(await policies(organizationId).listV1()).toEqual([]);
  expect(await policies(organizationId).listV2()).toEqual([]);
  const { id } = await policy.create({ body: { ...common, only_running: false } });
  expect((await policies(organizationId).listV1()).map((one) => one.id)).toEqual([id]);
  expect(await policies(organizationId).listV2()).toMatchObject([{ Policies: [{ ID: id }] }]);
  expect(await policy.list()).toMatchObject([{ only_running: true }, { id }]);
});

test('scanners are told of a denial from the day from which it holds, and of days after the end as negative ones', async () => {
  const organizationId = await makeOrganization(deps);
  const { policy } = callAs(deps, organizationId, 'admin');
  const today = deps.clock.now();
  const start = addDays(dayOf(today), 2);
  const common = {
    policy_scope: 'global',
    policy_type: 'EOL',
    deny_days_after: 30,
    denies_from: start,
  } as const;
  const { id } = await policy.create({ body: { ...common, warn_days: 90 } });
  const denying = await policy.create({ body: common });
  const listed = async () =>
    (await policies(organizationId).listV2()).flatMap((type) => [...type.Policies]);
  expect(await listed()).toEqual([
    { ID: id, PolicyType: 'EOL', PolicyScope: 'global', WarnDays: 90 },
  ]);
  const flat = await policies(organizationId).listV1();
  expect(flat.map((one) => [one.id, one.warn_days, one.deny_days])).toEqual([[id, 90, undefined]]);
  deps.clock.set(new Date(`${start}T00:00:00Z`));
  try {
    expect(await listed()).toMatchObject([
      { ID: id, WarnDays: 90, DenyDays: -30 },
      { ID: denying.id, DenyDays: -30 },
    ]);
    expect((await policies(organizationId).listV1()).map((one) => one.deny_days)).toEqual([
      -30, -30,
    ]);
  } finally {
    deps.clock.set(today);
  }
});
