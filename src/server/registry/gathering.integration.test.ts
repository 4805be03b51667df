import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { manualClock, type ManualClock } from '@/server/platform/clock';
import { createLogger } from '@/server/platform/log';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { type RegistryServer, startRegistryServer } from '@/test/registry-server';
import { manualDelay } from '@/test/time';
import { checkComponent } from '@/server/check/service/check';
import { forgetUnread } from './service/forget';
import { createGathering } from './service/gather';
import { gatheringOf } from './service/progress';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

let db: TestDatabase;
let deps: TestDeps;
let registry: RegistryServer;
let clock: ManualClock;
let logged = '';

beforeAll(async () => {
  registry = await startRegistryServer();
});
// Rounds go through all organizations.
beforeEach(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  clock = manualClock('2026-11-21T12:00:00Z');
  logged = '';
  registry.asked.length = 0;
  registry.routes.clear();
});
afterEach(() => db.close());
afterAll(() => registry.close());

const ASKED = ['npm', 'cargo', 'gem', 'composer', 'pypi', 'maven', 'golang', 'nuget'] as const;

function gathering(perHour = 100_000, ecosystems: readonly (typeof ASKED)[number][] = ASKED) {
  const logger = createLogger('trace', { write: (line) => (logged += line) });
  const url = registry.url.replace('//', '//user:hunter2@');
  const registryUrls = Object.fromEntries(
    ecosystems.map((name) => [name, `${url}/${name}${name === 'nuget' ? '/index.json' : ''}`]),
  );
  return createGathering(
    { db, clock, logger },
    {
      env: { registryUrls, registryRequestsPerHour: perHour },
      ...{ fetch: globalThis.fetch, delay: manualDelay().delay, tell: () => Promise.resolve() },
    },
  );
}

const round = (one = gathering()) => one.round(new AbortController().signal);

const npm = (versions: object, time: object = {}) => ({ versions, time });
const LIVING = { '1.0.0': '2020-01-01T00:00:00Z', '2.0.0': '2026-11-01T00:00:00Z' };

async function imageWith(packages: readonly string[]) {
  const organizationId = await makeOrganization(deps);
  const { image_tag_id: imageTagId } = await scanImage(deps, organizationId, { packages });
  const degrees = async () => {
    const { items } = await callAs(deps, organizationId).image.components({
      imageTagId,
      size: 100,
    });
    return Object.fromEntries(items.map(({ purl, evidence }) => [purl, evidence]));
  };
  return { organizationId, imageTagId, degrees };
}

const progress = (organizationId: OrganizationId) => gatheringOf({ db }, organizationId);

