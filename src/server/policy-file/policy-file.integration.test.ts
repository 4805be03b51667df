import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { aheadOf } from '@/test/ahead-of';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { RestClient } from '@/test/rest-client';
import { projectOwnerRecord } from '@/server/team/dto';

let db: TestDatabase;
let deps: TestDeps;
let organization: OrganizationId;

beforeAll(async () => {
  db = await testDatabase({ as: 'owner' });
  deps = testDeps(db);
  const cycles = [{ name: '16', supportedUntil: '2026-01-01' }, { name: '1.10' }];
  await withCatalog(deps, [importedProduct({ name: 'Node.js', slug: 'nodejs', cycles })]);
});
beforeEach(async () => {
  organization = await makeOrganization(deps);
});
afterAll(() => db.close());

const caller = () => callAs(deps, organization, 'admin');
const apply = (body: string, dryRun?: 'true') =>
  caller().policyFile.change({ body, ...(dryRun && { dry_run: dryRun }) });
const exported = async () => (await caller().policyFile.get({})).file;
const trail = async () =>
  (await caller().audit.list({})).items.filter(({ action }) => action !== 'organization.create');
const faultsOf = async (body: string) => {
  const error: unknown = await apply(body).catch((reason: unknown) => reason);
  return JSON.stringify(error, (_, value: unknown) =>
    value instanceof Error ? { ...value, cause: value.cause, message: value.message } : value,
  );
};

const FILE = `version: 1
policies:
  - policy_scope: global
    warn_days: 90
    deny_days: 0
  - policy_scope: project
    project_name: shop
    deny_date: 2027-01-31
dates:
  - product: Node.js
    cycle: "1.10"
    ends_on: 2028-01-31
    reason: A contract
`;

test('a file is applied once, in one entry of the trail; applied again it changes nothing', async () => {
  const dry = await apply(FILE, 'true');
  expect(dry).toMatchObject({ applied: false });
  expect(dry.policies?.changes.map(({ change, line }) => [change, line])).toEqual([
    ['added', 3],
    ['added', 6],
  ]);
  expect((await caller().policy.list()).length).toBe(0);

  expect(await apply(FILE)).toMatchObject({
    ...{ applied: true, policies: { same: 0 } },
    dates: { changes: [{ change: 'added', line: 10, after: { ends_on: '2028-01-31' } }] },
  });
  expect(await caller().policy.list()).toMatchObject([
    { policy_scope: 'global', warn_days: 90, deny_days: 0 },
    { policy_scope: 'project', project_name: 'shop', deny_date: '2027-01-31' },
  ]);
  expect((await trail()).map(({ action }) => action)).toEqual(['policy_file.apply']);

  const nothing = { applied: false, policies: { changes: [], same: 2 }, dates: { changes: [] } };
  expect(await apply(FILE)).toMatchObject(nothing);
  expect(await apply(await exported())).toMatchObject(nothing);
  expect(await trail()).toHaveLength(1);
});

test('a dry run tells how many images the policies would deny, or let pass, and whether that is a surprise', async () => {
  const ended = [{ product: 'Node.js', cycle: '16', eol: '2020-01-01' }];
  for (const image of ['a', 'b']) {
    await scanImage(deps, organization, { project: 'shop', image, software: ended });
  }
  const own = `version: 1
policies:
  - { policy_scope: global, deny_days: 0 }
  - { policy_scope: project, project_name: shop, warn_days: 30 }
`;
  const [none, all] = [
    { images: 0, projects: 0 },
    { images: 2, projects: 1 },
  ];
  expect((await apply(own, 'true')).denials).toEqual({
    ...{ newly_denied: none, no_longer_denied: none, surprise: null },
  });
  expect((await apply(own)).denials).toBeNull();
  // The project's own policy held it back.
  const global = own.replace(/  - .*shop.*\n/, '');
  const fails = { newly_denied: all, no_longer_denied: none, surprise: 'fails' };
  expect((await apply(global, 'true')).denials).toEqual(fails);
  expect((await apply(global)).denials).toBeNull();
  expect((await apply(own, 'true')).denials).toEqual({
    ...{ newly_denied: none, no_longer_denied: all, surprise: 'passes' },
  });
  expect((await apply(global, 'true')).denials).toBeNull();
  expect((await apply('version: 1\ndates: []\n', 'true')).denials).toBeNull();
  const later = global.replace(
    'deny_days: 0',
    'warn_days: 0, deny_days: 0, denies_from: 2099-01-01',
  );
  expect((await apply(later, 'true')).denials).toMatchObject({ surprise: 'passes' });
});

