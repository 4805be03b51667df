import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTeam } from '@/server/team/service/teams';
import { rematchOrganization } from '@/server/inventory/service/rematch-organization';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeActor, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { failingOnce } from '@/test/failing';
import { recordStatements } from '@/test/recordings';
import { createMeasuring, measureAll } from './jobs';
import { measure, measureWhenDue } from './service/measure';

let db: TestDatabase;
let deps: TestDeps;
let ours: OrganizationId;
beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  await withCatalog(deps, [
    importedProduct({
      ...{ name: 'Redis', slug: 'redis', purls: ['pkg:generic/redis'] },
      cycles: [{ name: '7' }, { name: '6', supportedUntil: '2020-01-01' }],
    }),
  ]);
});
beforeEach(async () => {
  ours = await makeOrganization(deps);
});
afterAll(() => db.close());

const as = (role: 'viewer' | 'member' | 'admin' = 'admin') => callAs(deps, ours, role);
const read = () => as('viewer').knowledge.coverage();
const unknown = async () =>
  (await as('viewer').knowledge.unknown({})).items.map(({ name, images }) => [name, images]);
const upload = (image: string, ...packages: string[]) =>
  scanImage(deps, ours, { image, packages: packages.map((one) => `pkg:${one}`) });

it('is kept of as many types of packages as scanners can think of', async () => {
  await upload('a:1', ...Array.from({ length: 11_000 }, (_, at) => `type-${String(at)}/thing@1.0`));
  await measure(deps, ours);
  const { all, ecosystems } = await read();
  expect(all).toMatchObject({ components: 11_000 });
  expect(ecosystems).toHaveLength(100);
});

it('counts each component once for every image, by the best that is known of it', async () => {
  await upload('a:1', 'generic/redis@7.2', 'npm/left-pad@1.3.0', 'npm/%40acme/ui@2.0.0');
  await upload('a:2', 'generic/redis@6.2', 'npm/left-pad@1.3.1');
  await upload('b:1', 'generic/redis@7.0');
  await measure(deps, ours);
  expect(await read()).toMatchObject({
    ...{ measured_at: deps.clock.now().toISOString(), images: 3 },
    all: {
      ...{ components: 6, known: 0.5 },
      degrees: [
        { degree: 'catalog', count: 3 },
        { degree: 'unknown', count: 3 },
      ],
    },
    images_least_known: [
      { name: 'a:1', counts: { components: 3 } },
      { name: 'a:2', counts: { known: 0.5 } },
    ],
    teams: [{ id: null, name: '', counts: { components: 6 } }],
    days: [{ day: '2026-11-21', counts: { components: 6 } }],
  });
  expect((await read()).ecosystems.map(({ name }) => name)).toEqual(['npm', 'binary']);
  expect(await unknown()).toEqual([
    ['left-pad', 2],
    ['ui', 1],
  ]);
  expect((await as('viewer').knowledge.unknown({ search: 'ACME' })).items).toMatchObject([
    { purl: 'pkg:npm/%40acme/ui', versions: 1, own_pattern: 'pkg:npm/@acme/*' },
  ]);
  expect(
    (await callAs(deps, await makeOrganization(deps), 'viewer').knowledge.coverage()).images,
  ).toBe(0);
});

it('names a module of Go by its whole path, as whoever lists it has to', async () => {
  const [api, value] = [
    'golang/github.com/acme/tool@v1.2.0#api',
    'pkg:golang/github.com/acme/tool/api',
  ];
  await upload('a:1', api, 'golang/github.com/acme/tool@v1.9.0?type=module#cmd/tool');
  await measure(deps, ours);
  expect((await as('viewer').knowledge.unknown({})).items.map(({ purl }) => purl)).toEqual([
    'pkg:golang/github.com/acme/tool',
    value,
  ]);
  const body = { product: 'redis', kind: 'purl' as const, value, reason: 'ours' };
  await as().ownCatalog.saveIdentifier({ body });
  await rematchOrganization(deps, ours);
  await measure(deps, ours);
  expect((await as('viewer').knowledge.unknown({})).items).toMatchObject([
    { purl: 'pkg:golang/github.com/acme/tool' },
  ]);
});

