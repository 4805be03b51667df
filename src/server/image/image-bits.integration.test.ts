import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '@/domain/eol/calendar';
import { EOL_STATES } from '@/domain/eol/proximity';
import { writeSomeBits } from '@/server/holding/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage, type SoftwareFound } from '@/test/factories';
import { imagesForExport } from './service';

/** Lists of images say the same of what they hold, whether it is in bits or not, and what is listed of each image. */

let deps: TestDeps;
let organization: OrganizationId;
const ENDS = [undefined, '2020-01-01', '2026-12-24', '2027-09-01', '2031-01-01'];
const PRODUCTS = ['Lua', 'Go', 'Node.js', 'Redis', 'Django', 'Rails'];

/** The same numbers in every run. */
let seed = 3;
function randomInt(below: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
}

function someSoftware(): SoftwareFound[] {
  return PRODUCTS.flatMap((product) => {
    const cycle = randomInt(9);
    const eol = ENDS[cycle];
    return cycle >= ENDS.length
      ? []
      : [{ product, cycle: String(cycle), ...(eol === undefined ? {} : { eol }) }];
  });
}

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  organization = await makeOrganization(deps);
  const ids: string[] = [];
  for (let image = 0; image < 40; image += 1) {
    if (image === 20) deps.clock.advance(31 * DAY_MS);
    const { image_tag_id: id } = await scanImage(deps, organization, {
      project: `project-${String(randomInt(4))}`,
      ...{ image: `image-${String(image)}:1`, software: someSoftware() },
      ...{ verified: randomInt(2) === 0, labels: { stage: ['dev', 'live'][randomInt(2)] ?? '' } },
    });
    ids.push(id);
  }
  const [retired = '', deleted = ''] = ids;
  await callAs(deps, organization, 'admin').retirement.retire({ id: retired, body: {} });
  await callAs(deps, organization, 'admin').image.delete({ id: deleted });
  await scanImage(deps, await makeOrganization(deps, 'Other'), { software: someSoftware() });
});
afterAll(() => deps.db.close());

const images = () => callAs(deps, organization).image;
type Query = Parameters<ReturnType<typeof images>['listForDashboard']>[0];
type Listed = Awaited<ReturnType<ReturnType<typeof images>['listForDashboard']>>['items'][number];
interface Question {
  readonly query: Omit<Query, 'sort' | 'direction' | 'page' | 'size'>;
  readonly keeps: (image: Listed) => boolean;
}

async function questions(all: readonly Listed[]): Promise<Question[]> {
  const { items: software } = await callAs(deps, organization).software.listForDashboard({
    ...{ page: 1, size: 100 },
  });
  const { id: softwareId = '', productName } = software.find(({ images }) => images > 2) ?? {};
  const ofSoftware = await images().listForDashboard({ softwareIds: [softwareId], size: 100 });
  const ofProduct = await images().listForDashboard({ productName: productName ?? '', size: 100 });
  const among =
    ({ items }: { readonly items: readonly Listed[] }) =>
    ({ id }: Listed) =>
      items.some((image) => image.id === id);
  expect(ofSoftware.total).toBeGreaterThan(0);
  const first = all[0];
  if (!first) throw new Error('There is no image');
  return [
    { query: {}, keeps: () => true },
    ...EOL_STATES.map((state) => ({
      query: { state },
      keeps: (image: Listed) => image.states[state] > 0,
    })),
    { query: { softwareIds: [softwareId] }, keeps: among(ofSoftware) },
    {
      query: { productName: productName ?? '', state: 'ended' },
      keeps: (image) => among(ofProduct)(image) && image.states.ended > 0,
    },
    {
      query: { projectId: first.projectId, state: 'soon' },
      keeps: ({ projectId, states }) => projectId === first.projectId && states.soon > 0,
    },
    {
      query: { verified: true, state: 'later' },
      keeps: ({ imageVerified, states }) => imageVerified && states.later > 0,
    },
    {
      query: { search: 'image-1', state: 'ended' },
      keeps: ({ name, states }) => name.includes('image-1') && states.ended > 0,
    },
    {
      query: { label: { key: 'stage', operator: 'IN', value: 'dev' }, state: 'ended' },
      keeps: ({ labels, states }) => labels?.['stage'] === 'dev' && states.ended > 0,
    },
    { query: { owner: 'none', state: 'unknown' }, keeps: ({ states }) => states.unknown > 0 },
    {
      query: { notSeenForDays: 30, state: 'ended' },
      keeps: ({ lastSeenDate, states }) =>
        Date.parse(lastSeenDate ?? '') < deps.clock.now().getTime() - 30 * DAY_MS &&
        states.ended > 0,
    },
    { query: { notSeenForDays: 31 }, keeps: () => false },
    { query: { running: true }, keeps: () => false },
  ];
}

/** Asks everything, and holds it against what is listed of each image. */
async function hold() {
  const { items: all } = await images().listForDashboard({ size: 100 });
  expect(all).toHaveLength(38);
  for (const { query, keeps } of await questions(all)) {
    const kept = all.filter(keeps);
    for (const sort of ['name', 'project', 'ended', 'latestScan'] as const) {
      const page = await images().listForDashboard({ ...query, sort, direction: 'asc', size: 100 });
      expect(page.total).toBe(kept.length);
      expect(page.items.map(({ id }) => id).sort()).toEqual(kept.map(({ id }) => id).sort());
    }
    const byEnded = kept.toSorted((left, right) => right.states.ended - left.states.ended);
    const asked = { ...query, sort: 'ended', direction: 'desc' } as const;
    const second = await images().listForDashboard({ ...asked, page: 2, size: 4 });
    expect(second.items).toEqual(byEnded.slice(4, 8));
    const exported: unknown[] = [];
    for await (const batch of imagesForExport(deps, organization, { ...asked, asOf: null }, null))
      exported.push(...batch);
    expect(exported).toEqual(byEnded);
    const { state: _, ...whole } = query;
    if (query.state) continue;
    expect(await images().states(whole)).toEqual(
      Object.fromEntries(
        EOL_STATES.map((state) => [state, kept.filter(({ states }) => states[state] > 0).length]),
      ),
    );
  }
}

test('lists are the same before bits are written, while they are, and after that', async () => {
  await hold();
  await deps.db.transaction((tx) => writeSomeBits(organization, tx, 20));
  const [half] = await deps.db.query('SELECT count(*)::int AS images FROM image_bits');
  expect(half).toMatchObject({ images: 18 });
  await hold();
  await deps.db.transaction((tx) => writeSomeBits(organization, tx, 100));
  expect(
    await deps.db.query('SELECT FROM image_bits_change WHERE organization_id = $1', [organization]),
  ).toEqual([]);
  await hold();
});
