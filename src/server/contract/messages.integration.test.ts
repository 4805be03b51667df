import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cutForTeam } from '@/domain/message/audience';
import { MAX_ITEMS } from '@/domain/message/content';
import { createKeeping, keepContracts } from '@/server/contract/jobs';
import { tellAll } from '@/server/catalog/jobs';
import { tellOfEnds } from '@/server/catalog/service/ending';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import { makeActor, makeOrganization } from '@/test/accounts';
import { importedProduct, withCatalog } from '@/test/catalog';
import { dayOf, endsOf, makeContract } from '@/test/contracts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { failingOnce } from '@/test/failing';
import { hearing, saidIn } from '@/test/messages';
import { makeTeam } from '@/test/owners';
import { recordStatements } from '@/test/recordings';
import { changeContract, deleteContract } from './service/contracts';
import { coverBegun } from './service/notices';

const DAY_MS = 86_400_000;
const debian = (until = '2026-06-30') =>
  importedProduct({ name: 'Debian', cycles: [{ name: '10', supportedUntil: until }] });
const HOLDS = { software: [{ product: 'Debian', cycle: '10', eol: '2026-06-30' }] };

const SOON = { endsOn: dayOf('2026-12-01') };
const SOON_AFTER = { endsOn: dayOf('2026-12-02') };

let deps: TestDeps;
let acme: OrganizationId;
let admin: Actor;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  await deps.catalog.start();
});
afterAll(async () => {
  await deps.catalog.stop();
  await deps.db.close();
});
beforeEach(async () => {
  deps.clock.set('2026-11-21T12:00:00Z');
  await withCatalog(deps, [debian()]);
  acme = await makeOrganization(deps);
  admin = await makeActor(deps, acme);
});

const scan = (project: string, image = 'app:1') =>
  scanImage(deps, acme, { project, image: `${project}/${image}`, ...HOLDS });
const lookAfter = () => keepContracts(deps, new AbortController().signal);
const said = (kind: 'contract.ending' | 'support.ends' | 'date.changed') =>
  saidIn(deps, acme, kind);
const titles = async (kind: Parameters<typeof said>[0]) =>
  (await said(kind)).map(({ title }) => title);

async function passDays(days: number): Promise<void> {
  for (let passed = 0; passed < days; passed += 1) {
    deps.clock.advance(DAY_MS);
    await lookAfter();
    if (passed % 7 === 0) await Promise.all([lookAfter(), lookAfter()]);
  }
}

