import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Day } from '@/domain/eol/calendar';
import { deletePolicy, patchPolicy } from '@/server/policy/service/policies';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { backgroundDone } from '@/server/platform/jobs/background';
import { keepContracts } from '@/server/contract/jobs';
import { deleteContract } from '@/server/contract/service/contracts';
import { makeActor, makeOrganization } from '@/test/accounts';
import { dayOf, makeContract } from '@/test/contracts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import {
  makePolicy,
  runImages,
  scanImage,
  type ScannedImage,
  type SoftwareFound,
} from '@/test/factories';
import { failingOnce } from '@/test/failing';
import { forgetLimits } from '@/test/limits';
import { hearing, saidIn } from '@/test/messages';
import { makeTeam } from '@/test/owners';
import { signedIn } from '@/test/people';
import { recordStatements } from '@/test/recordings';
import { RestClient } from '@/test/rest-client';
import { ask, decide } from '@/test/waivers';
import { createRejudging } from './jobs';

let deps: TestDeps;
let rest: RestClient;
let organization: OrganizationId;
let policy: string;
let rejudge: () => Promise<unknown>;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  rest = new RestClient(deps);
});
afterAll(async () => {
  await backgroundDone(deps);
  await deps.db.close();
});
beforeEach(async () => {
  await backgroundDone(deps);
  await forgetLimits(deps.db);
  deps.clock.set('2026-11-21T12:00:00Z');
  await deps.db.query('DELETE FROM denied_software', []);
  organization = await makeOrganization(deps);
  await hearing(deps, organization, 'build.denied');
  policy = await makePolicy(deps, organization, { denyDays: 0 });
  const round = createRejudging(deps);
  rejudge = () => round(new AbortController().signal);
});

const redis = { product: 'Redis', cycle: '6', eol: '2026-11-01' };
const node = { product: 'Node.js', cycle: '16', eol: '2023-09-11' };
const python = { product: 'Python', cycle: '3.14', eol: '2030-10-31' };
const upload = (
  image: string,
  software: readonly SoftwareFound[] = [redis],
  more: Partial<ScannedImage> = {},
) => scanImage(deps, organization, { project: 'shop', image, software, ...more });
/** What was said of whom, and whether it is solved, since the last time that this was asked. */
let seen = 0;
beforeEach(() => {
  seen = 0;
});
async function said() {
  const all = await saidIn(deps, organization, 'build.denied');
  const news = all.slice(seen);
  seen = all.length;
  return news.map(({ title, items }) => [
    title,
    ...items.map(({ key, isSolved }) => (isSolved ? `${key} solved` : key)),
  ]);
}
const REDIS = 'Redis/6/nobody';
const SOLVED = ['No image is denied any more for Redis 6', `${REDIS} solved`];
const AGAIN = ['Denied again: Redis 6', REDIS];
const admin = () => makeActor(deps, organization, 'admin');

/** Waives Redis 6 in the project until the 1st of December. */
async function waive() {
  const person = (role: 'admin' | 'member') =>
    signedIn(deps, rest, { organizationId: organization, role });
  const { id } = await ask(await person('member'), {
    ...{ product_name: 'Redis', cycle: '6', ends_on: '2026-12-01' },
  });
  await decide(await person('admin'), id, 'granted');
}

