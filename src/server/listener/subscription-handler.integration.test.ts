import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { FeedScope } from '@/domain/feed/address';
import { createFeedToken, revokeFeedToken } from '@/server/feed-token/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import { makeActor, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { recordStatements } from '@/test/recordings';
import { createSubscriptionHandler } from './subscription-handler';

let deps: TestDeps;
let handler: ReturnType<typeof createSubscriptionHandler>;
let ours: OrganizationId;
let actor: Actor;

const NODE = importedProduct({
  name: 'Node.js',
  slug: 'nodejs',
  category: 'framework',
  cycles: [
    { name: '24', releasedOn: '2024-01-01', supportedUntil: '2028-04-30' },
    { name: '22', releasedOn: '2024-01-01', supportedUntil: '2027-04-30' },
    { name: '20', releasedOn: '2024-01-01', supportedUntil: '2026-04-30' },
  ],
});
const node20 = { product: 'Node.js', cycle: '20', eol: '2026-04-30' };
const node22 = { product: 'Node.js', cycle: '22', eol: '2027-04-30' };
const redis = { product: 'Redis', cycle: '6' };

beforeAll(async () => {
  deps = testDeps(await testDatabase(), { PUBLIC_URL: 'https://eol.example.com' });
  await withCatalog(deps, [NODE]);
  handler = createSubscriptionHandler(deps);
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  ours = await makeOrganization(deps);
  actor = await makeActor(deps, ours, 'member');
  await scanImage(deps, ours, { project: 'one', image: 'a:1', software: [node20, redis] });
  await scanImage(deps, ours, { project: 'two', image: 'b:1', software: [node22] });
});

async function tokenFor(scope: FeedScope, subject: string | null = null): Promise<string> {
  const given = { label: 'Calendar', scope, subject, expiresAt: null };
  return (await createFeedToken(deps, actor, given)).token;
}

function call(path: string, init: RequestInit = {}): Promise<Response> {
  const url = new URL(path, 'http://localhost');
  return handler(new Request(url, init), { path: url.pathname, remoteAddress: '192.0.2.7' });
}

async function read(token: string, file: string): Promise<string> {
  const response = await call(`/feeds/${token}/${file}`);
  expect(response.status).toBe(200);
  // Long lines are folded.
  return (await response.text()).replaceAll('\r\n ', '');
}

const summaries = (calendar: string) =>
  [...calendar.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, text]) => text);
const END = 'reaches its end of life';

async function idOf(kind: 'project' | 'image', name: string): Promise<string> {
  const caller = callAs(deps, ours);
  const found =
    kind === 'project'
      ? (await caller.scanner.projects()).find((one) => one.name === name)
      : (await caller.image.list({})).items.find((one) => one.name === name);
  return found?.id ?? '';
}