test('every registry that is configured is asked once about each package that is held', async () => {
  registry.routes.set(
    '/npm/old',
    npm({ '1.0.0': { deprecated: 'use newer-thing instead' }, '2.0.0': {} }, LIVING),
  );
  registry.routes.set('/npm/calm', npm({ '1.0.0': {}, '2.0.0': {} }, LIVING));
  registry.routes.set('/npm/@acme/fine', npm({ '1.0.0': {} }, LIVING));
  registry.routes.set('/cargo/it/hi/ithing', '{"vers":"0.1.0","yanked":true}\n');
  registry.routes.set('/gem/api/v1/versions/calm.json', [
    { number: '1.0.0', created_at: '2019-01-01' },
    { number: '3.0.0', created_at: '2026-10-01' },
  ]);
  registry.routes.set('/composer/p2/acme/gone.json', {
    packages: { 'acme/gone': [{ version: '1.0.0', abandoned: 'acme/instead' }] },
  });
  registry.routes.set('/pypi/simple/thing/', {
    'project-status': { status: 'archived' },
    files: [],
  });
  registry.routes.set(
    '/maven/org/old/thing/maven-metadata.xml',
    '<metadata><versioning><versions><version>1.0</version></versions></versioning></metadata>',
  );
  registry.routes.set(
    '/maven/org/old/thing/1.0/thing-1.0.pom',
    '<project><distributionManagement><relocation><groupId>org.new</groupId></relocation></distributionManagement></project>',
  );
  registry.routes.set('/golang/example.org/it/@v/list', 'v1.0.0\n');
  registry.routes.set('/golang/example.org/it/@v/v1.0.0.info', {
    Version: 'v1.0.0',
    Time: '2020-01-01T00:00:00Z',
  });
  registry.routes.set('/golang/example.org/it/@v/v1.0.0.mod', 'module example.org/it\n');
  registry.routes.set('/golang/example.org/it/v2/@latest', {
    Version: 'v2.1.0',
    Time: '2026-10-01T00:00:00Z',
  });
  registry.routes.set('/nuget/index.json', {
    resources: [{ '@id': `${registry.url}/reg`, '@type': 'RegistrationsBaseUrl' }],
  });
  registry.routes.set('/reg/old.thing/index.json', {
    items: [
      {
        '@id': 'x',
        items: [
          {
            catalogEntry: {
              version: '1.0.0',
              deprecation: { alternatePackage: { id: 'New.Thing' } },
            },
          },
        ],
      },
    ],
  });
  const held = {
    'pkg:npm/old@1.0.0': 'registry',
    'pkg:npm/calm@1.0.0': 'stale',
    'pkg:npm/calm@2.0.0': 'unknown',
    'pkg:npm/%40acme/fine@1.0.0': 'unknown',
    'pkg:npm/nowhere@1.0.0': 'unknown',
    'pkg:cargo/ithing@0.1.0': 'registry',
    'pkg:gem/calm@1.0.0': 'stale',
    'pkg:composer/acme/gone@1.0.0': 'registry',
    'pkg:pypi/thing@1.0': 'registry',
    'pkg:maven/org.old/thing@1.0': 'registry',
    'pkg:golang/example.org/it@v1.0.0': 'stale',
    'pkg:nuget/Old.Thing@1.0.0': 'registry',
  };
  const image = await imageWith(Object.keys(held));
  const { items: before } = await callAs(deps, image.organizationId).image.components({
    ...{ imageTagId: image.imageTagId, size: 100 },
  });
  expect(before.every(({ evidence }) => evidence === 'unknown')).toBe(true);
  expect(await progress(image.organizationId)).toBeNull();

  const one = gathering();
  await round(one);
  const { items } = await callAs(deps, image.organizationId).image.components({
    ...{ imageTagId: image.imageTagId, size: 100 },
  });
  const written = new Map(items.map((item) => [item.purl, item]));
  for (const [purl, evidence] of Object.entries(held))
    expect([purl, written.get(purl)?.evidence]).toEqual([purl, evidence]);
  const successors = items.flatMap(({ fact }) => fact?.successor ?? []);
  expect(successors.sort()).toEqual(['New.Thing', 'acme/instead', 'newer-thing', 'org.new:thing']);
  expect(await progress(image.organizationId)).toMatchObject({ packages: 11, known: 11 });
  const { registries: asked } = await callAs(deps, image.organizationId).knowledge.coverage();
  expect(asked).toMatchObject({
    ...{ looked_at: clock.now().toISOString(), packages: 11, known: 11 },
    registries: expect.arrayContaining([
      expect.objectContaining({ ecosystem: 'npm', packages: 4, known: 4, left: 0 }),
      expect.objectContaining({ ecosystem: 'cargo', packages: 1, paused_until: null }),
    ]),
  });
  expect(registry.asked.filter((path) => path === '/npm/calm')).toHaveLength(1);
  expect(logged).not.toContain('hunter2');

  // Nothing is asked again for three days, nor by another process.
  registry.asked.length = 0;
  clock.advance(HOUR_MS);
  await round(one);
  await round();
  expect(registry.asked).toEqual([]);
});

test('what a registry takes back, and what the catalog learns, is no fact any more', async () => {
  registry.routes.set('/npm/old', npm({ '1.0.0': { deprecated: 'gone' } }));
  const image = await imageWith(['pkg:npm/old@1.0.0']);
  const one = gathering();
  await round(one);
  expect(await image.degrees()).toEqual({ 'pkg:npm/old@1.0.0': 'registry' });
  registry.routes.set('/npm/old', npm({ '1.0.0': { deprecated: '' } }));
  clock.advance(4 * DAY_MS);
  await round(one);
  expect(await image.degrees()).toEqual({ 'pkg:npm/old@1.0.0': 'unknown' });
});

test('no more is asked than the budget has, and what waits comes later', async () => {
  const names = Array.from({ length: 10 }, (_, number) => `it-${String(number)}`);
  for (const name of names) registry.routes.set(`/npm/${name}`, npm({ '1.0.0': {} }));
  const image = await imageWith(names.map((name) => `pkg:npm/${name}@1.0.0`));
  const one = gathering(240, ['npm']);
  await round(one);
  expect(registry.asked).toHaveLength(4);
  expect(await progress(image.organizationId)).toMatchObject({
    ...{ packages: 10, known: 4 },
    registries: [{ ecosystem: 'npm', packages: 10, known: 4, perHour: 240, failure: null }],
  });
  await round(one);
  expect(registry.asked).toHaveLength(4);
  clock.advance(60_000);
  await round(one);
  clock.advance(60_000);
  await round(one);
  expect(new Set(registry.asked).size).toBe(10);
  expect(await progress(image.organizationId)).toMatchObject({ packages: 10, known: 10 });
});

