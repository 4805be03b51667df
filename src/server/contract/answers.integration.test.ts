import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AdvisedAnswer } from '@/domain/catalog/check/answer';
import { starterProduct } from '@/domain/catalog/starter-product';
import { saveOwnProduct } from '@/server/catalog/service/own-products';
import { readEndoflife } from '@/server/feed/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import { setProjectOwner } from '@/server/team/service/owners';
import { createTeam } from '@/server/team/service/teams';
import { makeActor, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { dayOf, endsOf, makeContract } from '@/test/contracts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { makePolicy, scanImage } from '@/test/factories';
import { type RestCall, RestClient } from '@/test/rest-client';
import { changeContract, deleteContract } from './service/contracts';

const debian = importedProduct({
  name: 'Debian',
  cycles: [
    { name: '12', supportedUntil: '2028-06-10', releasedOn: '2023-06-10' },
    { name: '11', supportedUntil: '2026-08-31', releasedOn: '2021-08-14' },
    {
      name: '10',
      supportedUntil: '2024-06-30',
      extendedUntil: '2025-06-30',
      releasedOn: '2019-07-06',
    },
    { name: '9', supportedUntil: null, releasedOn: '2017-06-17' },
  ],
});

const UPSTREAM = '2024-06-30';
const COVERED = '2028-01-01';
const component = { name: 'Debian', version: '10' };

let deps: TestDeps;
let acme: OrganizationId;
let admin: Actor;
let call: RestCall;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-11-21T12:00:00Z');
  await withCatalog(deps, [debian]);
  acme = await makeOrganization(deps);
  admin = await makeActor(deps, acme);
  call = await new RestClient(deps).as(acme, 'viewer');
});

async function check(asked: object = {}): Promise<AdvisedAnswer> {
  const { status, body } = await call('POST', '/eol/check', { component, ...asked });
  expect(status).toBe(200);
  // Held against the API's document on its way.
  return body as AdvisedAnswer;
}

/** The end that a check answers, and by whose contract. */
async function endOf(asked: object = {}): Promise<string> {
  const { eol, eol_date: date, contract } = await check(asked);
  return [eol ? 'ended' : 'supported', date?.slice(0, 10), contract?.vendor].join(' ').trim();
}

async function cycle10(slug = 'debian'): Promise<Record<string, unknown>> {
  const { body } = await call('GET', `/endoflife/${slug}.json`);
  const found = (body as Record<string, unknown>[]).find(({ cycle }) => cycle === '10');
  if (!found) throw new Error('no cycle 10');
  return found;
}

const ENDED = `ended ${UPSTREAM}`;
const SUPPORTED = `supported ${COVERED} Freexian`;

test('a check is answered with the contract of the whole organization, from its entry to its deletion', async () => {
  const theirs = await new RestClient(deps).as(await makeOrganization(deps), 'viewer');
  expect(await endOf()).toBe(ENDED);
  const id = await makeContract(deps, acme);
  const answer = await check();
  expect(answer).toMatchObject({
    eol: false,
    eol_date: `${COVERED}T00:00:00.000Z`,
    result: { eol: { now: { primary: null }, future: { date: `${COVERED}T00:00:00.000Z` } } },
    match: {
      message: `The date is that of the contract with Freexian; without it the end is ${UPSTREAM}`,
    },
    contract: {
      ...{ contractId: id, vendor: 'Freexian', until: COVERED },
      ...{ upstreamDate: UPSTREAM, upstreamDateKnown: true },
    },
    // The longest that the catalog has: no contract makes it another one.
    advice: { target: { name: '12' } },
  });
  expect(answer.result?.lifecycles.map(({ supportLevel, isEol }) => [supportLevel, isEol])).toEqual(
    [
      ['STANDARD_SUPPORT', false],
      ['EXTENDED_SUPPORT', false],
    ],
  );
  expect(await check({ lifecycle: 'EXTENDED_SUPPORT' })).toMatchObject({
    eol: false,
    match: { message: expect.stringMatching(/without it the end is 2025-06-30$/) as string },
  });
  const others = await theirs('POST', '/eol/check', { component });
  expect(others.body).toMatchObject({ eol: true });
  expect(others.body).not.toHaveProperty('contract');

  await changeContract(deps, admin, id, { endsOn: dayOf('2027-01-01') });
  expect(await endOf()).toBe('supported 2027-01-01 Freexian');
  deps.clock.set('2026-12-31T23:59:59Z');
  expect(await endOf()).toBe('supported 2027-01-01 Freexian');
  deps.clock.set('2027-01-01T00:00:00Z');
  expect(await endOf()).toBe('ended 2027-01-01 Freexian');
  await deleteContract(deps, admin, id);
  expect(await endOf()).toBe(ENDED);
});

