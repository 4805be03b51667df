import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf } from '@/domain/eol/calendar';
import type { EolState } from '@/domain/eol/proximity';
import { identityOf } from '@/domain/identifiers/identity';
import { foldedName } from '@/domain/catalog/product-names';
import { useOfProducts, usesByCycle } from '@/server/catalog/repository/use';
import { countImagesOfProducts } from '@/server/note/repository';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { TimelineFilter } from '@/server/timeline/repository/held';
import { countedImagesOfLines, keptImagesOfLines } from '@/server/timeline/repository/lines';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage, type SoftwareFound } from '@/test/factories';
import { addUpAll, wrongCounts } from './service';

/** What is kept of products says what counting the findings says, whatever is asked and whatever was done to the images. */

let deps: TestDeps;
let organization: OrganizationId;
const PRODUCTS = ['Lua', 'lua', 'Go', 'Node.js', 'Redis', 'Django'];
const KEYS = PRODUCTS.map((name) => identityOf(name));
const ENDS = ['2020-01-01', '2026-03-01', '2031-01-01', undefined];

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  organization = await makeOrganization(deps);
  await scanImage(deps, await makeOrganization(deps, 'Other'), { software: [{ product: 'Lua' }] });
});
afterAll(() => deps.db.close());

/** The same numbers in every run. */
let seed = 11;
function randomInt(below: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
}

/** Of each product none, one or several cycles, each as one or several package types. */
function someSoftware(): SoftwareFound[] {
  const found: SoftwareFound[] = [];
  for (const product of PRODUCTS)
    for (const cycle of [1, 2, 3])
      for (const type of ['deb', 'npm']) {
        if (randomInt(4) > 0) continue;
        const eol = ENDS[cycle];
        found.push({ product, cycle: String(cycle), type, ...(eol === undefined ? {} : { eol }) });
      }
  return found;
}

const day = (text: string) => dayOf(new Date(text));

const FILTERS: readonly Partial<TimelineFilter>[] = [
  {},
  { artifactType: 'npm' },
  { states: ['ended'] satisfies EolState[] },
  { states: ['later', 'unknown'], artifactType: 'deb' },
  { range: { after: day('2025-12-01'), until: day('2026-12-01') } },
];

function filterOf(part: Partial<TimelineFilter>): TimelineFilter {
  const all = { projectId: null, label: null, owner: null, past: null };
  const any = { artifactType: null, states: null, range: null, heldIds: null };
  return { ...all, ...any, today: day('2026-01-15'), ...part };
}

/** Image tags by slug, and by slug and cycle, counted one by one. */
async function counted() {
  const rows = await deps.db.query<{ name: string; cycle: string | null; images: number }>(
    `SELECT c.search_text AS name, c.cycle, count(DISTINCT f.image_tag_id)::int AS images
       FROM finding f
       JOIN software s ON s.organization_id = f.organization_id AND s.id = f.software_id
       JOIN software_cycle c ON c.organization_id = f.organization_id AND c.id = s.software_cycle_id
      WHERE f.organization_id = $1 AND f.is_open
      GROUP BY GROUPING SETS ((c.search_text), (c.search_text, c.cycle))`,
    [organization],
  );
  return rows;
}

const inOrder = <Row extends object>(rows: readonly Row[]) =>
  rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort();

async function hold() {
  const names = [...new Set(PRODUCTS.map(foldedName))].map((name) => ({
    slug: name,
    nameKey: name,
  }));
  for (const part of FILTERS) {
    const kept = await keptImagesOfLines(organization, deps.db, filterOf(part), KEYS);
    const real = await countedImagesOfLines(organization, deps.db, filterOf(part), KEYS);
    expect(inOrder(kept.lines)).toEqual(inOrder(real.lines));
    expect(inOrder(kept.software)).toEqual(inOrder(real.software));
  }
  const truth = await counted();
  const uses = await usesByCycle(organization, deps.db, names);
  expect(inOrder(uses.map(({ slug, cycle, images }) => ({ name: slug, cycle, images })))).toEqual(
    inOrder(truth),
  );
  const ofProducts = [...(await useOfProducts(organization, deps.db, names))];
  expect(inOrder(ofProducts.map(([name, { images }]) => ({ name, cycle: null, images })))).toEqual(
    inOrder(truth.filter(({ cycle }) => cycle === null)),
  );
  const ofNotes = await countImagesOfProducts(organization, deps.db, KEYS);
  const { lines } = await countedImagesOfLines(organization, deps.db, filterOf({}), KEYS);
  expect(ofNotes).toEqual(new Map(lines.map(({ productKey, images }) => [productKey, images])));
}

test('what is kept of products is what their findings say, added up or not', async () => {
  const admin = callAs(deps, organization, 'admin');
  for (let turn = 0; turn < 30; turn += 1) {
    const { image_tag_id: id } = await scanImage(deps, organization, {
      project: `project-${String(randomInt(3))}`,
      ...{ image: `image-${String(randomInt(6))}:1`, software: someSoftware() },
    });
    if (turn % 7 === 1) await admin.retirement.retire({ id, body: {} });
    if (turn % 7 === 3) await admin.image.delete({ id });
    if (turn === 20) {
      const { items } = await admin.project.listForDashboard({ page: 1, size: 1 });
      for (const project of items) await admin.project.delete({ id: project.id });
    }
    expect(await wrongCounts(deps, organization)).toBe(0);
    if (turn % 4 === 2) await hold();
    if (turn % 3 === 0) await addUpAll(deps, new AbortController().signal);
  }
  await addUpAll(deps, new AbortController().signal);
  await hold();
  expect(await deps.db.query('SELECT FROM product_holding WHERE images = 0')).toEqual([]);
  expect(await deps.db.query('SELECT FROM product_holding_change')).toEqual([]);
});

test('what is kept wrong of products is found', async () => {
  await deps.db.query(
    `UPDATE product_holding SET images = images + 1 WHERE organization_id = $1 AND product_key = (
       SELECT min(product_key::text)::uuid FROM product_holding WHERE organization_id = $1)`,
    [organization],
  );
  expect(await wrongCounts(deps, organization)).toBe(2);
});