/** Has the registry know artifacts of so many lines; gives their package URLs. */
function artifacts(names: readonly string[], lines: number): string[] {
  const versions = Array.from({ length: lines }, (_, at) => `${String(at + 1)}.0`);
  const listed = versions.map((version) => `<version>${version}</version>`).join('');
  for (const name of names) {
    registry.routes.set(
      `/maven/org/it/${name}/maven-metadata.xml`,
      `<metadata><versioning><versions>${listed}</versions></versioning></metadata>`,
    );
    for (const version of versions)
      registry.routes.set(`/maven/org/it/${name}/${version}/${name}-${version}.pom`, '<project/>');
  }
  return names.map((name) => `pkg:maven/org.it/${name}@1.0`);
}

test('a package that needs more than is left is read to its end, and what comes after waits for it', async () => {
  const { organizationId } = await imageWith(artifacts(['one', 'two'], 5));
  const one = gathering(60, ['maven']);
  await round(one);
  expect(registry.asked).toHaveLength(6);
  expect(await progress(organizationId)).toMatchObject({ packages: 2, known: 1 });
  clock.advance(5 * 60_000);
  await round(one);
  expect(registry.asked).toHaveLength(6);
  clock.advance(60_000);
  await round(one);
  expect(registry.asked).toHaveLength(12);
  expect(await progress(organizationId)).toMatchObject({ packages: 2, known: 2 });
});

test('packages that were begun together are all read to their end', async () => {
  const { organizationId } = await imageWith(artifacts(['a', 'b', 'c', 'd', 'e'], 24));
  const one = gathering(1_800, ['maven']);
  await round(one);
  expect(registry.asked).toHaveLength(100);
  expect(await progress(organizationId)).toMatchObject({ packages: 5, known: 4 });
  // It had thirty, and gets thirty a minute.
  clock.advance(2 * 60_000);
  await round(one);
  expect(registry.asked).toHaveLength(100);
  clock.advance(60_000);
  await round(one);
  expect(registry.asked).toHaveLength(125);
  expect(await progress(organizationId)).toMatchObject({ packages: 5, known: 5 });
});

test('a registry that fails is left alone for a while, and its last word stands', async () => {
  const names = Array.from({ length: 30 }, (_, number) => `it-${String(number)}`);
  registry.routes.set('/npm/old', npm({ '1.0.0': { deprecated: 'gone' } }));
  const image = await imageWith([
    'pkg:npm/old@1.0.0',
    ...names.map((name) => `pkg:npm/${name}@1.0.0`),
  ]);
  const one = gathering();
  await round(one);
  registry.asked.length = 0;
  for (const name of ['old', ...names])
    registry.routes.set(`/npm/${name}`, (_, response) =>
      response.writeHead(503).end('secret detail'),
    );
  clock.advance(4 * DAY_MS);
  await round(one);
  // Four are asked at a time.
  expect(registry.asked.length).toBeLessThanOrEqual(8);
  expect(await image.degrees()).toMatchObject({ 'pkg:npm/old@1.0.0': 'registry' });
  expect(logged).not.toContain('secret detail');
  const told = (await progress(image.organizationId))?.registries ?? [];
  expect(told.find(({ ecosystem }) => ecosystem === 'npm')).toMatchObject({
    ...{ packages: 31, known: 31, failure: { at: clock.now().toISOString(), kind: 'status' } },
    pausedUntil: new Date(clock.now().getTime() + 60_000).toISOString(),
  });
  expect(JSON.stringify(told)).not.toContain('secret detail');
  const asked = registry.asked.length;
  await round(one);
  await round();
  expect(registry.asked).toHaveLength(asked);
});

/** Has a registry fail to answer about packages of npm. */
function failing(...names: readonly string[]) {
  for (const name of names)
    registry.routes.set(`/npm/${name}`, (_, response) => response.writeHead(503).end());
}

/** Moves the time of whoever asks, too. */
function pass(days: number) {
  clock.advance(days * DAY_MS);
  deps.clock.set(clock.now());
}