test('contracts of a project and of a team count where the project is named, and nowhere else', async () => {
  const shop = await scanImage(deps, acme, { project: 'shop', image: 'shop:1' });
  await scanImage(deps, acme, { project: 'pay', image: 'pay:1' });
  const team = await createTeam(deps, admin, { name: 'P', email: null, link: null, handles: [] });
  const ofShop = { scope: 'project', projectId: shop.project_id } as const;
  const id = await makeContract(deps, acme, ofShop);
  expect(await endOf()).toBe(ENDED);
  expect(await endOf({ project: 'shop' })).toBe(SUPPORTED);
  for (const project of ['pay', 'no such', 'SHOP ', null]) {
    expect(await endOf({ project })).toBe(ENDED);
  }
  await changeContract(deps, admin, id, { scope: 'team', teamId: team.id });
  expect(await endOf({ project: 'shop' })).toBe(ENDED);
  await setProjectOwner(deps, admin, shop.project_id, team.id);
  expect(await endOf({ project: 'shop' })).toBe(SUPPORTED);
  expect(await endOf()).toBe(ENDED);
  // Neither for who asks for many, nor where nobody can name a project.
  const components = [component, { name: 'Debian', version: '11' }, { name: 'x', version: '1' }];
  const many = async (more: object) =>
    (await call('POST', '/eol/check/batch', { components, ...more })).body;
  expect(await many({})).toMatchObject({ results: [{ eol: true }, { eol: true }, { eol: false }] });
  expect(await many({ project: 'shop' })).toMatchObject({
    results: [{ eol: false, contract: { vendor: 'Freexian' } }, { eol: true }, { result: null }],
  });
  expect(await cycle10()).not.toHaveProperty('contract');
});

test('what has no known end has none by a contract, and a longer end upstream stays', async () => {
  const lines = ['9', '12'].map((cycle) => ({ productName: 'Debian', cycle }));
  await makeContract(deps, acme, { lines });
  const nine = await check({ component: { name: 'Debian', version: '9' } });
  expect(nine).toMatchObject({ eol: false, eol_date: null });
  const twelve = await check({ component: { name: 'Debian', version: '12' } });
  expect(twelve).toMatchObject({
    eol_date: '2028-06-10T00:00:00.000Z',
    contract: { until: COVERED, upstreamDate: '2028-06-10' },
    match: { message: '' },
  });
});

test('what has ended on an unknown day is supported until a contract ends, and did not end with one that is over', async () => {
  await withCatalog(deps, [
    importedProduct({ name: 'Debian', cycles: [{ name: '10', supportedUntil: true }] }),
  ]);
  await makeContract(deps, acme, { endsOn: dayOf('2026-11-22') });
  expect(await endOf()).toBe('supported 2026-11-22 Freexian');
  deps.clock.set('2026-11-22T12:00:00Z');
  expect(await check()).toMatchObject({
    ...{ eol: true, eol_date: null, evidence_degree: 'catalog' },
    contract: { vendor: 'Freexian', until: '2026-11-22' },
  });
  // As lists have it, where it is first seen after the contract.
  const held = [{ product: 'Debian', cycle: '10' }];
  await scanImage(deps, acme, { image: 'old:1', software: held });
  const { body } = await call('GET', '/findings');
  expect(body).toMatchObject({
    items: [{ eol_date: '2026-11-22', eol_date_known: false, evidence: 'catalog' }],
  });
});

test('one of several builds that is covered is said to be, and the others are not', async () => {
  const build = (name: string) =>
    importedProduct({ name, cycles: [{ name: '8', supportedUntil: '2024-01-01' }] });
  await withCatalog(deps, [build('Azul Zulu'), build('Eclipse Temurin')]);
  const asked = { component: { name: 'openjdk', version: '8' } };
  expect(await check(asked)).toMatchObject({ eol: true });
  await makeContract(deps, acme, { lines: [{ productName: 'Eclipse Temurin', cycle: '8' }] });
  const { eol, match, candidates = [] } = await check(asked);
  expect({ eol, found: match.found }).toEqual({ eol: false, found: false });
  expect(candidates.map((one) => [one.name, one.eol, one.contract?.until ?? null])).toEqual([
    ['Azul Zulu', true, null],
    ['Eclipse Temurin', false, COVERED],
  ]);
  await makeContract(deps, acme, { lines: [{ productName: 'Azul Zulu', cycle: '8' }] });
  expect(await check(asked)).toMatchObject({ eol: false, evidence_degree: 'contract' });
});

