import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MessageRule } from '@/domain/message/rule';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { createChannel } from '@/server/channel/service/channels';
import { deleteImage } from '@/server/image/service';
import { sendDueDigests } from '@/server/message-rule/service/digests';
import { createGathering } from '@/server/registry/service/gather';
import { makeActor, makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage, type ScannedImage } from '@/test/factories';
import { hearing, ruleFor, saidIn, sentTo } from '@/test/messages';
import { makeTeam } from '@/test/owners';
import { manualDelay } from '@/test/time';
import { tellOfJudged } from './service/judged';

const DAY_MS = 86_400_000;
const KIND = 'package.judged';

let deps: TestDeps;
/** What npm answers, by the names of packages; nothing of others. */
let answers: Map<string, object | 'fails'>;

// Rounds go through all organizations.
beforeEach(async () => {
  deps = testDeps(await testDatabase());
  answers = new Map();
});
afterEach(() => deps.db.close());

/** One round of a process, which has asked nothing so far. */
async function round(): Promise<void> {
  const gathering = createGathering(deps, {
    env: {
      registryUrls: { npm: 'https://registries.invalid' },
      registryRequestsPerHour: 100_000,
    },
    fetch: (asked) => {
      const { pathname } = new URL(asked instanceof Request ? asked.url : asked);
      const answer = answers.get(decodeURIComponent(pathname.slice(1)));
      if (answer === 'fails') return Promise.resolve(new Response(null, { status: 503 }));
      return Promise.resolve(answer ? Response.json(answer) : new Response(null, { status: 404 }));
    },
    ...{ delay: manualDelay().delay, tell: tellOfJudged },
  });
  await gathering.round(new AbortController().signal);
}

/** A round once what was read is to be read again. */
async function later(days = 4): Promise<void> {
  deps.clock.advance(days * DAY_MS);
  await round();
}

const fine = { versions: { '1.0.0': {} } };
const deprecated = { versions: { '1.0.0': { deprecated: 'use newer-thing instead' } } };

async function organizationWith(...packages: string[]): Promise<OrganizationId> {
  const organization = await makeOrganization(deps);
  await hearing(deps, organization, KIND);
  if (packages.length > 0) await hold(organization, 'api', packages);
  return organization;
}

const hold = (organization: OrganizationId, image: string, packages: readonly string[]) =>
  scanImage(deps, organization, {
    ...{ project: image, image },
    packages: packages.map((name) => `pkg:npm/${name}@1.0.0`),
  });

const said = (organization: OrganizationId) => saidIn(deps, organization, KIND);
const titles = async (organization: OrganizationId) =>
  (await said(organization)).map(({ title }) => title);

test('what a registry newly says of packages that are held is one message, with an item for each owner', async () => {
  const organization = await organizationWith('old', 'other');
  const { project_id: till } = await hold(organization, 'till', ['old']);
  const team = await makeTeam(deps, organization, { name: 'Payments', projects: [till] });
  await hold(organization, 'till two', ['old']);
  for (const name of ['old', 'other']) answers.set(name, fine);
  await round();
  answers.set('old', deprecated);
  answers.set('other', { versions: { '1.0.0': { deprecated: 'gone' } } });
  await later();
  const [message, ...others] = await said(organization);
  expect(others).toEqual([]);
  expect(message).toMatchObject({
    ...{ severity: 'info', total: 3 },
    title: '2 packages are deprecated, yanked, archived or moved',
    summary: 'Their registries say so of packages that your images hold.',
  });
  const items = message?.items.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  expect(items).toMatchObject([
    {
      ...{ key: `package:pkg:npm/old@1.0.0/${team}`, teamId: team, what: 'old 1.0.0 (npm)' },
      where: { images: 1, projects: 1, named: ['till:latest'] },
      detail: 'Deprecated by its publisher: use newer-thing instead',
      ...{ evidence: 'registry', moveTo: 'newer-thing' },
      ask: { name: 'Payments', email: 'payments@example.com' },
      path: expect.stringMatching(/^\/images\/[\w-]+\/packages\/[\w-]+$/),
    },
    {
      ...{ key: 'package:pkg:npm/old@1.0.0/nobody', teamId: null, ask: null },
      where: { images: 2, projects: 2, named: ['api:latest', 'till two:latest'] },
    },
    {
      what: 'other 1.0.0 (npm)',
      detail: 'Deprecated by its publisher: gone',
      where: { images: 1 },
    },
  ]);
  await later();
  expect(await said(organization)).toHaveLength(1);
});

test('of two processes that find the same, one says it', async () => {
  const organization = await organizationWith('old');
  answers.set('old', fine);
  await round();
  answers.set('old', deprecated);
  deps.clock.advance(4 * DAY_MS);
  await Promise.all([round(), round(), round()]);
  expect(await titles(organization)).toEqual(['old 1.0.0 (npm) is deprecated']);
});