test('a policy for what runs is one in the file, and another one without', async () => {
  const running = FILE.replace('deny_days: 0', 'deny_days: 0\n    only_running: true');
  await apply(running);
  expect(await exported()).toContain('only_running: true');
  expect(await apply(await exported())).toMatchObject({ applied: false });
  expect((await apply(FILE)).policies?.changes).toMatchObject([
    { change: 'changed', line: 3, before: { only_running: true }, after: { deny_days: 0 } },
  ]);
  expect(await exported()).not.toContain('only_running');
});

test('days after the end and the day from which a policy denies stand in the file', async () => {
  const later = FILE.replace('deny_days: 0', 'deny_days_after: 30\n    denies_from: 2027-01-01');
  await apply(later);
  expect(await exported()).toContain('    deny_days_after: 30\n    denies_from: 2027-01-01\n');
  expect(await apply(await exported())).toMatchObject({ applied: false });
  expect((await apply(FILE)).policies?.changes).toMatchObject([
    {
      ...{ change: 'changed', line: 3 },
      before: { deny_days_after: 30, denies_from: '2027-01-01' },
      after: { deny_days: 0 },
    },
  ]);
  const both = FILE.replace('deny_days: 0', 'deny_days: 0\n    deny_days_after: 1');
  expect(await faultsOf(both)).toContain('line 6, column 22: deny_days_after takes the place');
});

test('the order of the file is the order in which policies decide', async () => {
  const list = (...days: number[]) =>
    `version: 1\npolicies:\n${days
      .map((deny) => `  - { policy_scope: global, deny_days: ${String(deny)} }\n`)
      .join('')}`;
  await apply(list(1, 2));
  deps.clock.advance(1_000);
  const { policies } = await apply(list(3, 1, 2));
  expect(policies?.changes.map(({ change }) => change)).toEqual(['added', 'moved', 'moved']);
  expect((await caller().policy.list()).map((one) => one.deny_days)).toEqual([3, 1, 2]);
  await apply(list(2));
  expect((await caller().policy.list()).map((one) => one.deny_days)).toEqual([2]);
});

test('a list that is left out is not touched; an empty one takes all away', async () => {
  await apply(FILE);
  expect(await apply('version: 1\npolicies: []\n')).toMatchObject({ dates: null });
  expect(await caller().policy.list()).toEqual([]);
  expect((await caller().catalog.overlays()).dates).toHaveLength(1);
  expect(await apply('version: 1\ndates: []\n')).toMatchObject({ policies: null });
  expect((await caller().catalog.overlays()).dates).toEqual([]);
});

test('owners set by hand are those of the file, and the rules say the others', async () => {
  const rest = await new RestClient(deps).as(organization, 'admin');
  const project = async (name: string) =>
    (await scanImage(deps, organization, { project: name, software: [] })).project_id;
  const [shop, web] = [await project('shop'), await project('web')];
  const team = async (name: string) =>
    z.object({ id: z.string() }).parse((await rest('POST', '/teams', { name })).body).id;
  const [one, two] = [await team('One'), await team('Two')];
  await rest('PUT', '/owner_rules', { rules: [{ kind: 'name', pattern: 'w*', team_id: two }] });
  await rest('PUT', `/projects/${web}/owner`, { team_id: one });
  const ownerOf = async (id: string) => {
    const { body } = await rest('GET', `/projects/${id}/owner`);
    const { owner, source } = projectOwnerRecord.parse(body);
    return owner && `${owner.name} ${source ?? ''}`;
  };
  expect(await exported()).toContain('projects:\n  - project_name: web\n    owner: One\n');

  const file = 'version: 1\nprojects:\n  - project_name: shop\n    owner: ONE\n';
  expect((await apply(file, 'true')).projects?.changes).toEqual([
    { change: 'added', line: 3, before: null, after: { project_name: 'shop', owner: 'One' } },
    { change: 'removed', line: null, before: { project_name: 'web', owner: 'One' }, after: null },
  ]);
  expect([await ownerOf(shop), await ownerOf(web)]).toEqual([null, 'One hand']);
  expect(await apply(file)).toMatchObject({ applied: true, policies: null, dates: null });
  expect([await ownerOf(shop), await ownerOf(web)]).toEqual(['One hand', 'Two name']);
  expect((await trail()).at(0)).toMatchObject({
    action: 'policy_file.apply',
    before: { projects: [{ project_name: 'web', owner: 'One' }] },
    after: { projects: [{ project_name: 'shop', owner: 'One' }] },
  });
  const same = { applied: false, projects: { changes: [], same: 1 } };
  expect(await apply(file)).toMatchObject(same);
  expect(await apply(await exported())).toMatchObject(same);

  await apply(FILE);
  expect(await ownerOf(shop)).toBe('One hand');
  const told = await faultsOf(`version: 1
projects:
  - { project_name: Shop, owner: One }
  - { project_name: shop, owner: Three }
  - { project_name: web, owner: One }
  - { project_name: web, owner: Two }
`);
  expect(told).toContain('line 3, column 21: there is no such project');
  expect(told).toContain('line 4, column 34: there is no such team');
  expect(told).toContain('line 6, column 21: this project stands above');
  expect(await ownerOf(shop)).toBe('One hand');
  const stranger = callAs(deps, await makeOrganization(deps), 'admin');
  await expect(stranger.policyFile.change({ body: file })).rejects.toBeDefined();
});

