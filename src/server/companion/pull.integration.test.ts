import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDeps, type TestDeps } from '@/test/deps';
import { listImageFindings } from '@/server/finding/service/findings';
import { requestPull } from './service/companion';
import { pullWhenDue } from './service/pull';
import { CompanionBench, IMPORTED, never, project } from '@/test/companion-bench';

let deps: TestDeps;
let bench: CompanionBench;

beforeAll(async () => {
  deps = await CompanionBench.deps();
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  bench = await CompanionBench.start(deps);
});
afterEach(() => bench.remote.stop());

test('pulls what has a BOM, with its version, tags, parent and latest, and judges it', async () => {
  bench.remote.projects = [
    project('shop', {
      ...{ version: '2.4', isLatest: true, tags: [{ name: 'team=payments' }, { name: 'web' }] },
      parent: { name: 'store', version: '7' },
    }),
    project('tool', { version: null, collectionLogic: 'NONE' }),
    project('empty', { lastBomImport: null }),
    project('all', { collectionLogic: 'AGGREGATE_DIRECT_CHILDREN' }),
    project('old', { active: false }),
  ];
  const { last, ...rest } = await bench.pull();
  expect(last).toMatchObject({
    ...{ outcome: 'complete', fault: null, listed: 4, pulled: 2, unchanged: 0, without_bom: 2 },
    ...{ failed: 0, waiting: 0, gone: 0 },
  });
  expect(rest).toMatchObject({
    ...{ server_version: '4.13.4', running_since: null, interval_hours: 6, key_readable: true },
    next_pull_at: '2026-11-21T18:00:00.000Z',
  });
  expect(await bench.images()).toMatchObject([
    {
      ...{ name: 'shop', tag: '2.4', is_latest: true, is_active: true, scans: 1 },
      labels: { team: 'payments', web: '', parent: 'store:7' },
    },
    { name: 'tool', tag: 'latest', is_latest: false, is_active: true },
  ]);
  const [shop] = await bench.projects();
  const findings = await listImageFindings(deps, bench.organizationId, shop?.image_tag_id ?? '');
  expect(findings.map(({ productName, releaseCycle }) => [productName, releaseCycle])).toEqual([
    ['Django', '3.2'],
  ]);
  const [scan] = await deps.db.query(
    'SELECT caller_kind, caller_name FROM scan WHERE organization_id = $1 LIMIT 1',
    [bench.organizationId],
  );
  expect(scan).toEqual({
    caller_kind: 'companion',
    caller_name: `Dependency-Track ${new URL(bench.remote.url).host}`,
  });
});

test('counts the dates of support that a BOM carries, as of every document', async () => {
  const purls = ['pkg:pypi/ours-of-nobody@7'];
  bench.remote.projects = [project('shop', { purls, until: '2028-01-31' })];
  await bench.pull();
  const [shop] = await bench.projects();
  const findings = await listImageFindings(deps, bench.organizationId, shop?.image_tag_id ?? '');
  expect(findings.map(({ productName, eolDate }) => [productName, eolDate])).toEqual([
    ['ours-of-nobody', '2028-01-31'],
  ]);
});

test('fetches a BOM again when a newer one came, and not otherwise', async () => {
  const [shop, tool] = [project('shop'), project('tool')];
  bench.remote.projects = [shop, tool];
  await bench.pull();
  expect((await bench.pull()).last).toMatchObject({ pulled: 0, unchanged: 2 });
  shop.lastBomImport = IMPORTED + 1;
  expect((await bench.pull()).last).toMatchObject({ pulled: 1, unchanged: 1 });
  expect([bench.remote.timesPulled(shop.uuid), bench.remote.timesPulled(tool.uuid)]).toEqual([
    2, 1,
  ]);
  expect((await bench.images()).map(({ scans }) => scans)).toEqual([2, 1]);
});

test('brings tags and the latest version along without fetching', async () => {
  const shop = project('shop', { tags: [{ name: 'team=a' }], isLatest: true });
  bench.remote.projects = [shop];
  await bench.pull();
  bench.remote.projects = [{ ...shop, tags: [{ name: 'team=b' }], isLatest: false }];
  expect((await bench.pull()).last).toMatchObject({ pulled: 0, unchanged: 1 });
  expect(await bench.images()).toMatchObject([
    { labels: { team: 'b' }, is_latest: false, scans: 1 },
  ]);
});

