import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countWrongCatalogFacts } from '@/server/catalog/service/facts';
import { countWrongFacts } from '@/server/past/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { makePolicy, scanImage } from '@/test/factories';

let deps: TestDeps;
let organization: OrganizationId;

const node = (until: string | true | null, extra: readonly string[] = []) =>
  importedProduct({
    ...{ name: 'Node.js', slug: 'nodejs', category: 'framework', purls: ['pkg:generic/node'] },
    cycles: [
      { name: '20', ...(until === null ? {} : { supportedUntil: until }) },
      ...extra.map((name) => ({ name, supportedUntil: '2030-01-01' })),
    ],
  });

const on = (day: string) => deps.clock.set(`${day}T12:00:00Z`);
const explain = async (asOf?: string) => {
  const { items } = await callAs(deps, organization).finding.list({ product_name: 'Node.js' });
  const id = items[0]?.id ?? known;
  known = id;
  return callAs(deps, organization, 'viewer').finding.explain({ id, as_of: asOf });
};
let known = '';

/** How many facts, replayed to now, are not what the tables say: the catalog's and the organization's. */
const wrongFacts = async () => [
  await countWrongCatalogFacts(deps.db),
  await countWrongFacts(organization, deps.db),
];

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  await deps.catalog.start();
});
afterAll(async () => {
  await deps.catalog.stop();
  await deps.db.close();
});
beforeEach(async () => {
  on('2026-03-01');
  await withCatalog(deps, [node('2026-04-30', ['22'])]);
  organization = await makeOrganization(deps);
  await scanImage(deps, organization, { image: 'shop:1', packages: ['pkg:generic/node@20.1.0'] });
});