describe('that a contract is about to end', () => {
  test('is said on the first day of its notice and on the day of its end, once, to its team', async () => {
    await hearing(deps, acme, 'contract.ending');
    const { project_id: projectId } = await scan('shop');
    const teamId = await makeTeam(deps, acme, { name: 'Payments', projects: [projectId] });
    const days = { endsOn: dayOf('2027-01-20'), noticeDays: 30 };
    const id = await makeContract(deps, acme, { scope: 'team', teamId, ...days });
    await lookAfter();
    await passDays(29);
    expect(await said('contract.ending')).toEqual([]);
    await passDays(40);
    const [notice, end, ...more] = await said('contract.ending');
    expect(more).toEqual([]);
    expect(notice).toMatchObject({
      ...{ title: 'The contract with Freexian ends on 20 January 2027', severity: 'warning' },
      links: [{ path: '/software' }],
      items: [
        {
          key: `contract:${id}`,
          detail: 'Covers Debian 10 in 1 image, team Payments',
          ...{ until: '2027-01-20', teamId, ask: { name: 'Payments' } },
        },
      ],
    });
    expect(end).toMatchObject({
      ...{ title: 'The contract with Freexian ends on 20 January 2027', severity: 'critical' },
      items: [{ since: '2027-01-20', until: null }],
    });
  });

  test('is said anew when its end moves into the notice again, and not when it moves away', async () => {
    await hearing(deps, acme, 'contract.ending');
    const id = await makeContract(deps, acme, { endsOn: dayOf('2026-12-01'), noticeDays: 30 });
    await lookAfter();
    await changeContract(deps, admin, id, { endsOn: dayOf('2027-12-01') });
    await passDays(30);
    await changeContract(deps, admin, id, { endsOn: dayOf('2026-12-31') });
    await lookAfter();
    await changeContract(deps, admin, id, { note: 'Nothing else' });
    await lookAfter();
    await deleteContract(deps, admin, id);
    await passDays(30);
    expect(await titles('contract.ending')).toEqual([
      'The contract with Freexian ends on 1 December 2026',
      'Contract with Freexian is renewed or followed, or is no more',
      'The contract with Freexian ends on 31 December 2026',
      'Contract with Freexian is renewed or followed, or is no more',
    ]);
    const messages = await said('contract.ending');
    expect(messages.map(({ severity }) => severity)).toEqual([
      ...['warning', 'info', 'warning', 'info'],
    ]);
    // By which tickets are closed and alerts resolved.
    expect(messages[1]).toMatchObject({
      items: [{ key: `contract:${id}`, isSolved: true, until: null }],
    });
  });

  test('is over with the contract that is deleted, said to all but who deletes it, and nothing else is then', async () => {
    await hearing(deps, acme, 'contract.ending');
    const other = await makeActor(deps, acme);
    const id = await makeContract(deps, acme, SOON);
    await lookAfter();
    await makeContract(deps, acme, { ...SOON_AFTER, vendor: 'Other' });
    await deleteContract(deps, admin, id.toUpperCase());
    const solved = (await said('contract.ending')).slice(1);
    expect(solved).toMatchObject([{ items: [{ key: `contract:${id}`, isSolved: true }] }]);
    const entriesOf = (userId: string) =>
      deps.db.of(acme).inboxEntry.count({ where: { userId, kind: 'contract.ending' } });
    expect([await entriesOf(admin.id), await entriesOf(other.id)]).toEqual([1, 2]);
    await lookAfter();
    expect((await titles('contract.ending')).slice(2)).toEqual([
      'The contract with Other ends on 2 December 2026',
    ]);
  });

  test('is over also where a release of before said it, which noted no item', async () => {
    await hearing(deps, acme, 'contract.ending');
    const renewed = await makeContract(deps, acme, SOON);
    const deleted = await makeContract(deps, acme, SOON);
    await lookAfter();
    const forget = (id: string) =>
      deps.db.query('UPDATE told_state SET item = NULL WHERE subject = $1', [id]);
    await Promise.all([renewed, deleted].map(forget));
    await lookAfter();
    // Nothing is new by that.
    expect(await said('contract.ending')).toHaveLength(1);
    await deleteContract(deps, admin, deleted);
    await forget(renewed);
    await changeContract(deps, admin, renewed, { endsOn: dayOf('2027-12-01') });
    await lookAfter();
    const items = (await said('contract.ending')).slice(1).flatMap((one) => one.items);
    expect(items).toMatchObject([
      { key: `contract:${deleted}`, isSolved: true },
      { key: `contract:${renewed}`, isSolved: true },
    ]);
    await changeContract(deps, admin, renewed, { endsOn: dayOf('2026-12-01') });
    await lookAfter();
    expect((await titles('contract.ending')).at(-1)).toMatch(/ends on 1 December 2026$/);
  });

  test('is not said where another goes on from it, and is over once one does', async () => {
    await hearing(deps, acme, 'contract.ending');
    const { project_id: projectId } = await scan('shop');
    const teamId = await makeTeam(deps, acme, { name: 'Payments', projects: [projectId] });
    const [end, later] = [dayOf('2027-01-01'), dayOf('2028-01-01')];
    const first = await makeContract(deps, acme, { scope: 'project', projectId, endsOn: end });
    await lookAfter();
    expect(await titles('contract.ending')).toEqual([
      'The contract with Freexian ends on 1 January 2027',
    ]);
    // Of other software, or a day late: none of them goes on from it.
    const redis = [{ product: 'Redis', cycle: '6', eol: '2026-06-30' }];
    await scanImage(deps, acme, { project: 'shop', image: 'cache:1', software: redis });
    const others = [{ productName: 'Redis', cycle: '6' }];
    await makeContract(deps, acme, { lines: others, endsOn: later });
    await makeContract(deps, acme, { startsOn: dayOf('2027-01-02'), endsOn: later });
    await lookAfter();
    expect(await said('contract.ending')).toHaveLength(1);

    const lines = [{ productName: 'debian', cycle: null }];
    const next = { scope: 'team', teamId, lines, startsOn: end, endsOn: later } as const;
    const second = await makeContract(deps, acme, { ...next, vendor: 'TuxCare' });
    await lookAfter();
    expect((await said('contract.ending')).slice(1)).toMatchObject([
      {
        ...{ title: 'Contract with Freexian is renewed or followed, or is no more' },
        ...{ severity: 'info', items: [{ key: `contract:${first}`, isSolved: true }] },
      },
    ]);
    deps.clock.set('2027-01-01T12:00:00Z');
    await lookAfter();
    expect(await said('contract.ending')).toHaveLength(2);
    // Without it, the first has ended.
    await deleteContract(deps, admin, second);
    await lookAfter();
    expect((await said('contract.ending')).at(-1)).toMatchObject({
      ...{ title: 'The contract with Freexian ends on 1 January 2027', severity: 'critical' },
    });
  });

  test('is said of each of many, each to its team', async () => {
    await hearing(deps, acme, 'contract.ending');
    const teamId = await makeTeam(deps, acme, { name: 'Payments', projects: [] });
    const many = Array.from({ length: MAX_ITEMS }, () => makeContract(deps, acme, SOON));
    await Promise.all(many);
    await makeContract(deps, acme, { ...SOON_AFTER, scope: 'team', teamId });
    await lookAfter();
    const [message] = await said('contract.ending');
    expect([message?.items.length, message?.total]).toEqual([MAX_ITEMS + 1, MAX_ITEMS + 1]);
    expect(message && cutForTeam(message, teamId)?.items).toMatchObject([{ until: '2026-12-02' }]);
  });

  test('is no news of one that had ended when it was entered, nor of another organization', async () => {
    await hearing(deps, acme, 'contract.ending');
    const other = await makeOrganization(deps);
    await makeContract(deps, other, { endsOn: dayOf('2026-12-01') });
    await makeContract(deps, acme, { endsOn: dayOf('2026-11-01') });
    await passDays(20);
    expect(await said('contract.ending')).toEqual([]);
  });
});