test('marks what is not listed any more, deletes nothing, and takes it back', async () => {
  const [shop, tool] = [project('shop'), project('tool')];
  bench.remote.projects = [shop, tool];
  await bench.pull();
  bench.remote.projects = [shop];
  expect((await bench.pull()).last).toMatchObject({ gone: 1, unchanged: 1 });
  expect((await bench.images()).map((image) => image.is_active)).toEqual([true, false]);
  expect(await bench.projects('gone')).toMatchObject([{ name: 'tool', fault: null }]);
  expect((await bench.pull()).last).toMatchObject({ gone: 0 });
  const [entry] = await deps.db.query(
    "SELECT actor_kind, after FROM audit_event WHERE organization_id = $1 AND action = 'companion.mark_gone'",
    [bench.organizationId],
  );
  expect(entry).toMatchObject({
    actor_kind: 'companion',
    after: { projects: ['tool:1'], total: 1 },
  });
  bench.remote.projects = [shop, tool];
  expect((await bench.pull()).last).toMatchObject({ pulled: 0, unchanged: 2 });
  expect((await bench.images()).map((image) => image.is_active)).toEqual([true, true]);
  expect(await bench.projects('gone')).toEqual([]);
});

test('a project with another name is another image, and the one before is not in use', async () => {
  const shop = project('shop');
  bench.remote.projects = [shop];
  await bench.pull();
  bench.remote.projects = [{ ...shop, name: 'store' }];
  await bench.pull();
  expect((await bench.images()).map(({ name, is_active }) => [name, is_active])).toEqual([
    ['shop', false],
    ['store', true],
  ]);
});

test('reads page by page', async () => {
  bench.remote.projects = Array.from({ length: 230 }, (_, index) =>
    project(`p${String(index).padStart(3, '0')}`, { lastBomImport: index < 3 ? IMPORTED : null }),
  );
  expect((await bench.pull()).last).toMatchObject({ listed: 230, pulled: 3, without_bom: 227 });
  expect(bench.remote.asked.filter((path) => path === '/api/v1/project')).toHaveLength(3);
});

test('when pages do not add up, nothing is taken for gone', async () => {
  const [shop, tool] = [project('shop'), project('tool')];
  bench.remote.projects = [shop, tool];
  await bench.pull();
  bench.remote.instead.set('/api/v1/project', (response) => {
    response.setHeader('x-total-count', '2');
    response.end(response.req.url?.includes('pageNumber=1') ? JSON.stringify([shop]) : '[]');
  });
  expect((await bench.pull()).last).toMatchObject({ gone: 0, listed: 1 });
  expect((await bench.images()).map((image) => image.is_active)).toEqual([true, true]);
});

test('a document of 30 MB is read within the budget, and its software is there', async () => {
  const roomy = testDeps(deps.db, { OUTGOING_ALLOW: '127.0.0.1' });
  const big = project('big');
  bench.remote.projects = [big];
  bench.remote.instead.set(bench.remote.bomPath(big.uuid), (response) => {
    const component = (index: number) =>
      JSON.stringify({
        ...{ type: 'library', name: `lib${String(index)}`, version: '1.0' },
        ...{ purl: `pkg:npm/lib${String(index)}@1.0`, description: 'x'.repeat(2_900) },
      });
    response.write('{"bomFormat":"CycloneDX","specVersion":"1.5","components":[');
    for (let index = 0; index < 10_000; index += 1) response.write(`${component(index)},`);
    response.end(`${component(10_000)}]}`);
  });
  await requestPull(roomy, bench.actor);
  await pullWhenDue(roomy, bench.organizationId, never());
  expect((await bench.state()).last_pull).toMatchObject({ pulled: 1, failed: 0 });
  const [scan] = await deps.db.query(
    'SELECT component_count FROM scan WHERE organization_id = $1',
    [bench.organizationId],
  );
  expect(scan).toEqual({ component_count: 10_001 });
});

test('the key is in no table, entry or log line in clear', async () => {
  bench.remote.projects = [project('shop')];
  await bench.pull();
  bench.remote.instead.set('/api/v1/project', (response) => response.writeHead(401).end());
  await bench.pull();
  const rows = await deps.db.query(
    `SELECT to_jsonb(c)::text AS row FROM companion c UNION ALL SELECT to_jsonb(p)::text FROM companion_project p
     UNION ALL SELECT to_jsonb(a)::text FROM audit_event a UNION ALL SELECT to_jsonb(s)::text FROM scan s`,
    [],
  );
  expect(rows.length).toBeGreaterThan(4);
  expect(JSON.stringify(rows) + deps.logged()).not.toContain(bench.remote.key);
});
