import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf } from '@/domain/eol/calendar';
import { EOL_STATES } from '@/domain/eol/proximity';
import { SORT_DIRECTIONS } from '@/domain/list';
import { EVIDENCE_DEGREES } from '@/domain/evidence/degree';
import { identityOf } from '@/domain/identifiers/identity';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage, type SoftwareFound } from '@/test/factories';
import { fleetFindings, fleetPage, isBySoftware, type FleetList } from './repository/fleet';

/** A page by software is what the statement for any list says of it. */

let db: TestDatabase;
let deps: TestDeps;
let organization: OrganizationId;

const ENDS = ['2020-01-01', '2020-01-01', '2026-12-31', '2027-06-01', '2035-01-01', undefined];

/** Software with equal ends, equal names, and ends that are not known. */
const SOFTWARE: readonly SoftwareFound[] = Array.from({ length: 24 }, (_, number) => {
  const eol = ENDS[number % ENDS.length];
  return {
    product: `Product ${String(number >> 2)}`,
    cycle: String(number % 4),
    type: number % 3 === 0 ? 'npm' : 'python',
    ...(eol === undefined ? {} : { eol }),
    ...(number % 7 === 5 ? { ended: true } : {}),
  };
});

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  organization = await makeOrganization(deps);
  for (let image = 0; image < 9; image += 1) {
    // Some in all images, some in few, the last in none any more.
    const software = SOFTWARE.slice(0, -1).filter((_, number) => (number + image) % 5 <= image % 4);
    const reference = { project: `of ${String(image % 2)}`, image: `image-${String(9 - image)}:1` };
    await scanImage(deps, organization, { ...reference, software: SOFTWARE.slice(-3) });
    await scanImage(deps, organization, { ...reference, software });
  }
  const other = await makeOrganization(deps);
  await scanImage(deps, other, { software: SOFTWARE });
});
afterAll(() => db.close());

const listOf = (conditions: Partial<FleetList>): FleetList => ({
  ...{ words: [], state: null, evidence: null, artifactType: null, productKey: null },
  ...{
    projectIds: null,
    owner: null,
    label: null,
    running: null,
    waived: null,
    ids: null,
    before: null,
    past: null,
    sort: 'end',
    direction: 'asc',
  },
  today: dayOf(deps.clock.now()),
  ...conditions,
});

const CONDITIONS: readonly Partial<FleetList>[] = [
  {},
  ...EOL_STATES.map((state) => ({ state })),
  { artifactType: 'npm' },
  ...EVIDENCE_DEGREES.map((evidence) => ({ evidence })),
  { productKey: identityOf('Product 2') },
  { artifactType: 'python', state: 'ended' },
  { artifactType: 'nothing' },
];
const ORDERS = (['end', 'name'] as const).flatMap((sort) =>
  SORT_DIRECTIONS.map((direction) => ({ sort, direction })),
);

test('there is something of every kind', async () => {
  const { total, states } = await fleetPage(organization, deps.db, listOf({}), {
    page: 1,
    size: 1,
  });
  expect(total).toBeGreaterThan(50);
  expect(Math.min(...Object.values(states))).toBeGreaterThan(1);
});

test.each(ORDERS)('in the order of %o, at every page', async (order) => {
  for (const conditions of CONDITIONS) {
    const list = listOf({ ...conditions, ...order });
    expect(isBySoftware(list)).toBe(true);
    for (const size of [4, 7, 100]) {
      let seen = 0;
      for (let page = 1; ; page += 1) {
        const told = await fleetFindings(organization, deps.db, list, { page, size }).execute();
        const { items, total, states } = await fleetPage(organization, deps.db, list, {
          ...{ page, size },
        });
        const expected = told.flatMap((row) => (row.id === null ? [] : [row]));
        expect(items).toEqual(expected);
        expect({ total, ...states }).toMatchObject(countsOf(told[0]));
        seen += items.length;
        if (items.length === 0) break;
      }
      const { total } = await fleetPage(organization, deps.db, list, { page: 1, size });
      expect(seen).toBe(total);
    }
  }
});

/** What both statements say of the whole list. */
function countsOf(row: Record<(typeof EOL_STATES)[number] | 'total', number> | undefined) {
  if (!row) throw new Error('A page without a row');
  const { total, ended, soon, next, later, unknown } = row;
  return { total, ended, soon, next, later, unknown };
}

test('a list of some images, or by them, is not', () => {
  for (const conditions of [
    { words: [{ text: 'a', version: null, productNames: [] }] },
    { projectIds: [] },
    { ids: [] },
    { label: { name: 'team', values: ['shop'], isIn: true } },
    { running: { ids: [], isIn: true } },
    { waived: { by: [], isIn: false } },
    { before: new Date(0) },
    { sort: 'image' },
    { sort: 'firstSeen' },
  ] as const) {
    expect(isBySoftware(listOf(conditions))).toBe(false);
  }
});