describe('a denial', () => {
  test('is solved once it is waived, and comes back when the waiver ends, each said once', async () => {
    await upload('api:1', [redis, python]);
    await said();
    await rejudge();
    expect(await said()).toEqual([]);
    await waive();
    await rejudge();
    await rejudge();
    expect(await said()).toEqual([SOLVED]);
    deps.clock.set('2026-12-02T00:00:00Z');
    await rejudge();
    await rejudge();
    expect(await said()).toEqual([AGAIN]);
    const [message] = (await saidIn(deps, organization, 'build.denied')).slice(-1);
    expect(message).toMatchObject({
      severity: 'critical',
      items: [
        {
          since: '2026-11-01',
          where: { images: 1, projects: 1, named: [expect.stringContaining('api')] },
          path: '/software?product=Redis&owner=none',
        },
      ],
    });
    // The next build says nothing new.
    await upload('api:2', [redis, python]);
    expect(await said()).toEqual([]);
  });

  test('comes back as well when a scan passed because of the waiver, and not when the software is gone', async () => {
    await upload('api:1');
    await upload('web:1');
    await waive();
    await upload('api:2');
    expect((await said()).slice(2)).toEqual([]);
    await upload('web:2', [python]);
    expect(await said()).toEqual([['web:2 passes again', `${REDIS} solved`]]);
    await rejudge();
    deps.clock.set('2026-12-02T00:00:00Z');
    await upload('web:3', [python]);
    await rejudge();
    expect(await said()).toEqual([AGAIN]);
    await upload('api:3', [python]);
    await rejudge();
    expect((await said()).flat()).toEqual([expect.any(String), `${REDIS} solved`]);
    expect(await deps.db.of(organization).deniedSoftware.count()).toBe(0);
  });

  test('said by a scan before it was judged anew is not said again', async () => {
    await upload('api:1');
    await waive();
    await rejudge();
    deps.clock.set('2026-12-02T00:00:00Z');
    await said();
    await upload('api:2');
    await rejudge();
    expect(await said()).toEqual([['api:2 is denied', REDIS]]);
  });

  test('is solved when a policy is deleted, begins later, or a contract covers it, and comes back', async () => {
    await upload('api:1');
    await said();
    const contract = await makeContract(deps, organization, {
      lines: [{ productName: 'Redis', cycle: '6' }],
    });
    await rejudge();
    expect(await said()).toEqual([SOLVED]);
    await deleteContract(deps, await admin(), contract);
    await rejudge();
    expect(await said()).toEqual([AGAIN]);
    deps.clock.advance(1);
    const patch = { denyDays: null, denyOn: dayOf('2027-01-01') };
    await patchPolicy(deps, await admin(), policy, () => patch);
    await rejudge();
    expect(await said()).toEqual([SOLVED]);
    deps.clock.set('2027-01-01T00:00:00Z');
    await rejudge();
    expect(await said()).toEqual([AGAIN]);
    await deletePolicy(deps, await admin(), policy);
    await rejudge();
    expect(await said()).toEqual([SOLVED]);
  });

  test('is no news where one contract follows another, whoever looks first on that day', async () => {
    await upload('api:1');
    await said();
    const [first, second, last] = ['2026-01-01', '2027-01-01', '2028-01-01'].map(dayOf);
    const lines = [{ productName: 'Redis', cycle: '6' }];
    await makeContract(deps, organization, { lines, startsOn: first, endsOn: second });
    const next = { lines, startsOn: second, endsOn: last, vendor: 'Another' };
    await makeContract(deps, organization, next);
    await rejudge();
    expect(await said()).toEqual([SOLVED]);
    deps.clock.set('2027-01-01T00:00:05Z');
    await rejudge();
    expect(await said()).toEqual([]);
    await keepContracts(deps, new AbortController().signal);
    await rejudge();
    expect(await said()).toEqual([]);
    // The end of the last one is one.
    deps.clock.set('2028-01-01T00:00:05Z');
    await rejudge();
    expect(await said()).toEqual([AGAIN]);
  });

  test('is solved for each owner when none of their images is denied, in one message', async () => {
    const { project_id: project } = await upload('pay:1', [redis, node], { project: 'payments' });
    const team = await makeTeam(deps, organization, { name: 'Payments', projects: [project] });
    await upload('pay:2', [redis, node], { project: 'payments' });
    await upload('api:1');
    await upload('web:1');
    await said();
    await waive();
    await rejudge();
    // The waiver is of the project shop.
    expect(await said()).toEqual([SOLVED]);
    await deletePolicy(deps, await admin(), policy);
    await rejudge();
    expect(await said()).toEqual([
      [
        'No image is denied any more for Node.js 16 and 1 more',
        ...[`Node.js/16/${team} solved`, `Redis/6/${team} solved`],
      ],
    ]);
  });
});

