import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Product } from '@/domain/catalog/catalog';
import { end, node16, nodejs } from '@/domain/catalog/check/testing/matches';
import type { ComponentQuery } from '@/domain/catalog/match';
import { indexCatalog, plainView } from '@/domain/catalog/view';
import { dayOf } from '@/domain/eol/calendar';
import type { LoadedCatalog, OrganizationCatalog } from '@/server/catalog/service/store';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { makeOrganization } from '@/test/accounts';
import { collectGarbage } from '@/test/collect-garbage';
import { testDatabase, type TestDatabase } from '@/test/database';
import { type TestDeps, testDeps } from '@/test/deps';
import { RestClient } from '@/test/rest-client';
import { checkComponent, checkComponents } from './check';

const DAY_MS = 86_400_000;

let db: TestDatabase;
let made: TestDeps;
let deps: Deps;
let ours: OrganizationId;
let theirs: OrganizationId;
/** The components that were looked for in a catalog, one by one. */
let matched: ComponentQuery[];
let views: Map<OrganizationId, OrganizationCatalog>;
let loaded: LoadedCatalog;

/** A catalog whose Node.js 16 ends on a day. */
function catalogEnding(endsOn: string, more: Partial<OrganizationCatalog> = {}) {
  const cycle = { ...node16, support: [end('STANDARD_SUPPORT', endsOn)] };
  const product: Product = { ...nodejs, cycles: [cycle] };
  const view = plainView(indexCatalog([product]));
  return {
    ...{ ...view, key: '1.0.', hasContracts: false },
    match: (query: ComponentQuery) => {
      matched.push(query);
      return view.match(query);
    },
    ...more,
  };
}

beforeAll(async () => {
  db = await testDatabase();
  made = testDeps(db);
  ours = await makeOrganization(made);
  theirs = await makeOrganization(made);
});
afterAll(() => db.close());
beforeEach(() => {
  matched = [];
  views = new Map([[ours, catalogEnding('2020-01-01')]]);
  const forOrganization = (id: OrganizationId) => {
    const view = views.get(id);
    return view ? Promise.resolve(view) : Promise.reject(new Error('No such organization'));
  };
  // A catalog of its own, so that nothing is known from the test before.
  loaded = { ...made.catalog.current() };
  deps = { ...made, catalog: { ...made.catalog, forOrganization, current: () => loaded } };
});

const node = (version = '16.20.2') => ({
  component: { kind: 'name', name: 'nodejs', version, ecosystem: 'generic' } as const,
  lifecycle: 'STANDARD_SUPPORT',
});
const of = (organizationId: OrganizationId) => ({ organizationId, projectName: null });
const eolDate = async (organizationId = ours) =>
  (await checkComponent(deps, of(organizationId), node())).answer.eol_date?.slice(0, 10);

test('what was asked before is not looked for again, and written the same', async () => {
  const call = await new RestClient(deps).as(ours, 'scanner');
  const body = { component: { name: 'nodejs', version: '16.20.2' } };
  const first = await call('POST', '/eol/check', body);
  expect(first).toMatchObject({ status: 200, body: { eol: true, error: null } });
  expect(await call('POST', '/eol/check', body)).toEqual(first);
  expect(await call('POST', '/eol/check/batch', { components: [body.component] })).toEqual({
    status: 200,
    body: { results: [first.body] },
  });
  expect(matched).toHaveLength(1);
  const { answer, json } = await checkComponent(deps, of(ours), node());
  expect(json).toBe(JSON.stringify(first.body));
  expect(answer).toEqual(first.body);
});

test('another version, support level or form is another question', async () => {
  const questions = [
    node(),
    node('16.20.1'),
    { ...node(), lifecycle: 'EXTENDED_SUPPORT' },
    { ...node(), component: { kind: 'purl', purl: 'pkg:generic/nodejs@16.20.2' } as const },
    { ...node(), component: { ...node().component, ecosystem: 'npm' } as const },
  ];
  const anew = await checkComponents(deps, of(ours), questions);
  for (const question of questions) await checkComponent(deps, of(ours), question);
  const identifiers = new Set(anew.map(({ request }) => JSON.stringify(request)));
  expect(identifiers.size).toBe(4);
  const again = await checkComponents(deps, of(ours), questions);
  expect(again).toEqual(anew);
});

test('a batch is answered in its order, however much of it is known', async () => {
  const versions = ['16.3.0', '16.1.0', '16.4.0', '16.1.0', '16.5.0'];
  for (const version of ['16.1.0', '16.5.0']) await checkComponent(deps, of(ours), node(version));
  matched = [];
  const answers = await checkComponents(deps, of(ours), versions.map(node));
  expect(answers.map(({ result }) => result?.version.version)).toEqual(versions);
  expect(matched).toHaveLength(2);
  await checkComponents(deps, of(ours), versions.map(node));
  expect(matched).toHaveLength(4);
});

test('another state of the catalog answers anew, and so does another day', async () => {
  expect(await eolDate()).toBe('2020-01-01');
  // By the same name, as one is called that an import or a failover has counted again.
  views.set(ours, catalogEnding('2020-02-02'));
  expect(await eolDate()).toBe('2020-02-02');
  const tomorrow = dayOf(new Date(made.clock.now().getTime() + DAY_MS));
  views.set(ours, catalogEnding(tomorrow));
  const isOver = async () => (await checkComponent(deps, of(ours), node())).answer.eol;
  expect(await isOver()).toBe(false);
  made.clock.advance(DAY_MS);
  expect(await isOver()).toBe(true);
});

test('an answer from a catalog that is no longer in use is not held', async () => {
  const answer = async () => new WeakRef((await checkComponent(deps, of(ours), node())).answer);
  const before = await answer();
  await collectGarbage();
  expect(before.deref()?.eol_date?.slice(0, 10)).toBe('2020-01-01');
  loaded = { ...loaded };
  views.set(ours, catalogEnding('2020-02-02'));
  const after = await answer();
  await collectGarbage();
  expect(before.deref()).toBeUndefined();
  expect(after.deref()?.eol_date?.slice(0, 10)).toBe('2020-02-02');
});

test('nothing crosses an organization, whatever its catalog is called', async () => {
  views.set(theirs, catalogEnding('2021-03-03'));
  expect([await eolDate(ours), await eolDate(theirs)]).toEqual(['2020-01-01', '2021-03-03']);
  expect([await eolDate(ours), await eolDate(theirs)]).toEqual(['2020-01-01', '2021-03-03']);
});

test('what contracts or registries may have a part in is answered anew each time', async () => {
  const jsonOf = async (question: Parameters<typeof checkComponent>[2]) =>
    (await checkComponent(deps, of(ours), question)).json;
  const purl = { ...node(), component: { kind: 'purl', purl: 'pkg:npm/left-pad@1' } as const };
  expect([await jsonOf(purl), await jsonOf(purl)]).toEqual([null, null]);
  expect(matched).toHaveLength(2);
  expect(await jsonOf(node())).not.toBeNull();
  views.set(ours, catalogEnding('2020-01-01', { hasContracts: true }));
  expect([await jsonOf(node()), await jsonOf(node())]).toEqual([null, null]);
});

test('a very long question is not kept', async () => {
  const long = node(`16.${'9'.repeat(2_000)}`);
  expect((await checkComponent(deps, of(ours), long)).json).toBeNull();
  await checkComponent(deps, of(ours), long);
  expect(matched).toHaveLength(2);
});
