import { beforeEach, expect, test } from 'vitest';
import { deprecatedVersion, tendedVersion } from '@/domain/registry/testing/documents';
import { systemDelay } from '@/server/platform/delay';
import { pruneEvidence } from '@/server/registry/repository/evidence';
import { noRegistryEvidence, type RegistryEvidenceParts } from './evidence';
import { component, DAY_MS, evidenceBench, hang, type EvidenceBench } from '@/test/evidence-bench';
import { recordStatements } from '@/test/recordings';

let bench: EvidenceBench;
const current = evidenceBench();
beforeEach(() => {
  bench = current();
});
const open = (more?: Partial<RegistryEvidenceParts>) => bench.open(more);

test('with nothing configured nothing is touched', async () => {
  const statements = recordStatements(bench.db);
  const evidence = open({ env: { registryUrls: {} } });
  expect(evidence).toBe(noRegistryEvidence);
  expect(await evidence.evidenceFor(component())).toBeNull();
  expect(await evidence.evidenceForAll([component(), component()])).toEqual([null, null]);
  const golang = { ecosystem: 'golang', namespace: null, name: 'example.com/x', version: 'v1.0.0' };
  expect(await open().evidenceFor({ ...golang, ecosystem: 'golang' })).toBeNull();
  expect(bench.registry.asked).toEqual([]);
  expect(statements).toEqual([]);
});

test('an answer is kept for a day, for every process', async () => {
  const expected = {
    reason: 'REGISTRY_DEPRECATED',
    message:
      'Deprecated by its publisher: leftover has been deprecated, see https://example.com/3142',
    since: null,
    url: null,
    checkedAt: new Date('2026-11-21T12:00:00Z'),
  };
  expect(await open().evidenceFor(component())).toEqual(expected);
  bench.clock.advance(DAY_MS - 1);
  expect(await open().evidenceFor(component())).toEqual(expected);
  expect(bench.registry.asked).toEqual(['/leftover/2.88.2']);
});

test('so is the absence of one', async () => {
  bench.registry.routes.set('/leftover/3.0.0', tendedVersion);
  const asked = [component('leftover', '3.0.0'), component('missing', '1.0.0')];
  expect(await open().evidenceForAll(asked)).toEqual([null, null]);
  expect(await open().evidenceForAll(asked)).toEqual([null, null]);
  expect(bench.registry.asked.toSorted()).toEqual([
    '/leftover/3.0.0',
    '/missing',
    '/missing/1.0.0',
  ]);
  bench.clock.advance(DAY_MS);
  const later = open();
  await later.evidenceForAll(asked);
  await later.settled();
  expect(bench.registry.asked).toHaveLength(6);
});

test('a slow registry completes the answer later', async () => {
  let release: () => void = () => undefined;
  bench.registry.routes.set('/leftover/2.88.2', (_, response) => {
    release = () => response.end(JSON.stringify(deprecatedVersion));
  });
  const evidence = open();
  const first = evidence.evidenceFor(component());
  await expect.poll(() => bench.registry.asked.length).toBe(1);
  bench.time.pass(300);
  expect(await first).toBeNull();
  release();
  await evidence.settled();
  expect((await evidence.evidenceFor(component()))?.reason).toBe('REGISTRY_DEPRECATED');
  expect(bench.registry.asked).toHaveLength(1);
});

test('no answer is held up for longer than 300 ms', async () => {
  bench.registry.routes.set('/leftover/2.88.2', hang);
  const evidence = open({ delay: systemDelay });
  const start = performance.now();
  expect(await evidence.evidenceFor(component())).toBeNull();
  const tookMs = performance.now() - start;
  expect(tookMs).toBeGreaterThan(290);
  expect(tookMs).toBeLessThan(600);
});

