import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Product } from '@/domain/catalog/catalog';
import type { ComponentQuery } from '@/domain/catalog/match';
import { overlaidView } from '@/domain/catalog/overlay';
import { foldedName, foldedNamesOf } from '@/domain/catalog/product-names';
import { starterProduct, toProduct } from '@/domain/catalog/starter-product';
import { type CatalogView, indexCatalog } from '@/domain/catalog/view';
import { dayOf, type Day, parseDay } from '@/domain/eol/calendar';
import { identityOf } from '@/domain/identifiers/identity';
import { findCatalogFacts } from '@/server/catalog/repository/follow';
import { upsertOverride, upsertOwnProduct } from '@/server/catalog/repository/overlay';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';

let db: TestDatabase;
let deps: TestDeps;
let organizationId: OrganizationId;

/** Each has a name, a slug and an alias that are three words, so that no two are one name. */
const CATALOG = [
  importedProduct({
    ...{ name: 'Ant', slug: 'ant-hill', aliases: ['formica'], purls: ['pkg:docker/library/ant'] },
    cycles: [
      { name: '2', supportedUntil: '2024-02-02' },
      { name: '3', supportedUntil: true },
    ],
  }),
  importedProduct({
    ...{
      name: 'Bee',
      slug: 'bee-hive',
      aliases: ['apis', 'wasp'],
      purls: ['pkg:docker/library/bee'],
    },
    cycles: [
      { name: '2', supportedUntil: '2029-09-09' },
      { name: '3', supportedUntil: null },
      { name: '4', supportedUntil: '2030-01-01' },
    ],
  }),
];

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  organizationId = await makeOrganization(deps);
  await withCatalog(deps, CATALOG);
});
afterAll(() => db.close());

const NAMES = ['Ant', 'ant-hill', 'formica', 'Bee', 'bee-hive', 'apis', 'Own', 'own-one', 'mine'];
const CYCLES = ['1', '2', '3', '4'];
const date = fc.constantFrom('2023-03-03', '2027-07-07', '2031-11-11');
const ownProduct = fc.record({
  name: fc.constantFrom(...NAMES),
  slug: fc.constantFrom('ant-hill', 'bee-hive', 'formica', 'wasp', 'own-one', 'own-two'),
  aliases: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 2 }),
  cycles: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom(...CYCLES),
      supportedUntil: fc.oneof(date, fc.constantFrom(null, true)),
    }),
    { selector: ({ name }) => name, minLength: 1 },
  ),
});
const dates = fc.uniqueArray(
  fc.record({
    productName: fc.constantFrom(...NAMES),
    cycle: fc.constantFrom(...CYCLES),
    on: date,
  }),
  { selector: ({ productName, cycle }) => `${productName} ${cycle}`, maxLength: 6 },
);
const world = fc.record({ own: fc.array(ownProduct, { maxLength: 3 }), dates });
type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never;

const toDay = (text: string): Day => parseDay(text) ?? expect.fail(text);
const toOwn = (given: World['own'][number]) =>
  starterProduct.parse({ category: 'server-app', ...given });

/** No two products of an organization's own have one name. */
function withFreeNames(own: World['own']) {
  const taken = new Set<string>();
  return own.map(toOwn).filter((document) => {
    const names = foldedNamesOf(toProduct(document, 'organization'));
    if (names.some((name) => taken.has(name))) return false;
    names.forEach((name) => taken.add(name));
    return true;
  });
}