test('tools that read endoflife.date see it as paid support, never as a later end', async () => {
  const plain = { cycle: '10', eol: UPSTREAM, extendedSupport: '2025-06-30' };
  expect(await cycle10()).toMatchObject(plain);
  const id = await makeContract(deps, acme);
  const covered = { ...plain, extendedSupport: COVERED };
  expect(await cycle10()).toMatchObject({
    ...covered,
    contract: { vendor: 'Freexian', until: COVERED },
  });
  const subject = { id: admin.id, createdAt: deps.clock.now(), organizationId: acme };
  const read = await readEndoflife(
    deps,
    { ...subject, scope: 'product', subjectId: null, product: 'debian' },
    'debian',
  );
  expect(read.find(({ cycle }) => cycle === '10')).toMatchObject(covered);
  await changeContract(deps, admin, id, { endsOn: dayOf('2026-12-01') });
  expect(await cycle10()).toMatchObject({ ...plain, extendedSupport: '2026-12-01' });
  await deleteContract(deps, admin, id);
  expect(await cycle10()).toMatchObject(plain);
  expect(await cycle10()).not.toHaveProperty('contract');
});

test.each([
  ['was there before it', 'before'],
  ['is named by it', 'after'],
])(
  'a contract that %s covers what an own product stands for, in lists and checks',
  async (_case, when) => {
    const cycles = [{ name: '18', supportedUntil: '2025-04-30' }];
    await withCatalog(deps, [debian, importedProduct({ name: 'Node.js', slug: 'nodejs', cycles })]);
    await scanImage(deps, acme, { image: 'a:1', software: [{ product: 'Node.js', cycle: '18' }] });
    const enter = (productName: string) =>
      makeContract(deps, acme, { lines: [{ productName, cycle: '18' }] });
    if (when === 'before') await enter('Node.js');
    const product = starterProduct.parse({
      ...{ slug: 'nodejs', name: 'Node (ACME)', category: 'lang' },
      cycles: [{ name: '18', supportedUntil: '2024-01-01' }],
    });
    await saveOwnProduct(deps, admin, { product, reason: 'Ours' });
    if (when === 'after') await enter('Node (ACME)');
    expect(await endOf({ component: { name: 'Node.js', version: '18.1' } })).toBe(SUPPORTED);
    expect(Object.values(await endsOf(deps, acme))).toEqual([`${COVERED} by Freexian`]);
  },
);

test('what came to be known to have ended after a contract was over has ended on a day that nobody knows', async () => {
  const cycle = (supportedUntil: string | true | null) =>
    importedProduct({
      name: 'Debian',
      purls: ['pkg:generic/debian'],
      cycles: [{ name: '9', supportedUntil, releasedOn: '2017-06-17' }],
    });
  const nine = { component: { name: 'Debian', version: '9' } };
  const software = [{ product: 'Debian', cycle: '9' }];
  await withCatalog(deps, [cycle(null)]);
  deps.clock.set('2024-03-01T12:00:00Z');
  await makePolicy(deps, acme, { type: 'EOL', scope: 'global', denyDays: 0 });
  await makeContract(deps, acme, {
    lines: [{ productName: 'Debian', cycle: '9' }],
    ...{ startsOn: dayOf('2024-02-01'), endsOn: dayOf('2025-06-01') },
  });
  const scan = () => scanImage(deps, acme, { image: 'web', software });
  const { image_tag_id: imageTagId } = await scan();
  const said = async () => {
    const [found] = await callAs(deps, acme).image.findings({ imageTagId });
    const { policy } = await scan();
    return [found?.eolDateKnown, found?.eolSource, policy.action, await endOf(nine)];
  };

  // The catalog learns of it while the contract runs: it ends with the contract, and then it has.
  deps.clock.set('2025-01-01T12:00:00Z');
  await withCatalog(deps, [cycle(true)]);
  expect(await said()).toEqual([true, 'contract', 'ALLOW', 'supported 2025-06-01 Freexian']);
  deps.clock.set('2026-01-01T12:00:00Z');
  expect(await said()).toEqual([true, 'contract', 'DENY', 'ended 2025-06-01 Freexian']);

  // It takes that back, and says so again when the contract is long over.
  await withCatalog(deps, [cycle(null)]);
  deps.clock.set('2026-11-15T12:00:00Z');
  await withCatalog(deps, [cycle(true)]);
  expect(await said()).toEqual([false, 'catalog', 'WARN', 'ended  Freexian']);
});