test('what was said is said at once while it is renewed', async () => {
  const evidence = open();
  await evidence.evidenceFor(component());
  bench.clock.advance(DAY_MS);
  bench.registry.routes.set('/leftover/2.88.2', { ...tendedVersion, version: '2.88.2' });
  expect((await evidence.evidenceFor(component()))?.checkedAt).toEqual(
    new Date('2026-11-21T12:00:00Z'),
  );
  await evidence.settled();
  expect(await evidence.evidenceFor(component())).toBeNull();
  expect(bench.registry.asked).toHaveLength(2);
});

test('a component is asked about once at a time, and each of many has its place', async () => {
  const other = component('leftover', '3.0.0');
  bench.registry.routes.set('/leftover/3.0.0', tendedVersion);
  const impossible = component('../leftover');
  const asked = [other, component(), impossible, component(), other];
  const [once, again] = await Promise.all([
    open().evidenceForAll(asked),
    open().evidenceForAll([]),
  ]);
  expect(once.map((evidence) => evidence?.reason ?? null)).toEqual([
    null,
    'REGISTRY_DEPRECATED',
    null,
    'REGISTRY_DEPRECATED',
    null,
  ]);
  expect(again).toEqual([]);
  expect(bench.registry.asked).toHaveLength(2);
});

test('of many, those that are known in time are told', async () => {
  bench.registry.routes.set('/slow/1.0.0', hang);
  const evidence = open();
  const asked = evidence.evidenceForAll([component('slow', '1.0.0'), component()]);
  await expect
    .poll(async () => (await bench.db.query('SELECT 1 FROM registry_evidence')).length)
    .toBe(1);
  // The row may be seen before who keeps it hears that it is kept: a question more, and it has.
  await evidence.evidenceFor(component());
  bench.time.pass(300);
  const found = await asked;
  expect(found.map((each) => each?.reason ?? null)).toEqual([null, 'REGISTRY_DEPRECATED']);
});

test('a registry hears four questions at a time, and a thousand wait at most', async () => {
  const many = Array.from({ length: 1500 }, (_, index) => component(`p${String(index)}`, '1.0.0'));
  for (const { name } of many) bench.registry.routes.set(`/${name}/1.0.0`, hang);
  const evidence = open();
  const asked = evidence.evidenceForAll(many);
  await expect.poll(() => bench.registry.asked.length).toBe(4);
  bench.time.pass(300);
  expect(await asked).toEqual(many.map(() => null));
  for (const { name } of many)
    bench.registry.routes.set(`/${name}/1.0.0`, { ...tendedVersion, version: '1.0.0' });
  // The four that hang are given up after five seconds, and the rest is answered.
  bench.time.pass(5000);
  await evidence.settled();
  const rows = await bench.db.query<{ failed: boolean }>(
    'SELECT checked_at IS NULL AS failed FROM registry_evidence',
  );
  expect(rows.filter(({ failed }) => failed)).toHaveLength(4);
  expect(rows.length).toBeGreaterThanOrEqual(1000);
  expect(rows.length).toBeLessThanOrEqual(1004);
});

test('the table names no component', async () => {
  bench.registry.routes.set('/leftover/2.88.2', { ...deprecatedVersion, deprecated: 'gone' });
  await open().evidenceFor(component());
  const rows = await bench.db.query('SELECT * FROM registry_evidence');
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toMatch(/leftover|2\.88|npm/);
});

test('what nobody asked about for a month makes room, and so does what is too much', async () => {
  await open().evidenceFor(component());
  bench.clock.advance(32 * DAY_MS);
  await open().evidenceFor(component('missing', '1.0.0'));
  const count = async () => (await bench.db.query('SELECT 1 FROM registry_evidence')).length;
  expect(await count()).toBe(1);
  for (const version of ['1.0.1', '1.0.2', '1.0.3'])
    await open().evidenceFor(component('missing', version));
  expect(await count()).toBe(4);
  await pruneEvidence(bench.db, new Date(0), 2);
  expect(await count()).toBe(2);
});
