import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadImagesParams, toImagesQuery } from '@/features/image/params';
import { imagesLeftHref, imagesThereHref } from '@/features/plan/words';
import { createPlan } from '@/server/plan/service/plans';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeActor, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { dayOf, makeContract } from '@/test/contracts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { makeTeam } from '@/test/owners';

// A number on a plan's page and the list that it opens are one: whatever types it is found as, contracts and places.

const ENDED = '2024-06-30';

let deps: TestDeps;
let acme: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  const cycles = [
    { name: '13', supportedUntil: '2040-06-30' },
    { name: '10', supportedUntil: ENDED },
  ];
  await withCatalog(deps, [importedProduct({ name: 'Debian', cycles })]);
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-11-21T12:00:00Z');
  acme = await makeOrganization(deps);
});

const ends = { '10': ENDED, '13': '2040-06-30' } as const;

/** Scans an image that holds a release cycle of Debian as each of some types. Gives its project. */
async function scan(image: string, cycle: keyof typeof ends, types: readonly string[]) {
  const [project = ''] = image.split('-');
  const software = types.map((type) => ({ product: 'Debian', cycle, eol: ends[cycle], type }));
  return (await scanImage(deps, acme, { image, project, software })).project_id;
}

/** How many images the list of an address has; null: there is none. */
async function listed(href: string | null): Promise<number | null> {
  if (href === null) return null;
  const params = loadImagesParams(new URL(href, 'https://eventide.example'));
  return (await callAs(deps, acme).image.listForDashboard(toImagesQuery(params))).total;
}

interface Place {
  readonly projectId?: string;
  readonly teamId?: string;
}

async function planFor({ projectId, teamId }: Place) {
  const scope = projectId ? 'project' : teamId ? 'team' : 'organization';
  const { id } = await createPlan(deps, await makeActor(deps, acme), {
    ...{ scope, projectId: projectId ?? null, teamId: teamId ?? null },
    ...{ productName: 'Debian', cycle: '10', targetProduct: 'Debian', targetCycle: '13' },
    ...{ dueOn: dayOf('2027-06-01'), ownerId: null, ownerTeamId: null },
    ...{ ticket: null, note: null, started: false },
  });
  return callAs(deps, acme).plan.get({ id });
}

/** Images that hold Debian 10 as one type and as two, in projects of a team and of nobody. */
async function fleet() {
  const pay = await scan('pay-api:1', '10', ['deb']);
  await scan('pay-web:1', '10', ['binary']);
  await scan('pay-jobs:1', '10', ['deb', 'binary']);
  const shop = await scan('shop-api:1', '10', ['deb']);
  await scan('shop-web:1', '10', ['rpm']);
  const teamId = await makeTeam(deps, acme, { name: 'Payments', projects: [pay] });
  return { pay, shop, teamId };
}

/** The number of images left of a plan for each place, and how many the list has that it opens. */
async function numbers({ pay, shop, teamId }: Awaited<ReturnType<typeof fleet>>) {
  const found: (number | null)[][] = [];
  for (const place of [{}, { projectId: pay }, { projectId: shop }, { teamId }]) {
    const plan = await planFor(place);
    found.push([plan.images_left, await listed(imagesLeftHref(plan))]);
  }
  return found;
}

const SAME = [
  [5, 5],
  [3, 3],
  [2, 2],
  [3, 3],
];

test('of the images left, held as several types and in one place', async () => {
  expect(await numbers(await fleet())).toEqual(SAME);
});

test.each(['2026-11-20', '2028-01-01'])(
  'of the images left, where a contract until %s covers all or some',
  async (endsOn) => {
    const places = await fleet();
    const { pay: projectId, teamId } = places;
    await makeContract(deps, acme, { scope: 'project', projectId, endsOn: dayOf(endsOn) });
    expect(await numbers(places)).toEqual(SAME);
    await makeContract(deps, acme, { scope: 'team', teamId, endsOn: dayOf('2028-05-01') });
    await makeContract(deps, acme, { endsOn: dayOf('2028-03-01') });
    const { items } = await callAs(deps, acme).plan.list({});
    expect(items).toHaveLength(SAME.length);
    for (const plan of items) expect(await listed(imagesLeftHref(plan))).toBe(plan.images_left);
  },
);

test('of the images that a move has brought there already', async () => {
  const { shop: projectId } = await fleet();
  await scan('pay-api:2', '13', ['deb']);
  await scan('pay-web:2', '13', ['binary']);
  await scan('shop-jobs:2', '13', ['deb', 'binary']);
  await makeContract(deps, acme, {
    ...{ scope: 'project', projectId, lines: [{ productName: 'Debian', cycle: null }] },
  });
  const { software_ids: ids } = await planFor({});
  // As the page reads what can be moved to.
  const { lifecycle } = await callAs(deps, acme).software.get({ softwareId: ids[0] ?? '' });
  const [target] = lifecycle.filter(({ isThis }) => !isThis);
  expect(target).toMatchObject({ name: '13', images: 3 });
  expect(await listed(target ? imagesThereHref(target) : null)).toBe(3);
});

test('the software of a plan is named first as it is without a contract, then under each', async () => {
  const projectId = await scan('pay-api:1', '10', ['deb']);
  await makeContract(deps, acme, { scope: 'project', projectId });
  const { software_ids: ids } = await planFor({});
  const contracts = [];
  for (const softwareId of ids)
    contracts.push((await callAs(deps, acme).software.get({ softwareId })).contract?.vendor);
  expect(contracts).toEqual([undefined, 'Freexian']);
});