test('what was not read again for thirty days is unknown, in lists and in checks, until it is', async () => {
  const deprecated = npm({ '1.0.0': { deprecated: 'gone' } });
  registry.routes.set('/npm/old', deprecated);
  registry.routes.set('/npm/calm', npm({ '1.0.0': {}, '2.0.0': {} }, LIVING));
  const image = await imageWith(['pkg:npm/old@1.0.0', 'pkg:npm/calm@1.0.0']);
  const checked = async (purl: string) => {
    const asker = { organizationId: image.organizationId, projectName: null };
    const component = { kind: 'purl', purl } as const;
    const question = { component, lifecycle: 'STANDARD_SUPPORT' };
    const { answer } = await checkComponent(deps, asker, question);
    const { eol, evidence_degree: degree, fact } = answer;
    return { eol, degree, readOn: fact?.read_on };
  };
  const one = gathering();
  await round(one);
  failing('old', 'calm');
  const told = { 'pkg:npm/old@1.0.0': 'registry', 'pkg:npm/calm@1.0.0': 'stale' };
  pass(30);
  await round(one);
  expect(await image.degrees()).toEqual(told);
  const readOn = '2026-11-21';
  expect(await checked('pkg:npm/old@1.0.0')).toEqual({ eol: true, degree: 'registry', readOn });
  expect(await checked('pkg:npm/calm@1.0.0')).toEqual({ eol: false, degree: 'stale', readOn });

  pass(1);
  await round(one);
  expect(new Set(Object.values(await image.degrees()))).toEqual(new Set(['unknown']));
  const nothing = { eol: false, degree: 'unknown', readOn: undefined };
  expect(await checked('pkg:npm/old@1.0.0')).toEqual(nothing);
  expect(await checked('pkg:npm/calm@1.0.0')).toEqual(nothing);
  expect(await progress(image.organizationId)).toMatchObject({ packages: 2, known: 0 });

  registry.routes.set('/npm/old', deprecated);
  pass(1);
  await round(one);
  expect(await image.degrees()).toMatchObject({ 'pkg:npm/old@1.0.0': 'registry' });
  expect(await checked('pkg:npm/old@1.0.0')).toMatchObject({ readOn: '2026-12-23' });
});

test('no line grows stale because nobody looks at it', async () => {
  // A year and five days before the day to come, and less than a year before it is read.
  const released = { '1.0.0': '2025-11-26T00:00:00Z', '2.0.0': '2026-11-01T00:00:00Z' };
  const document = npm({ '1.0.0': {}, '2.0.0': {} }, released);
  registry.routes.set('/npm/calm', document);
  const image = await imageWith(['pkg:npm/calm@1.0.0']);
  const one = gathering();
  await round(one);
  failing('calm');
  pass(10);
  await round(one);
  expect(await image.degrees()).toEqual({ 'pkg:npm/calm@1.0.0': 'unknown' });
  registry.routes.set('/npm/calm', document);
  pass(1);
  await round(one);
  expect(await image.degrees()).toEqual({ 'pkg:npm/calm@1.0.0': 'stale' });
});

test('where no registry is asked any more, what was read is forgotten in time', async () => {
  registry.routes.set('/npm/old', npm({ '1.0.0': { deprecated: 'gone' } }));
  const image = await imageWith(['pkg:npm/old@1.0.0']);
  await round();
  const forget = () => forgetUnread({ ...deps, clock }, new AbortController().signal);
  pass(30);
  await forget();
  expect(await image.degrees()).toEqual({ 'pkg:npm/old@1.0.0': 'registry' });
  pass(1);
  await forget();
  expect(await image.degrees()).toEqual({ 'pkg:npm/old@1.0.0': 'unknown' });
  expect(await db.query('SELECT 1 FROM registry_package')).toEqual([]);
});

test('nothing is asked and nothing is looked at where no registry is configured', async () => {
  const image = await imageWith(['pkg:npm/old@1.0.0']);
  const none = gathering(100, []);
  expect(none.isOn).toBe(false);
  await round(none);
  expect(gathering(0).isOn).toBe(false);
  expect(await progress(image.organizationId)).toBeNull();
  expect(registry.asked).toEqual([]);
});

test('organizations share what was said, and see nothing of one another', async () => {
  registry.routes.set('/npm/old', npm({ '1.0.0': { deprecated: 'gone' } }));
  const first = await imageWith(['pkg:npm/old@1.0.0']);
  const second = await imageWith(['pkg:npm/old@1.0.0', 'pkg:npm/ours@1.0.0']);
  await round();
  expect(registry.asked.filter((path) => path === '/npm/old')).toHaveLength(1);
  expect(await first.degrees()).toEqual({ 'pkg:npm/old@1.0.0': 'registry' });
  expect(await second.degrees()).toMatchObject({ 'pkg:npm/old@1.0.0': 'registry' });
  const [kept] = await db.query<{ text: string }>(
    `SELECT string_agg(to_jsonb(p)::text, ' ') AS text FROM registry_package p`,
  );
  expect(kept?.text).not.toMatch(/ours|organization/);
});