describe('the end of software that a contract covers', () => {
  const tell = () => tellOfEnds(deps, acme);

  test('is solved by the contract, not by images that are gone, and said again as it ends', async () => {
    await hearing(deps, acme, 'support.ends');
    await scan('shop');
    await tell();
    const id = await makeContract(deps, acme, { endsOn: dayOf('2027-12-01') });
    await tell();
    const solved = (await said('support.ends')).at(-1);
    expect(solved).toMatchObject({
      title: 'A contract supports Debian 10 now',
      items: [
        {
          ...{ key: 'Debian/10/nobody', isSolved: true },
          detail: 'Images hold it still, and a contract supports it there',
        },
      ],
    });
    deps.clock.set('2027-11-25T12:00:00Z');
    await tell();
    expect((await said('support.ends')).at(-1)).toMatchObject({
      title: 'Debian 10 ends on 1 December 2027',
      items: [{ until: '2027-12-01', detail: 'A contract supports it until then' }],
    });
    deps.clock.set('2027-12-01T12:00:00Z');
    await tell();
    expect((await said('support.ends')).at(-1)).toMatchObject({
      title: 'Debian 10 ends on 1 December 2027',
      items: [{ since: '2027-12-01', detail: 'The contract that supported it is over' }],
    });
    await deleteContract(deps, admin, id);
    await tell();
    // What nobody covers has another end: that is said, and nothing is called gone.
    expect((await titles('support.ends')).at(-1)).toMatch(/^Debian 10 ended /);
  });

  test('is not said to be over on the day on which another contract follows', async () => {
    await hearing(deps, acme, 'support.ends');
    await scan('shop');
    await makeContract(deps, acme, SOON);
    await makeContract(deps, acme, { startsOn: SOON.endsOn, endsOn: dayOf('2029-12-01') });
    await tell();
    const before = (await said('support.ends')).length;
    deps.clock.set('2026-12-01T00:00:05Z');
    expect(await tellAll(deps, coverBegun, new AbortController().signal)).toEqual({ failed: 0 });
    const news = (await said('support.ends')).slice(before);
    expect(news.map(({ title }) => title)).toEqual(['A contract supports Debian 10 now']);
    expect(await endsOf(deps, acme)).toEqual({
      'shop shop/app Debian 10': '2029-12-01 by Freexian',
    });
  });

  test('is not solved where the same owner holds it without the contract, too', async () => {
    await hearing(deps, acme, 'support.ends');
    const { project_id: projectId } = await scan('shop');
    await scan('pay');
    await tell();
    const terms = { scope: 'project', projectId, endsOn: dayOf('2026-12-20') } as const;
    const id = await makeContract(deps, acme, terms);
    await tell();
    // The covered part, and its end.
    expect(await titles('support.ends')).toHaveLength(2);
    await changeContract(deps, admin, id, { endsOn: dayOf('2029-12-20') });
    await tell();
    await scanImage(deps, acme, { project: 'shop', image: 'shop/app:1', software: [] });
    await tell();
    const items = (await said('support.ends')).flatMap((message) => message.items);
    expect(items.filter(({ isSolved }) => isSolved)).toEqual([]);
    await scanImage(deps, acme, { project: 'pay', image: 'pay/app:1', software: [] });
    await tell();
    expect((await titles('support.ends')).at(-1)).toBe('No image holds Debian 10 any more');
  });

  test('that moves upstream counts the images that are covered, and says so', async () => {
    await hearing(deps, acme, 'date.changed');
    const { project_id: projectId } = await scan('shop');
    await scan('pay');
    await makeContract(deps, acme, { scope: 'project', projectId });
    await withCatalog(deps, [debian('2026-09-30')]);
    expect(await said('date.changed')).toMatchObject([
      {
        title: 'Debian 10 ended on 30 September 2026: its end has moved',
        total: 1,
        items: [
          { where: { images: 2, projects: 2 }, detail: 'In 1 a contract supports it longer' },
        ],
      },
    ]);
    await makeContract(deps, acme, { vendor: 'Everywhere' });
    await withCatalog(deps, [debian('2026-08-30')]);
    expect((await said('date.changed')).at(-1)).toMatchObject({
      title: 'Without its contract Debian 10 ended on 30 August 2026: its end has moved',
      items: [{ where: { images: 2 }, detail: 'In all of them a contract supports it longer' }],
    });
    // Past every contract: nothing is supported longer by one.
    await withCatalog(deps, [debian('2029-08-30')]);
    expect((await said('date.changed')).at(-1)?.items).toMatchObject([
      { where: { images: 2 }, detail: null, change: { to: '2029-08-30' } },
    ]);
  });
});

test('an organization that fails counts, and is looked after the next time', async () => {
  await hearing(deps, acme, 'contract.ending');
  await makeContract(deps, acme, { endsOn: dayOf('2026-12-01'), noticeDays: 30 });
  const failing = keepContracts(failingOnce(deps), new AbortController().signal);
  expect(await failing).toEqual({ failed: 1 });
  expect(deps.logged()).toContain('contracts were not looked after');
  expect(await lookAfter()).toEqual({ failed: 0 });
  expect(await said('contract.ending')).toHaveLength(1);
});

test('what contracts cover is not counted for their ends while neither they nor the day are others', async () => {
  await hearing(deps, acme, 'contract.ending');
  await makeContract(deps, acme, { endsOn: dayOf('2027-01-20'), noticeDays: 30 });
  const round = createKeeping(deps);
  const look = () => round(new AbortController().signal);
  await look();
  const statements = recordStatements(deps.db);
  const counts = () => statements.filter((text) => text.includes('covered.findings'));
  await look();
  expect(counts()).toEqual([]);
  deps.clock.set('2026-12-22T00:00:00Z');
  await look();
  expect(counts()).not.toEqual([]);
  expect(await said('contract.ending')).toHaveLength(1);
});