describe('a finding is explained', () => {
  it('by its package, the rule and the identifier that led there, the upload and the date', async () => {
    const explained = await explain();
    expect(explained).toMatchObject({
      as_of: '2026-03-01',
      is_past: false,
      finding: {
        product_name: 'Node.js',
        cycle: '20',
        state: 'soon',
        evidence: 'catalog',
        is_open: true,
      },
      image: { name: 'shop', tag: '1', is_gone: false },
      uploads: { opened_by: { caller: { kind: 'api_key', name: 'CI' } } },
      end: { date: '2026-04-30', source: 'catalog' },
      said_by: { override: null, catalog: { date: '2026-04-30' }, scanner: { date: null } },
      verdict: { action: 'ALLOW', policy_id: null },
      policies: [],
    });
    expect(explained.packages).toMatchObject([
      {
        name: 'node',
        version: '20.1.0',
        found_by: 'catalog',
        match: {
          found: true,
          rule: { rule: 'purl' },
          identifier: 'pkg:generic/node',
          product: { slug: 'nodejs' },
          cycle: '20',
          message: null,
        },
      },
    ]);
    expect(explained.uploads.latest?.id).toBe(explained.uploads.opened_by?.id);
  });

  it('with where to move, which is a question of today', async () => {
    expect((await explain()).advice).toMatchObject({ target: { name: '22' }, reason: null });
    on('2026-04-01');
    expect((await explain('2026-03-05')).advice).toBeNull();
  });

  it('with what each policy makes of it', async () => {
    await makePolicy(deps, organization, { scope: 'global', denyDays: 90 });
    await makePolicy(deps, organization, {
      ...{ scope: 'software', productName: 'Node.js', cycle: '20', cycleOperator: 'EQ' as const },
      warnDays: 365,
    });
    await makePolicy(deps, organization, {
      ...{ scope: 'software', productName: 'Redis', cycle: '7', cycleOperator: 'EQ' as const },
      warnDays: 365,
    });
    const { verdict, policies, other_policies: others } = await explain();
    expect(verdict.action).toBe('WARN');
    expect(policies.map(({ name, action, decides }) => [name, action, decides])).toEqual([
      ['policy for Node.js 20', 'WARN', true],
      ['policy for all software', 'DENY', false],
    ]);
    expect(others).toBe(1);
  });

  it('to its own organization alone', async () => {
    await explain();
    const other = await makeOrganization(deps);
    await expect(callAs(deps, other).finding.explain({ id: known })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('as of a day before', () => {
  it('it has the end that was known then, whoever moved it since', async () => {
    on('2026-06-01');
    await withCatalog(deps, [node('2026-09-30', ['22'])]);
    on('2026-07-01');
    await callAs(deps, organization, 'admin').catalog.setOverride({
      ...{ product: 'Node.js', cycle: '20', ends_on: '2028-01-01', reason: 'We patch it' },
    });
    on('2026-08-01');
    expect((await explain()).end).toMatchObject({ date: '2028-01-01', source: 'override' });
    const june = await explain('2026-06-30');
    expect(june).toMatchObject({ is_past: true, end: { date: '2026-09-30', source: 'catalog' } });
    expect(june.history.map(({ learnt_on, date }) => [learnt_on, date])).toEqual([
      ['2026-03-01', '2026-04-30'],
      ['2026-06-01', '2026-09-30'],
    ]);
    const may = await explain('2026-05-31');
    expect(may).toMatchObject({ end: { date: '2026-04-30' }, finding: { state: 'ended' } });
    expect(may.catalog_history).toHaveLength(1);
    const silent = 'Nothing is kept of what the catalog said on that day';
    expect(may.notes.join()).not.toContain(silent);
    const before = await explain('2026-02-27');
    expect(before.finding).toMatchObject({ is_open: false, times: [] });
    expect(before.notes.join()).toContain(silent);
    const now = await explain();
    expect(now.said_by.override).toMatchObject({ date: '2028-01-01', reason: 'We patch it' });
    expect(now.catalog_history).toMatchObject([
      { date: '2026-04-30', known_before: false, source: 'test' },
      { date: '2026-09-30', learnt_at: '2026-06-01T12:00:00.000Z' },
    ]);
    expect(await wrongFacts()).toEqual([0, 0]);
  });

  it('it was found at the times that were known then', async () => {
    on('2026-04-01');
    await scanImage(deps, organization, { image: 'shop:1', packages: [] });
    const [opened, closed] = ['2026-03-01T12:00:00.000Z', '2026-04-01T12:00:00.000Z'];
    on('2026-05-01');
    const { items } = await callAs(deps, organization).finding.list({ as_of: '2026-03-31' });
    const timesOn = async (day?: string) => {
      const { finding } = await callAs(deps, organization).finding.explain({
        ...{ id: items[0]?.id ?? '', as_of: day },
      });
      return [finding.is_open, finding.times];
    };
    expect(await timesOn('2026-03-31')).toEqual([true, [{ opened_at: opened, closed_at: null }]]);
    const over = [false, [{ opened_at: opened, closed_at: closed }]];
    expect(await timesOn('2026-04-01')).toEqual(over);
    expect(await timesOn()).toEqual(over);
    expect(await timesOn('2026-02-27')).toEqual([false, []]);
  });

  it('it is judged by the policies of that day, whatever became of them since', async () => {
    const id = await makePolicy(deps, organization, { scope: 'global', warnDays: 90 });
    const gone = await makePolicy(deps, organization, {
      ...{ scope: 'software', productName: 'Node.js', cycle: '20', cycleOperator: 'EQ' as const },
      denyDays: 120,
    });
    on('2026-03-10');
    const as = callAs(deps, organization, 'admin').policy;
    await as.delete({ id: gone });
    await as.patch({
      id,
      body: { policy_scope: 'global', policy_type: 'EOL', warn_days: 30 },
    });
    await makePolicy(deps, organization, { scope: 'global', denyDays: 0 });
    on('2026-03-20');
    expect((await explain()).verdict.action).toBe('ALLOW');
    const then = await explain('2026-03-05');
    expect(then.verdict).toMatchObject({ action: 'DENY', policy_id: gone });
    expect(then.policies.map(({ name, action }) => [name, action])).toEqual([
      ['policy for Node.js 20', 'DENY'],
      ['policy for all software', 'WARN'],
    ]);
    expect(then.notes.join()).toContain('Policies are those of that day');
    await deps.db.query(
      `INSERT INTO retention_rules (organization_id, audit_days) VALUES ($1, 365)`,
      [organization],
    );
    on('2027-06-01');
    const lost = await explain('2026-03-05');
    expect(lost.notes.join()).toContain('Policies are those of today');
    expect(lost.policies).toHaveLength(2);
  });

  it('a day to come is refused, and one of which nothing is kept', async () => {
    await expect(explain('2026-03-02')).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
    await deps.db.query(
      `INSERT INTO retention_rules (organization_id, history_days, history_from)
       VALUES ($1, 30, '2026-02-20T00:00:00Z')`,
      [organization],
    );
    await expect(explain('2026-02-18')).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
    expect(await explain('2026-02-20')).toMatchObject({ is_past: true });
  });
});

describe('facts replayed to today', () => {
  it('are what the tables say, after dates moved, came, went and came back', async () => {
    for (const [day, products] of [
      ['2026-04-01', [node(true, ['22'])]],
      ['2026-04-02', [node(null)]],
      ['2026-04-03', []],
      ['2026-04-04', [node('2027-01-01', ['22', '24'])]],
      ['2026-04-05', [node('2027-01-01', ['24'])]],
    ] as const) {
      on(day);
      await withCatalog(deps, [...products]);
      expect(await wrongFacts()).toEqual([0, 0]);
    }
    const rows = await deps.db.query<{ day: string; withdrawn: boolean; ends: string | null }>(
      `SELECT to_char(learnt_at, 'YYYY-MM-DD') AS day, withdrawn, ends_on::text AS ends FROM catalog_fact
        WHERE product_slug = 'nodejs' AND cycle = '22' AND learnt_at >= '2026-04-01' ORDER BY sequence`,
    );
    const datesOn = async (day?: string) => {
      const { dates } = await callAs(deps, organization).catalog.dates({
        slug: 'nodejs',
        as_of: day,
      });
      return dates.map(({ cycle, date, ended }) => `${cycle} ${date ?? String(ended)}`);
    };
    expect(await datesOn('2026-04-01')).toEqual(['20 true', '22 2030-01-01']);
    expect(await datesOn('2026-04-02')).toEqual(['20 false']);
    expect(await datesOn('2026-04-03')).toEqual([]);
    expect(await datesOn('2026-04-04')).toEqual([
      '20 2027-01-01',
      '22 2030-01-01',
      '24 2030-01-01',
    ]);
    expect(await datesOn()).toEqual(['20 2027-01-01', '24 2030-01-01']);
    expect(rows).toEqual([
      { day: '2026-04-02', withdrawn: true, ends: null },
      { day: '2026-04-04', withdrawn: false, ends: '2030-01-01' },
      { day: '2026-04-05', withdrawn: true, ends: null },
    ]);
  });

  it('show what was changed behind their back', async () => {
    await deps.db.query(
      `UPDATE catalog_lifecycle SET ends_on = '2029-02-03' WHERE ends_on = '2026-04-30'`,
    );
    expect(await wrongFacts()).toEqual([1, 0]);
    await deps.db.query(
      `UPDATE catalog_lifecycle SET ends_on = '2026-04-30' WHERE ends_on = '2029-02-03'`,
    );
    await expect(deps.db.query('DELETE FROM catalog_fact')).rejects.toThrow('only added to');
    await expect(deps.db.query('UPDATE catalog_fact SET ended = true')).rejects.toThrow(
      'only added',
    );
  });
});