describe('the end that is told of what is denied again', () => {
  const lines = [{ productName: 'Redis', cycle: '6' }];
  const change = async (patch: { denyDays?: number | null; denyOn?: Day | null }) => {
    deps.clock.advance(1);
    await patchPolicy(deps, await admin(), policy, () => patch);
    await rejudge();
  };
  const pass = () => change({ denyDays: null, denyOn: dayOf('2030-01-01') });
  async function told() {
    const [message] = (await saidIn(deps, organization, 'build.denied')).slice(-1);
    return message?.items.map(({ key, since, until }) => [key, since, until]);
  }

  test('is that of the contract, be it on still or over', async () => {
    await upload('api:1', [redis, python]);
    await makeContract(deps, organization, { lines, endsOn: dayOf('2026-11-30') });
    await rejudge();
    await said();
    await change({ denyDays: 30 });
    expect(await said()).toEqual([AGAIN]);
    expect(await told()).toEqual([[REDIS, null, '2026-11-30']]);
    await change({ denyDays: 0 });
    expect(await said()).toEqual([SOLVED]);
    deps.clock.set('2026-11-30T00:00:00Z');
    await rejudge();
    expect(await told()).toEqual([[REDIS, '2026-11-30', null]]);
  });

  test('is the first of what an owner’s images have, and of no others', async () => {
    const { project_id: pay } = await upload('pay:1', [redis], { project: 'payments' });
    const team = await makeTeam(deps, organization, { name: 'Payments', projects: [pay] });
    await upload('pay:2', [redis], { project: 'payments' });
    const { project_id: shop } = await upload('api:1');
    const cover = (projectId: string, endsOn: string) =>
      makeContract(deps, organization, {
        ...{ scope: 'project', projectId, lines, endsOn: dayOf(endsOn) },
      });
    await cover(pay, '2026-11-29');
    await cover(shop, '2026-11-25');
    await pass();
    await change({ denyDays: 30 });
    const ofTeam = [`Redis/6/${team}`, null, '2026-11-29'];
    expect(await told()).toEqual([ofTeam, [REDIS, null, '2026-11-25']]);
    await upload('bank:1', [redis], { project: 'bank' });
    await pass();
    await change({ denyDays: 30 });
    expect(await told()).toEqual([ofTeam, [REDIS, '2026-11-01', null]]);
    // What a scan has told already is not told again, nor its end.
    await pass();
    await patchPolicy(deps, await admin(), policy, () => ({ denyDays: 30 }));
    await upload('bank:1', [redis], { project: 'bank' });
    await rejudge();
    expect(await told()).toEqual([ofTeam, [REDIS, null, '2026-11-25']]);
  });

  test('is none where no day is known', async () => {
    await change({ denyDays: null, denyOn: dayOf('2026-11-01') });
    const undated = { product: 'Redis', cycle: '6' };
    await upload('api:1', [undated]);
    await pass();
    await change({ denyOn: dayOf('2026-11-01') });
    expect(await told()).toEqual([[REDIS, null, null]]);
  });
});

test('of two that judge at once, and of many images in steps, each thing is said once', async () => {
  const images = Array.from({ length: 230 }, (_, index) => `image-${String(index)}:1`);
  for (const image of images) await upload(image);
  await said();
  await deletePolicy(deps, await admin(), policy);
  const others = [rejudge, createRejudging(deps), createRejudging(deps)];
  await Promise.all(others.map((one) => one(new AbortController().signal)));
  expect(await said()).toEqual([SOLVED]);
  await makePolicy(deps, organization, { denyDays: 0 });
  await Promise.all(others.map((one) => one(new AbortController().signal)));
  expect(await said()).toEqual([AGAIN]);
  const [message] = (await saidIn(deps, organization, 'build.denied')).slice(-1);
  expect(message?.items[0]?.where).toMatchObject({ images: 230, projects: 1 });
});