describe('a token', () => {
  it('reads the whole organization, or a part of it alone', async () => {
    const of = async (scope: FeedScope, subject: string | null) =>
      summaries(await read(await tokenFor(scope, subject), 'calendar.ics'));
    const [twenty, twentyTwo] = [`Node.js 20 ${END}`, `Node.js 22 ${END}`];
    expect(await of('organization', null)).toEqual([twenty, twentyTwo]);
    expect(await of('project', await idOf('project', 'two'))).toEqual([twentyTwo]);
    expect(await of('image', await idOf('image', 'a'))).toEqual([twenty]);
    await scanImage(deps, ours, { image: 'c:1', software: [{ ...redis, eol: '2027-01-01' }] });
    expect(await of('product', 'nodejs')).toEqual([twenty, twentyTwo]);
  });

  it('reads nothing of another organization', async () => {
    const theirs = await makeOrganization(deps);
    actor = await makeActor(deps, theirs, 'member');
    expect(summaries(await read(await tokenFor('organization'), 'calendar.ics'))).toEqual([]);
    for (const scope of ['project', 'image'] as const) {
      const subject = await idOf(scope, scope === 'project' ? 'one' : 'a');
      await expect(tokenFor(scope, subject)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('ends at once when it is revoked, and is told as if it had never been', async () => {
    const { id, token } = await createFeedToken(deps, actor, {
      ...{ label: 'Calendar', scope: 'organization', subject: null, expiresAt: null },
    });
    expect((await call(`/feeds/${token}/badge.svg`)).status).toBe(200);
    await revokeFeedToken(deps, actor, id);
    const never = token.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
    for (const shown of [token, never, 'evf_x', 'x']) {
      for (const file of ['calendar.ics', 'feed.atom', 'badge.json', 'endoflife/nodejs.json']) {
        const response = await call(`/feeds/${shown}/${file}`);
        expect([response.status, await response.json()]).toEqual([404, { detail: 'Not Found' }]);
      }
    }
  });

  it('ends on its day, and is told as if it had never been', async () => {
    const expiresAt = new Date(deps.clock.now().getTime() + 60_000);
    const { token } = await createFeedToken(deps, actor, {
      ...{ label: 'Calendar', scope: 'organization', subject: null, expiresAt },
    });
    expect((await call(`/feeds/${token}/badge.svg`)).status).toBe(200);
    deps.clock.advance(60_000);
    const response = await call(`/feeds/${token}/badge.svg`);
    expect([response.status, await response.json()]).toEqual([404, { detail: 'Not Found' }]);
  });

  it('reads nothing once its project is gone', async () => {
    const token = await tokenFor('project', await idOf('project', 'one'));
    await callAs(deps, ours, 'admin').project.delete({ id: await idOf('project', 'one') });
    for (const file of ['calendar.ics', 'badge.svg'])
      expect((await call(`/feeds/${token}/${file}`)).status).toBe(404);
  });

  it('is in no log, and its use is noted', async () => {
    const token = await tokenFor('organization');
    await read(token, 'calendar.ics');
    const odd = [`${token}/nothing`, `/${token}/calendar.ics`, `x/${token}/a`, token, `${token}/`];
    for (const path of odd) expect((await call(`/feeds/${path}`)).status).toBe(404);
    expect((await call(`/feeds/${token}/calendar.ics?reminders=${token}`)).status).toBe(422);
    expect(deps.logged()).toContain(token.slice(0, 12));
    expect(deps.logged()).not.toContain(token.slice(13));
    await wait(50);
    const [row] = await callAs(deps, ours).feedToken.list();
    expect(row?.last_used_at).toBe(deps.clock.now().toISOString());
  });
});

describe('a date that moves to and fro', () => {
  it('keeps its number, and twenty of its moves', async () => {
    const token = await tokenFor('product', 'nodejs');
    const caller = callAs(deps, ours, 'admin').catalog;
    for (let turn = 1; turn <= 25; turn += 1) {
      deps.clock.advance(86_400_000);
      const ends_on = turn % 2 === 0 ? '2027-01-31' : '2027-02-28';
      await caller.setOverride({ product: 'Node.js', cycle: '20', ends_on, reason: 'so it is' });
    }
    expect(await read(token, 'calendar.ics')).toContain('SEQUENCE:25\r\n');
    const [kept] = await deps.db.query<{ moves: string; first: number }>(
      `SELECT count(*) AS moves, min(sequence) AS first FROM software_cycle_move WHERE organization_id = $1`,
      [ours],
    );
    expect([Number(kept?.moves), kept?.first]).toEqual([20, 6]);
    expect((await read(token, 'feed.atom')).match(/<entry>/g)).toHaveLength(20 + 2);
  });
});

describe('a calendar', () => {
  it('raises the sequence of an event whose date moved, and keeps its UID', async () => {
    const token = await tokenFor('product', 'nodejs');
    const eventOf = async () =>
      (await read(token, 'calendar.ics'))
        .split('END:VEVENT')
        .find((one) => one.includes('js 20')) ?? '';
    const field = (event: string, name: string) =>
      new RegExp(`^${name}[:;](.*)\r$`, 'm').exec(event)?.[1];
    const before = await eventOf();
    deps.clock.advance(60_000);
    const caller = callAs(deps, ours, 'admin').catalog;
    const date = { product: 'Node.js', cycle: '20', ends_on: '2027-01-31', reason: 'by contract' };
    await caller.setOverride(date);
    await caller.setOverride({ ...date, reason: 'another reason' });
    const after = await eventOf();
    expect(field(before, 'SEQUENCE')).toBe('0');
    expect(field(after, 'SEQUENCE')).toBe('1');
    expect(field(after, 'UID')).toBe(field(before, 'UID'));
    expect(field(before, 'DTSTART')).toBe('VALUE=DATE:20260430');
    expect(field(after, 'DTSTART')).toBe('VALUE=DATE:20270131');
    expect(after).toContain('says your organization');
    const feed = await read(token, 'feed.atom');
    expect(feed).toContain('<title>Node.js 20 now ends on 2027-01-31</title>');
    expect(feed).toContain('It was 2026-04-30; 2027-01-31, says your organization.');
  });

  it('has reminders for who asks for them', async () => {
    const token = await tokenFor('image', await idOf('image', 'b'));
    expect(summaries(await read(token, 'calendar.ics?reminders=90,30'))).toEqual([
      `Node.js 22 ${END}`,
      'Node.js 22 ends in 90 days',
      'Node.js 22 ends in 30 days',
    ]);
    const refused = await call(`/feeds/${token}/calendar.ics?reminders=soon`);
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { detail: [{ loc: ['query', 'reminders'], type: 'value_error' }] },
    ]);
  });

  it('is not sent again to who has it, until it changes', async () => {
    const token = await tokenFor('organization');
    const path = `/feeds/${token}/calendar.ics`;
    const first = await call(path);
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(first.headers.get('cache-control')).toContain('private');
    deps.clock.advance(86_400_000);
    const second = await call(path, { headers: { 'if-none-match': etag } });
    expect([second.status, await second.text()]).toEqual([304, '']);
    await scanImage(deps, ours, {
      image: 'd:1',
      software: [{ product: 'Ruby', eol: '2027-03-31' }],
    });
    const third = await call(path, { headers: { 'if-none-match': etag } });
    expect(third.status).toBe(200);
  });
});

test('an image that holds a release cycle as several types is counted once, from what is kept of the organization', async () => {
  const types = ['deb', 'binary'].map((type) => ({ ...node20, type }));
  await scanImage(deps, ours, { project: 'one', image: 'a:1', software: [...types, redis] });
  await scanImage(deps, ours, { project: 'two', image: 'c:1', software: [node20, node22] });
  const projectOne = await idOf('project', 'one');
  const [all, one] = [await tokenFor('organization'), await tokenFor('project', projectOne)];
  const said = recordStatements(deps.db);
  const imagesIn = async (token: string) =>
    [...(await read(token, 'feed.atom')).matchAll(/(\d+) images?/g)].map(([, count]) => count);
  const [inAll, inOne] = [await imagesIn(all), await imagesIn(one)];
  expect(inAll).toContain('2');
  expect(inOne).not.toContain('2');
  expect(inOne).toContain('1');
  said.length = 0;
  await read(all, 'badge.json');
  await read(one, 'badge.json');
  expect(said.filter((text) => /\bfinding\b/.test(text))).toEqual([]);
});

test('a badge counts what has ended, and says what is not known', async () => {
  expect(JSON.parse(await read(await tokenFor('organization'), 'badge.json'))).toMatchObject({
    ...{ schemaVersion: 1, label: 'end of life', color: '#ab1029' },
    message: expect.stringMatching(/^1 ended, 1 within 6 months, 1 no known end/),
  });
  expect(await read(await tokenFor('product', 'nodejs'), 'badge.svg')).toContain(
    '<title>end of life: 1 ended, 1 within 6 months</title>',
  );
  actor = await makeActor(deps, await makeOrganization(deps), 'member');
  expect(await read(await tokenFor('organization'), 'badge.svg')).toContain('nothing scanned');
  expect(await read(await tokenFor('product', 'nodejs'), 'badge.svg')).toContain('not in use');
});

test('products are told as endoflife.date does, to tokens that read them', async () => {
  const token = await tokenFor('organization');
  const cycles = JSON.parse(await read(token, 'endoflife/nodejs.json')) as unknown;
  expect(cycles).toMatchObject([
    { cycle: '24', eol: '2028-04-30' },
    { cycle: '22', eol: '2027-04-30' },
    { cycle: '20', eol: '2026-04-30' },
  ]);
  expect(cycles).toEqual(await callAs(deps, ours).catalog.endoflife({ file: 'nodejs.json' }));
  const ofProduct = await tokenFor('product', 'nodejs');
  const ofImage = await tokenFor('image', await idOf('image', 'a'));
  const statusOf = async (shown: string, slug: string) =>
    (await call(`/feeds/${shown}/endoflife/${slug}.json`)).status;
  expect(await statusOf(ofProduct, 'nodejs')).toBe(200);
  expect(await statusOf(ofProduct, 'redis')).toBe(404);
  expect(await statusOf(ofImage, 'nodejs')).toBe(404);
  expect(await statusOf(token, 'nothing')).toBe(404);
});

test('crawlers that keep to robots.txt, as calendars do, may read what they have the address of', async () => {
  const rules = (await readFile('public/robots.txt', 'utf8')).split('\n');
  expect(rules.slice(1)).toEqual(['User-agent: *', 'Allow: /feeds/', 'Disallow: /', '']);
});

test('verbs and headers', async () => {
  const token = await tokenFor('organization');
  const head = await call(`/feeds/${token}/badge.svg`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect(Object.fromEntries(head.headers)).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'x-robots-tag': 'noindex',
    'cache-control': 'public, max-age=300',
  });
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const response = await call(`/feeds/${token}/badge.svg`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  }
  expect((await call(`/feeds/${token}/badge.png`, { method: 'POST' })).status).toBe(404);
});