/** Stores what an organization says itself, in the place of what it said, and gives its view of the catalog. */
async function say({ own, dates: given }: World): Promise<CatalogView> {
  const documents = withFreeNames(own);
  const [setBy, setAt, reason] = ['Ada', deps.clock.now(), 'test'];
  await db.query('DELETE FROM own_product WHERE organization_id = $1', [organizationId]);
  await db.query('DELETE FROM lifecycle_override WHERE organization_id = $1', [organizationId]);
  await db.transaction(async (tx) => {
    for (const document of documents) {
      const nameKeys = foldedNamesOf(toProduct(document, 'organization'));
      const { slug, name } = document;
      const row = { id: randomUUID(), slug, name, nameKeys, document, sourceId: null };
      await upsertOwnProduct(organizationId, tx, { ...row, reason, setBy, setAt });
    }
    for (const { productName, cycle, on } of given) {
      const nameKey = foldedName(productName);
      const row = { id: randomUUID(), productName, nameKey, cycle, endsOn: toDay(on) };
      const cycleKey = identityOf(nameKey, cycle);
      await upsertOverride(organizationId, tx, { ...row, cycleKey, reason, setBy, setAt });
    }
  });
  const ownProducts = documents.map((document) => toProduct(document, 'organization'));
  const overrides = given.map(({ on, ...one }) => ({ ...one, endsOn: toDay(on) }));
  const setOn = dayOf(setAt);
  return overlaidView(indexCatalog(CATALOG, setOn), {
    ownProducts,
    overrides: overrides.map((one) => ({ ...one, reason, setBy, setOn })),
  });
}

interface Ends {
  readonly own: Day | null;
  readonly catalog: Day | null;
  readonly ended: boolean;
}

/** What the database makes of software that scanners, or matches, give these names. */
async function stored(
  cycles: readonly { readonly product: string; readonly cycle: string }[],
): Promise<Ends[]> {
  const asked = cycles.map(({ product, cycle }) => ({
    ...{ cycleKey: randomUUID(), searchText: foldedName(product), cycle },
  }));
  const facts = await db.transaction((tx) =>
    findCatalogFacts(organizationId, tx, asked, dayOf(deps.clock.now())),
  );
  return asked.map(({ cycleKey }) => {
    const found = facts.get(cycleKey) ?? expect.fail(cycleKey);
    const ended = found.catalogEnded || found.catalogInferredFrom !== null;
    return { own: found.overrideEolOn, catalog: found.catalogEolOn, ended };
  });
}

interface Known extends Ends {
  readonly product: Product;
}

/** What a check says; null where nothing is found. */
function known(view: CatalogView, component: ComponentQuery): Known | null {
  const match = view.match(component);
  if (!match.found) return null;
  const end = match.cycle.support.find(({ level }) => level === 'STANDARD_SUPPORT');
  const { override, endsOn = null, ended = false } = end ?? {};
  const { product } = match;
  if (!override) return { product, own: null, catalog: endsOn, ended };
  return { product, own: endsOn, catalog: override.catalogEndsOn, ended: override.catalogEnded };
}

const byName = (name: string, version: string): ComponentQuery => ({
  ...{ kind: 'name', name, version, ecosystem: 'generic' },
});

test('what an organization says itself is the same of what is stored and of what is asked, by each name', async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(world, async (given) => {
      const view = await say(given);
      const cases = CYCLES.flatMap((cycle) => [
        ...NAMES.map((name) => ({ name, cycle, end: known(view, byName(name, cycle)) })),
        ...['Ant', 'Bee'].map((name) => {
          const purl = `pkg:docker/library/${name.toLowerCase()}@${cycle}`;
          return { name, cycle, end: known(view, { kind: 'purl', purl }) };
        }),
      ]).flatMap(({ end, ...one }) => (end ? [{ ...one, end }] : []));
      compared += cases.length;
      const expected = cases.map(({ end: { own, catalog, ended } }) => ({ own, catalog, ended }));
      // As a scanner names it, and as it is named by what it was found to be.
      const named = cases.map(({ name, cycle }) => ({ product: name, cycle }));
      expect(await stored(named)).toEqual(expected);
      const found = cases.map(({ end, cycle }) => ({ product: end.product.name, cycle }));
      expect(await stored(found)).toEqual(expected);
    }),
    { numRuns: 150 },
  );
  expect(compared).toBeGreaterThan(1_000);
});