test('nothing is said at an organization’s first look, nor of what was read or uploaded for the first time', async () => {
  const organization = await organizationWith('old');
  answers.set('old', deprecated);
  await round();
  answers.set('unread', 'fails');
  await hold(organization, 'unread', ['unread']);
  await later(1);
  answers.set('unread', deprecated);
  await later(1);
  const another = await organizationWith();
  await round();
  deps.clock.advance(1);
  // Of this package the registry spoke long before these images held it.
  await hold(another, 'api', ['old']);
  await hold(organization, 'api', ['old', 'brand-new']);
  answers.set('brand-new', deprecated);
  await later(1);
  expect([...(await said(organization)), ...(await said(another))]).toEqual([]);
});

test('what was forgotten, and is read again, is not said; what was taken back and comes back is', async () => {
  const organization = await organizationWith('old');
  answers.set('old', fine);
  await round();
  answers.set('old', deprecated);
  await later();
  answers.set('old', 'fails');
  await later(31);
  answers.set('old', deprecated);
  await later(1);
  expect(await titles(organization)).toHaveLength(1);
  answers.set('old', fine);
  await later();
  answers.set('old', deprecated);
  await later();
  expect(await titles(organization)).toHaveLength(2);
});

test('a statement of another kind is said', async () => {
  const organization = await organizationWith('calm');
  const time = { '1.0.0': '2020-01-01T00:00:00Z' };
  answers.set('calm', { ...fine, time });
  await round();
  const versions = { '1.0.0': {}, '2.0.0': {} };
  answers.set('calm', { versions, time: { ...time, '2.0.0': '2026-11-01T00:00:00Z' } });
  await later();
  answers.set('calm', { ...deprecated, time });
  await later();
  expect(await titles(organization)).toEqual([
    'Estimate: the line of calm 1.0.0 (npm) is stale',
    'calm 1.0.0 (npm) is deprecated',
  ]);
});

test('a stale line is said as the estimate that it is', async () => {
  const organization = await organizationWith('calm', 'old');
  const time = { '1.0.0': '2020-01-01T00:00:00Z' };
  answers.set('calm', { ...fine, time });
  answers.set('old', fine);
  await round();
  const versions = { '1.0.0': {}, '2.0.0': {} };
  answers.set('calm', { versions, time: { ...time, '2.0.0': '2026-11-01T00:00:00Z' } });
  answers.set('old', deprecated);
  await later();
  const [message] = await said(organization);
  expect(message).toMatchObject({
    title:
      '1 package is deprecated, yanked, archived or moved, 1 package is of a stale line, by an estimate',
    summary: expect.stringContaining('an estimate: nobody says so'),
    items: [
      { what: 'old 1.0.0 (npm)', evidence: 'registry' },
      {
        ...{ what: 'calm 1.0.0 (npm)', evidence: 'stale' },
        detail: expect.stringMatching(/^Estimate: line 1 has had no release since 1\.0\.0/),
      },
    ],
  });
});

test('organizations hear of what they hold themselves, and of their own images', async () => {
  const first = await organizationWith('old');
  const second = await organizationWith('old', 'ours');
  await hold(second, 'secret', ['old']);
  const third = await organizationWith('calm');
  for (const name of ['old', 'ours', 'calm']) answers.set(name, fine);
  await round();
  answers.set('old', deprecated);
  answers.set('ours', deprecated);
  await later();
  expect(
    (await said(first)).map(({ items }) => items.map(({ what, where }) => [what, where])),
  ).toEqual([[['old 1.0.0 (npm)', { images: 1, projects: 1, named: ['api:latest'] }]]]);
  expect((await said(second))[0]?.items.map(({ what, where }) => [what, where?.named])).toEqual([
    ['old 1.0.0 (npm)', ['api:latest', 'secret:latest']],
    ['ours 1.0.0 (npm)', ['api:latest']],
  ]);
  expect(await said(third)).toEqual([]);
});

test('what no image holds any more, and what nobody hears, is not said', async () => {
  const organization = await organizationWith('old');
  const silent = await makeOrganization(deps);
  await hold(silent, 'api', ['old']);
  answers.set('old', fine);
  await round();
  await hold(organization, 'api', ['another']);
  answers.set('old', deprecated);
  await later();
  expect([...(await said(organization)), ...(await said(silent))]).toEqual([]);
});

test('more packages than are kept with a message are counted', async () => {
  const names = Array.from({ length: 1_001 }, (_, at) => `it-${String(at)}`);
  const organization = await organizationWith(...names);
  for (const name of names) answers.set(name, fine);
  await round();
  for (const name of names) answers.set(name, deprecated);
  await later();
  const [message, ...others] = await said(organization);
  expect(others).toEqual([]);
  expect(message).toMatchObject({ total: 1_001, items: { length: 1_000 } });
});