it('counts apart what the organization calls its own, and forgets it when that is taken back', async () => {
  await upload('a:1', 'generic/redis@7.2', 'npm/%40acme/ui@2.0.0', 'npm/left-pad@1.3.0');
  await measure(deps, ours);
  const saved = await as().knowledge.saveOwnSoftware({
    body: { pattern: 'pkg:npm/@acme/*', reason: 'ours' },
  });
  // At once in the list, with the next counting in the numbers.
  expect(await unknown()).toEqual([['left-pad', 1]]);
  await measure(deps, ours);
  expect((await read()).all).toEqual({
    ...{ components: 3, known: 0.5 },
    degrees: [
      { degree: 'catalog', count: 1 },
      { degree: 'unknown', count: 1 },
      { degree: 'ours', count: 1 },
    ],
  });
  expect(await as('viewer').knowledge.ownSoftware()).toEqual([saved]);
  await as().knowledge.deleteOwnSoftware({ id: saved.id });
  await measure(deps, ours);
  expect((await read()).all.degrees).toContainEqual({ degree: 'unknown', count: 2 });
  const { items } = await as().audit.list({ action: 'own_software' });
  expect(items).toMatchObject([
    { action: 'own_software.delete', before: saved, after: null },
    { action: 'own_software.save', before: null, after: saved },
  ]);
});

it('takes a package for a product once somebody says that it is the same', async () => {
  await upload('a:1', 'generic/our-redis@6.2.1');
  await measure(deps, ours);
  expect(await unknown()).toEqual([['our-redis', 1]]);
  const value = 'pkg:generic/our-redis';
  const body = { product: 'redis', kind: 'purl' as const, value, reason: 'our build' };
  const saved = await as().ownCatalog.saveIdentifier({ body });
  expect(await unknown()).toEqual([]);
  await rematchOrganization(deps, ours);
  const held = async () =>
    (await as().software.list({})).items.map(({ productName, productCycle }) => [
      productName,
      productCycle,
    ]);
  expect(await held()).toEqual([['Redis', '6']]);
  await measure(deps, ours);
  expect((await read()).all).toMatchObject({ known: 1, components: 1 });
  await as().ownCatalog.deleteIdentifier({ id: saved.id });
  await rematchOrganization(deps, ours);
  expect(await held()).toEqual([]);
  const refused = as().ownCatalog.saveIdentifier({ body: { ...body, product: 'nothing' } });
  await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('is counted by team, and again only where something has moved', async () => {
  await upload('a:1', 'generic/redis@7.2');
  const team = await createTeam(deps, await makeActor(deps, ours), {
    ...{ name: 'Payments', email: null, link: null, handles: [] },
  });
  await db.query('UPDATE project SET owner_team_id = $2 WHERE organization_id = $1', [
    ours,
    team.id,
  ]);
  const { signal } = new AbortController();
  expect(await measureWhenDue(deps, ours, signal)).toBe('counted');
  expect((await read()).teams).toMatchObject([{ id: team.id, name: 'Payments' }]);
  await db.query('UPDATE evidence_measure SET took_ms = 0 WHERE organization_id = $1', [ours]);
  expect(await measureWhenDue(deps, ours, signal)).toBe('same');
  await upload('a:2', 'generic/redis@7.2');
  expect(await measureWhenDue(deps, ours, signal)).toBe('counted');
  expect((await read()).all.components).toBe(2);
});

it('may be said by admins alone', async () => {
  const body = { pattern: 'acme-*', reason: 'ours' };
  const said = { product: 'redis', kind: 'purl' as const, value: 'pkg:npm/x', reason: 'x' };
  for (const role of ['viewer', 'member'] as const) {
    for (const call of [
      as(role).knowledge.saveOwnSoftware({ body }),
      as(role).knowledge.deleteOwnSoftware({ id: ours }),
      as(role).ownCatalog.saveIdentifier({ body: said }),
      as(role).ownCatalog.deleteIdentifier({ id: ours }),
    ]) {
      await expect(call).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
  }
});

it('is counted the next time where that fails, which counts', async () => {
  await upload('a:1', 'generic/redis@7.2');
  const { signal } = new AbortController();
  expect(await measureAll(failingOnce(deps), signal)).toEqual({ failed: 1 });
  expect(deps.logged()).toContain('what is known could not be counted');
  expect(await measureAll(deps, signal)).toEqual({ failed: 0 });
  expect(await read()).toMatchObject({ images: 1 });
});

it('asks nothing of an organization in which nothing has moved, until some minutes are over', async () => {
  await upload('a:1', 'generic/redis@7.2');
  const { signal } = new AbortController();
  const round = createMeasuring(deps);
  await round(signal);
  await db.query('UPDATE evidence_measure SET took_ms = 0');
  await round(signal);
  const statements = recordStatements(db);
  const asked = () => statements.filter((text) => text.includes('component_fact')).length;
  await round(signal);
  expect(asked()).toBe(0);
  await upload('a:2', 'generic/redis@7.2');
  await round(signal);
  expect(await read()).toMatchObject({ images: 2 });
  await db.query('UPDATE evidence_measure SET took_ms = 0');
  await round(signal);
  const before = asked();
  deps.clock.advance(11 * 60_000);
  await round(signal);
  expect(asked()).toBeGreaterThan(before);
});