test('a file with mistakes is refused whole, and each says its line', async () => {
  await apply(FILE);
  const told = await faultsOf(`version: 1
policies:
  - policy_scope: global
    deny_days: -1
  - policy_scope: software
    deny_days: 0
  - policy_scope: global
    deny_day: 0
dates:
  - product: Node.js
    cycle: 1.10
    ends_on: 2028-02-30
    reason: x
`);
  expect(told).toContain('line 4, column 16');
  expect(told).toContain('line 11, column 12');
  expect(told).toContain('line 12, column 14');
  expect(
    await faultsOf('version: 1\npolicies:\n  - policy_scope: software\n    deny_days: 0\n'),
  ).toContain('line 3, column 5');
  expect(
    await faultsOf(
      'version: 1\ndates:\n  - { product: No such, cycle: "1", ends_on: 2028-01-31, reason: x }\n',
    ),
  ).toContain('line 3, column 5');
  expect((await caller().policy.list()).length).toBe(2);
  expect(await trail()).toHaveLength(1);
});

test('what another organization has is neither shown nor touched', async () => {
  await apply(FILE);
  const other = await makeOrganization(deps);
  const theirs = callAs(deps, other, 'admin');
  expect((await theirs.policyFile.get({})).file).not.toContain('shop');
  await theirs.policyFile.change({ body: 'version: 1\npolicies: []\ndates: []\n' });
  expect((await caller().policy.list()).length).toBe(2);
});

test('only admins apply a file; viewers read it', async () => {
  await apply(FILE);
  const viewer = callAs(deps, organization, 'viewer');
  expect((await viewer.policyFile.get({})).file).toContain('project_name: shop');
  await expect(viewer.policyFile.change({ body: FILE })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});

test('a date that somebody sets while a file waits for its turn is what the file says, for all that follows it', async () => {
  const software = [{ product: 'Node.js', cycle: '1.10', eol: '2027-05-31' }];
  await scanImage(deps, organization, { project: 'shop', image: 'a', software });
  await apply(FILE);
  const ends = async () => {
    const [kept] = await db.query<{ on: string }>(
      'SELECT eol_on AS on FROM lifecycle_override WHERE organization_id = $1',
      [organization],
    );
    const [followed] = await db.query<{ on: string }>(
      'SELECT eol_on AS on FROM software_cycle WHERE organization_id = $1',
      [organization],
    );
    const component = { name: 'Node.js', version: '1.10.1', ecosystem: 'generic' } as const;
    const asked = await caller().check.component({ body: { component } });
    return [kept?.on, followed?.on, asked.eol_date?.slice(0, 10)];
  };
  expect(await ends()).toEqual(Array(3).fill('2028-01-31'));
  // Of the dates it changes none, when it is read.
  const other = FILE.replace('warn_days: 90', 'warn_days: 60');
  const answer = await aheadOf(
    db,
    (tx) => tx.query('SELECT FROM organization WHERE id = $1 FOR NO KEY UPDATE', [organization]),
    () => apply(other),
    async () => {
      const date = { product: 'Node.js', cycle: '1.10', ends_on: '2026-01-01', reason: 'Mistaken' };
      await caller().catalog.setOverride(date);
      expect(await ends()).toEqual(Array(3).fill('2026-01-01'));
    },
  );
  expect(answer.dates?.changes).toMatchObject([{ change: 'changed' }]);
  expect(await ends()).toEqual(Array(3).fill('2028-01-31'));
});