describe('a rule about projects', () => {
  let organization: OrganizationId;
  beforeEach(async () => {
    organization = await makeOrganization(deps);
  });

  /** A channel to which rules of these projects lead. */
  async function channelOf(
    names: readonly string[],
    more: Partial<MessageRule> = {},
  ): Promise<string> {
    const actor = await makeActor(deps, organization, 'admin');
    const { id } = await createChannel(deps, actor, {
      ...{ kind: 'mail', name: `Of ${names.join()}` },
      settings: { addresses: ['operations@example.com'] },
    });
    for (const name of names) {
      const ofProject = { scope: 'projects' as const, project_names: [name], time_zone: 'UTC' };
      await ruleFor(deps, organization, [id], [KIND], { ...ofProject, ...more });
    }
    return id;
  }

  const scan = (project: string, more: ScannedImage) =>
    scanImage(deps, organization, { project, image: `${project}/app:1`, ...more });
  const npm = (...names: string[]) => names.map((name) => `pkg:npm/${name}@1.0.0`);
  const sent = (channel: string) => sentTo(deps, organization, channel);
  const itemsOf = async (channel: string) =>
    (await sent(channel)).flatMap(({ items }) =>
      items.map(({ what, where }) => [what, where?.images ?? null, ...(where?.named ?? [])]),
    );

  /** Has registries call these deprecated that had nothing against them. */
  async function deprecate(...names: string[]): Promise<void> {
    for (const name of names) answers.set(name, fine);
    await round();
    for (const name of names) answers.set(name, deprecated);
    await later();
  }

  test('hears of what images of these hold, and of these images alone', async () => {
    const mine = await channelOf(['PAY/*']);
    const others = await channelOf(['ops', 'ay/*']);
    const { image_tag_id: image } = await scan('pay/api', { packages: npm('old', 'calm') });
    await scan('pay/web', { packages: npm('calm'), development: npm('old') });
    await scan('shop', { packages: npm('old', 'secret') });
    await scan('ops', { packages: npm('calm') });
    answers.set('calm', fine);
    await deprecate('old', 'secret');
    expect(await itemsOf(mine)).toEqual([['old 1.0.0 (npm)', 1, 'pay/api/app:1']]);
    const [message] = await sent(mine);
    expect(message).toMatchObject({
      ...{
        kind: KIND,
        title: 'A registry judges a package: old 1.0.0 (npm)',
        summary: '',
        total: 1,
      },
      items: [{ where: { projects: 1 }, moveTo: 'newer-thing' }],
    });
    expect(message?.items[0]?.path).toMatch(new RegExp(`^/images/${image}/packages/[\\w-]+$`));
    expect(JSON.stringify(message)).not.toMatch(/shop|secret/);
    expect(await sent(others)).toEqual([]);
  });

  test('finds a package whatever its qualifiers are, and each owner’s apart', async () => {
    const mine = await channelOf(['pay/*', 'till']);
    await scan('pay/api', { packages: npm('old') });
    await scan('pay/web', { packages: ['pkg:npm/old@1.0.0?download_url=mirror'] });
    const { project_id: till } = await scan('till', { packages: npm('old') });
    await scan('shop', { packages: npm('old') });
    const team = await makeTeam(deps, organization, { name: 'Payments', projects: [till] });
    await deprecate('old');
    const items = (await sent(mine)).flatMap((message) => message.items);
    expect(items.map(({ teamId, where }) => [teamId, where?.named])).toEqual([
      [null, ['pay/api/app:1', 'pay/web/app:1']],
      [team, ['till/app:1']],
    ]);
    expect((await said(organization))[0]?.items[0]?.where?.images).toBe(3);
  });

  test('leads to no other project where two of them lead to one channel', async () => {
    const both = await channelOf(['pay', 'web']);
    const images = [];
    for (const name of ['pay', 'web', 'a-secret']) {
      images.push((await scan(name, { packages: npm('old') })).image_tag_id);
    }
    await deprecate('old');
    const [item, ...others] = (await sent(both)).flatMap((message) => message.items);
    expect(others).toEqual([]);
    expect(item?.where).toBeNull();
    expect(images.slice(0, 2)).toContain(item?.path?.split('/')[2]);
  });

  test('says in a digest what they hold by then', async () => {
    const digest = { tempo: 'daily', hour: 8 } as const;
    const mine = await channelOf(['pay'], digest);
    const gone = await channelOf(['shop'], digest);
    await scan('pay', { packages: npm('old', 'back') });
    const { image_tag_id: imageTagId } = await scan('shop', { packages: npm('old') });
    await deprecate('old', 'back');
    await deleteImage(deps, await makeActor(deps, organization, 'admin'), imageTagId);
    answers.set('back', fine);
    await later();
    await sendDueDigests(deps);
    expect(await itemsOf(mine)).toEqual([['old 1.0.0 (npm)', 1, 'pay/app:1']]);
    expect(await sent(gone)).toEqual([]);
  });
});