test('a change after the clock was set back is seen as any other', async () => {
  // Its last change stays ahead of all that follow.
  await makePolicy(deps, organization, {
    ...{ scope: 'project', projectName: 'another', denyDays: 0 },
  });
  await upload('api:1');
  await said();
  deps.clock.advance(-24 * 60 * 60_000);
  await rejudge();
  await rejudge();
  expect(await said()).toEqual([]);
  const patch = { denyDays: null, denyOn: dayOf('2027-01-01') };
  await patchPolicy(deps, await admin(), policy, () => patch);
  await rejudge();
  expect(await said()).toEqual([SOLVED]);
});

test('an image without a name is told of as any other', async () => {
  await upload('');
  await waive();
  await rejudge();
  await said();
  deps.clock.set('2026-12-02T00:00:00Z');
  await rejudge();
  expect(await said()).toEqual([AGAIN]);
  const [message] = (await saidIn(deps, organization, 'build.denied')).slice(-1);
  expect(message?.items[0]?.where?.named).toEqual(['–']);
});

test('nothing is judged anew where nothing has changed, nor what nobody hears of', async () => {
  await upload('api:1');
  await rejudge();
  const statements = recordStatements(deps.db);
  await rejudge();
  expect(statements).toHaveLength(1);
  deps.clock.advance(7 * 60 * 60_000);
  await rejudge();
  expect(statements.length).toBeGreaterThan(2);
});

test('what starts to run while images are judged anew is not said to pass', async () => {
  await makePolicy(deps, organization, { denyDays: 0, onlyRunning: true });
  await deletePolicy(deps, await admin(), policy);
  await runImages(deps, organization, ['api:1']);
  await upload('api:1');
  await said();
  await runImages(deps, organization, ['web:1']);
  const statements = recordStatements(deps.db);
  const transaction: TestDeps['db']['transaction'] = async (work) => {
    const isFound = statements.some((text) => text.includes('beside_digests'));
    if (isFound) await runImages(deps, organization, ['api:1']);
    return deps.db.transaction(work);
  };
  const round = createRejudging({ ...deps, db: { ...deps.db, transaction } });
  await round(new AbortController().signal);
  expect(await said()).toEqual([]);
  await runImages(deps, organization, ['web:1']);
  deps.clock.advance(7 * 60 * 60_000);
  await rejudge();
  expect(await said()).toEqual([SOLVED]);
});

test('what runs is found once for all images that are judged anew, and again of those alone of which it would be said', async () => {
  await makePolicy(deps, organization, { denyDays: 0, onlyRunning: true });
  for (let image = 0; image <= 100; image += 1) await upload(`api-${String(image)}:1`);
  await runImages(deps, organization, ['api-7:1']);
  await deletePolicy(deps, await admin(), policy);
  const statements = recordStatements(deps.db);
  await rejudge();
  const found = statements.filter((text) => text.includes('beside_digests'));
  expect(found.filter((text) => !text.includes('given_digests'))).toHaveLength(1);
  expect(found).toHaveLength(3);
  const denied = await deps.db.of(organization).deniedSoftware.findMany({
    where: { letThroughAt: null },
    select: { canonicalName: true },
  });
  expect(denied.map(({ canonicalName }) => canonicalName)).toEqual([
    expect.stringContaining('api-7'),
  ]);
});

test('an organization that fails counts, and is judged the next time', async () => {
  await upload('api:1');
  await said();
  await deletePolicy(deps, await admin(), policy);
  const round = createRejudging(failingOnce(deps));
  const { signal } = new AbortController();
  expect(await round(signal)).toEqual({ failed: 1 });
  expect(deps.logged()).toContain('what was denied could not be judged anew');
  expect(await round(signal)).toEqual({ failed: 0 });
  expect(await said()).toEqual([SOLVED]);
});
