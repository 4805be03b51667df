import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage, type SoftwareFound } from '@/test/factories';

let deps: TestDeps;
let organization: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-11-02T12:00:00Z');
  organization = await makeOrganization(deps);
});

const debian = [{ product: 'Debian Linux', cycle: '11', eol: '2026-08-31' }];
const calls = () => callAs(deps, organization, 'admin');
const nextDay = () => deps.clock.advance(DAY_MS);
const scan = async (image: string, software: readonly SoftwareFound[] = debian) =>
  await scanImage(deps, organization, { image, project: 'shop', software });
const retire = (id: string) => calls().retirement.retire({ id, body: {} });

/** Plans the same move everywhere and in the one project, which say the same; gives what they say. */
async function makePlans(projectId: string) {
  const move = { product_name: 'Debian Linux', cycle: '11', target_cycle: '13' } as const;
  const body = { ...move, due_on: '2026-12-31' } as const;
  const everywhere = await calls().plan.create({ body: { ...body, scope: 'organization' } });
  const ofProject = await calls().plan.create({
    body: { ...body, scope: 'project', project_id: projectId },
  });
  return async () => {
    const [one, other] = await Promise.all(
      [everywhere, ofProject].map(async ({ id }) => {
        const plan = await calls().plan.get({ id });
        const { state, images, images_left: left, done_on: doneOn, progress } = plan;
        const course = progress.map((point) => point.left).join(' ');
        return { state, images, left, doneOn, again: plan.found_again_at, course };
      }),
    );
    expect(one).toEqual(other);
    const listed = await calls().plan.list({});
    expect(listed.items.map(({ state }) => state)).toEqual([one?.state, one?.state]);
    // They are found out in another way for these.
    const state = one?.state ?? 'planned';
    expect(await calls().plan.list({ state })).toMatchObject({ total: 2 });
    return one;
  };
}

test('an image that is retired leaves the plan, and comes back to it as one that held the software meanwhile', async () => {
  const { project_id: projectId } = await scan('api:1');
  const { image_tag_id: web } = await scan('web:1');
  const seen = await makePlans(projectId);
  const none = { doneOn: null, again: null };
  nextDay();
  await retire(web);
  expect(await seen()).toEqual({ state: 'planned', images: 1, left: 1, ...none, course: '1 1' });
  nextDay();
  await calls().retirement.bringBack({ id: web });
  expect(await seen()).toEqual({ state: 'planned', images: 2, left: 2, ...none, course: '2 2 2' });
  nextDay();
  await retire(web);
  nextDay();
  await scan('web:1', []);
  expect(await seen()).toEqual({
    ...{ state: 'under_way', images: 2, left: 1, ...none, course: '2 2 2 2 1' },
  });
});

test('what moved stays moved: a plan of which the rest is retired is done, and goes on when that is back', async () => {
  const { project_id: projectId, image_tag_id: api } = await scan('api:1');
  const { image_tag_id: web } = await scan('web:1');
  await scan('jobs:1');
  const seen = await makePlans(projectId);
  nextDay();
  await scan('jobs:1', []);
  nextDay();
  await retire(api);
  await retire(web);
  const done = { state: 'done', images: 1, left: 0, doneOn: '2026-11-03', again: null };
  expect(await seen()).toEqual({ ...done, course: '1 0 0' });
  nextDay();
  await calls().image.delete({ id: api });
  expect(await seen()).toEqual({ ...done, course: '1 0 0 0' });
  nextDay();
  await calls().retirement.bringBack({ id: web });
  expect(await seen()).toEqual({
    ...{ state: 'under_way', images: 2, left: 1, doneOn: null, again: null, course: '2 1 1 1 1' },
  });
});

test('a plan of which all is retired is done without a day, and not found again with what comes back', async () => {
  const { project_id: projectId, image_tag_id: api } = await scan('api:1');
  const seen = await makePlans(projectId);
  nextDay();
  await retire(api);
  const none = { doneOn: null, again: null };
  expect(await seen()).toEqual({ state: 'done', images: 0, left: 0, ...none, course: '0 0' });
  nextDay();
  await scan('api:1');
  expect(await seen()).toEqual({ state: 'planned', images: 1, left: 1, ...none, course: '1 1 1' });
});

test('what moved, held it again and is retired then has left the plan as if it had never been', async () => {
  const { project_id: projectId } = await scan('api:1');
  const { image_tag_id: web } = await scan('web:1');
  const seen = await makePlans(projectId);
  nextDay();
  await scan('web:1', []);
  nextDay();
  await scan('web:1');
  nextDay();
  await retire(web);
  const none = { doneOn: null, again: null };
  expect(await seen()).toEqual({
    ...{ state: 'planned', images: 1, left: 1, ...none, course: '1 1 1 1' },
  });
});
