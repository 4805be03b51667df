import { expect, test } from 'vitest';
import { dayOf } from '@/domain/eol/calendar';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { makePolicy, scanImage } from '@/test/factories';
import { signedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { teamTests } from '@/test/team-tests';
import { ask, decide } from '@/test/waivers';

const { here, admin, team } = teamTests();

const REDIS = { product: 'Redis', cycle: '6', eol: '2023-09-11' };
const NODE = { product: 'Node.js', cycle: '16', eol: '2023-09-11' };
const LATER = { product: 'Redis', cycle: '8', eol: '2035-01-01' };

/** One image in two projects and under both of its names, and a directory that is called like it. */
const IMAGES = [
  { project: 'shop', image: 'nginx:1' },
  { project: 'shop', image: 'docker.io/library/nginx:2' },
  { project: 'bank', image: 'nginx:1' },
  { project: 'bank', image: 'nginx', kind: 'directory' },
] as const;

const calls = () => callAs(here().deps, here().organization, 'admin');
const rows = async (input: object = {}) =>
  (await calls().finding.list({ size: 100, ...input })).items;
const nameOf = (one: Awaited<ReturnType<typeof rows>>[number]) =>
  `${one.product_name} ${one.cycle} in ${one.project.name} ${one.image.name}:${one.image.tag}`;

async function world() {
  const { deps, organization } = here();
  for (const image of IMAGES) {
    await scanImage(deps, organization, { ...image, software: [REDIS, NODE, LATER] });
  }
  await makePolicy(deps, organization, { denyDays: 0 });
  const other = await makeOrganization(deps);
  await scanImage(deps, other, { ...IMAGES[0], software: [REDIS] });
  const payments = await team('Payments');
  const [shop] = (await rows()).filter(({ project }) => project.name === 'shop');
  await admin('PUT', `/projects/${shop?.project.id ?? ''}/owner`, { team_id: payments.id });
  return { teamId: payments.id };
}

const day = (days: number) =>
  dayOf(new Date(here().deps.clock.now().getTime() + days * 86_400_000));

/** Grants a waiver on Redis 6 for so many days. */
async function grant(place: object, days = 30) {
  const { deps, organization: organizationId } = here();
  const rest = new RestClient(deps);
  const asker = await signedIn(deps, rest, { organizationId, role: 'member' });
  const decider = await signedIn(deps, rest, { organizationId, role: 'admin' });
  const { id } = await ask(asker, {
    ...{ product_name: 'Redis', cycle: '6', project_name: null, ends_on: day(days) },
    ...place,
  });
  await decide(decider, id, 'granted');
  return id;
}

/** Both halves of the list, which have to be what is marked and what is not. */
async function halves(input: object = {}) {
  const [all, waived, others] = [
    await rows(input),
    await rows({ ...input, waived: 'true' }),
    await rows({ ...input, waived: 'false' }),
  ];
  expect(waived).toEqual(all.filter(({ waiver }) => waiver !== null));
  expect(others).toEqual(all.filter(({ waiver }) => waiver === null));
  return waived.map(nameOf).sort();
}

test.each([
  ['everywhere', () => ({ scope: 'organization' }), [0, 1, 2, 3]],
  ['in a project', () => ({ scope: 'project', project_name: 'bank' }), [2, 3]],
  ['in what a team owns', (teamId: string) => ({ scope: 'team', team_id: teamId }), [0, 1]],
  // A directory has no fuller name.
  [
    'in an image by its name in full',
    () => ({ scope: 'image', image_name: 'docker.io/library/nginx' }),
    [0, 1, 2],
  ],
  ['in an image by its short name', () => ({ scope: 'image', image_name: 'nginx' }), [0, 1, 2, 3]],
  ['in one tag', () => ({ scope: 'image', image_name: 'nginx', image_tag: '2' }), [1]],
  [
    'in an image of a project',
    () => ({ scope: 'image', image_name: 'nginx', project_name: 'shop' }),
    [0, 1],
  ],
] as const)('a waiver %s marks what it covers, as pages of images do', async (_, place, held) => {
  const { teamId } = await world();
  expect(await halves()).toEqual([]);
  const id = await grant(place(teamId));
  const waived = await halves();
  expect(waived).toHaveLength(held.length);
  for (const one of await rows()) {
    const findings = await calls().image.findings({ imageTagId: one.image.id });
    const policy = findings.find((finding) => finding.id === one.id)?.policy;
    expect(one.waiver?.id ?? null).toBe(policy?.waiver?.id ?? null);
    if (one.waiver) expect(one.waiver).toEqual({ id, ends_on: day(30) });
  }
});

test('of several the one that lasts longest is named, and after its last day none', async () => {
  await world();
  await grant({ scope: 'project', project_name: 'shop' }, 5);
  const id = await grant({ scope: 'organization' }, 9);
  const [one] = await rows({ waived: 'true', search: 'nginx shop' });
  expect(one?.waiver).toEqual({ id, ends_on: day(9) });
  const { total, states } = await calls().finding.list({ waived: 'true', state: 'later' });
  expect({ total, ended: states.ended }).toEqual({ total: 0, ended: 4 });
  here().deps.clock.advance(10 * 86_400_000);
  expect(await halves()).toEqual([]);
});

test('of a day to come they are those that hold then, of a day before those that were granted', async () => {
  await world();
  here().deps.clock.advance(86_400_000);
  const before = day(-1);
  await grant({ scope: 'organization' }, 9);
  expect(await halves({ on: day(9) })).toHaveLength(4);
  expect(await halves({ on: day(10) })).toEqual([]);
  expect(await halves({ on: before })).toEqual([]);
  expect(await halves({ as_of: before })).toEqual([]);
});
