import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendDueDigests } from '@/server/message-rule/service/digests';
import { changeMessageSetting } from '@/server/message-rule/service/setting';
import { messageSettingOf } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeActor, makeOrganization } from '@/test/accounts';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { failingOnce } from '@/test/failing';
import { hearing, ruleFor, saidIn, sentTo } from '@/test/messages';
import { makeTeam } from '@/test/owners';
import { tellAll } from './jobs';
import { tellOfEnds } from './service/ending';

const DAY_MS = 86_400_000;
let deps: TestDeps;
let organization: OrganizationId;

const debian = (ends: string) =>
  importedProduct({
    ...{ name: 'Debian', slug: 'debian', category: 'os' },
    cycles: [
      { name: '12', supportedUntil: ends },
      { name: '13', supportedUntil: '2030-06-30' },
    ],
  });

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
  await withCatalog(deps, [debian('2027-11-21')]);
  organization = await makeOrganization(deps);
});

const hold = (image: string, cycles: readonly string[]) =>
  scanImage(deps, organization, {
    ...{ project: 'shop', image },
    software: cycles.map((cycle) => ({ product: 'Debian', cycle, eol: '2027-11-21', type: 'deb' })),
  });
const tell = () => tellOfEnds(deps, organization);
const nothingBefore = () => Promise.resolve();
const titles = async () =>
  (await saidIn(deps, organization, 'support.ends')).map(({ title }) => title);

describe('the end of software that images hold', () => {
  test('is said at each threshold, once, over a year and a half of days', async () => {
    await hearing(deps, organization, 'support.ends');
    await hold('api', ['12', '13']);
    const told: number[] = [];
    for (let passed = 0; passed < 540; passed += 1) {
      await tell();
      const { length } = await titles();
      if (length > told.length) told.push(365 - passed);
      // Another process, or the same one after a restart.
      if (passed % 30 === 0) await Promise.all([tell(), tell()]);
      deps.clock.advance(DAY_MS);
    }
    expect(told).toEqual([180, 90, 30, 7, 0]);
    expect(await titles()).toEqual(told.map(() => 'Debian 12 ends on 21 November 2027'));
    const said = await saidIn(deps, organization, 'support.ends');
    expect(said.map(({ severity }) => severity)).toEqual([
      ...['info', 'info', 'warning', 'warning', 'warning'],
    ]);
    expect(said[0]).toMatchObject({
      total: 1,
      items: [
        {
          ...{ key: 'Debian/12/nobody', what: 'Debian 12', isSolved: false, moveTo: '13' },
          where: { images: 1, projects: 1, named: ['api:latest'] },
          ...{ since: null, until: '2027-11-21' },
        },
      ],
    });
    expect(said[4]?.items[0]).toMatchObject({ since: '2027-11-21', until: null });
  });

  test('is said at each threshold to a channel that hears digests, and once where it hears it at once, too', async () => {
    const [digests, both] = [
      await hearing(deps, organization, 'date.changed'),
      await hearing(deps, organization, 'support.ends'),
    ];
    const daily = { tempo: 'daily' } as const;
    await ruleFor(deps, organization, [digests, both], ['support.ends'], daily);
    await hold('api', ['12']);
    for (const left of [180, 170, 90, 30, 7, 0]) {
      deps.clock.set(new Date(Date.parse('2027-11-21T12:00:00Z') - left * DAY_MS).toISOString());
      await tell();
      deps.clock.advance(DAY_MS);
      await sendDueDigests(deps);
    }
    const sent = async (id: string) =>
      (await sentTo(deps, organization, id)).map(({ kind, items }) => [kind, items[0]?.until]);
    const until = '2027-11-21';
    expect(await sent(digests)).toEqual([
      ...Array.from({ length: 4 }, () => ['digest', until]),
      ['digest', null],
    ]);
    expect(await sent(both)).toEqual([
      ...Array.from({ length: 4 }, () => ['support.ends', until]),
      ['support.ends', null],
    ]);
  });

  test('is left out of digests where it went and came back since the last one', async () => {
    const channel = await hearing(deps, organization, 'date.changed');
    await ruleFor(deps, organization, [channel], ['support.ends'], { tempo: 'daily' });
    await withCatalog(deps, [debian('2026-12-01')]);
    for (let days = 0; days < 3; days += 1) {
      await hold('api', ['12']);
      await tell();
      deps.clock.advance(DAY_MS / 2);
      if (days === 1) {
        await hold('api', ['13']);
        await tell();
        await hold('api', ['12']);
        await tell();
      }
      deps.clock.advance(DAY_MS / 2);
      await sendDueDigests(deps);
    }
    // Said, solved, and said again.
    expect(await titles()).toHaveLength(3);
    expect(await sentTo(deps, organization, channel)).toHaveLength(1);
  });

  test('is said of all that there is, however much, with what is solved', async () => {
    await hearing(deps, organization, 'support.ends');
    await withCatalog(deps, [debian('2026-12-01')]);
    await hold('api', ['12']);
    await tell();
    await hold('api', ['13']);
    const software = Array.from({ length: 1_100 }, (_, at) => ({
      ...{ product: `Thing ${String(at)}`, cycle: '1', type: 'deb' },
      eol: at === 0 ? '2026-12-01' : '2026-11-01',
    }));
    await scanImage(deps, organization, { project: 'shop', image: 'all', software });
    await tell();
    const items = (await saidIn(deps, organization, 'support.ends'))
      .slice(1)
      .map((one) => one.items);
    expect(items.map(({ length }) => length)).toEqual([976, 125]);
    const all = items.flat();
    expect(all.filter(({ isSolved }) => isSolved)).toMatchObject([{ what: 'Debian 12' }]);
    // The last to end, which is not over yet.
    expect(all.find(({ what }) => what === 'Thing 0 1')).toMatchObject({ until: '2026-12-01' });
  });

  test('is said once a day where scanners disagree on it, and at once that no image holds it any more', async () => {
    await hearing(deps, organization, 'support.ends');
    const scan = (...ends: string[]) =>
      scanImage(deps, organization, {
        ...{ project: 'shop', image: 'api' },
        software: ends.map((eol) => ({ product: 'Thing', cycle: '1', eol, type: 'deb' })),
      });
    const disagree = async () => {
      // The last is beyond every threshold.
      for (const eol of ['2026-12-01', '2026-12-02', '2029-12-01', '2026-12-01', '2026-12-02']) {
        await scan(eol);
        await tell();
      }
    };
    await disagree();
    expect(await titles()).toHaveLength(1);
    deps.clock.advance(DAY_MS);
    await tell();
    const untils = (await saidIn(deps, organization, 'support.ends')).map(
      (one) => one.items[0]?.until,
    );
    expect(untils).toEqual(['2026-12-01', '2026-12-02']);
    await disagree();
    expect(await titles()).toHaveLength(2);
    await scan();
    await tell();
    expect((await titles()).slice(2)).toEqual(['No image holds Thing 1 any more']);
  });

  test('is said the next day where other thresholds are set while scanners disagree on it', async () => {
    await hearing(deps, organization, 'support.ends');
    const scan = (image: string, product: string, eol: string) =>
      scanImage(deps, organization, {
        ...{ project: 'shop', image },
        software: [{ product, cycle: '1', eol, type: 'deb' }],
      });
    await scan('api', 'Moved', '2026-12-01');
    await scan('web', 'Same', '2026-12-03');
    await tell();
    await scan('api', 'Moved', '2026-12-02');
    const setting = await messageSettingOf(deps.db, organization);
    const actor = await makeActor(deps, organization);
    await changeMessageSetting(deps, actor, { ...setting, end_thresholds: [60] });
    expect(await titles()).toHaveLength(1);
    deps.clock.advance(DAY_MS);
    await tell();
    expect((await titles()).slice(1)).toEqual(['Moved 1 ends on 2 December 2026']);
  });

  test('is said once more when its date moves, and as solved when no image holds it any more', async () => {
    await hearing(deps, organization, 'support.ends');
    await withCatalog(deps, [debian('2026-12-01')]);
    await hold('api', ['12']);
    await tell();
    await withCatalog(deps, [debian('2026-12-11')]);
    await tell();
    await hold('api', ['13']);
    await tell();
    await tell();
    expect(await titles()).toEqual([
      'Debian 12 ends on 1 December 2026',
      'Debian 12 ends on 11 December 2026',
      'No image holds Debian 12 any more',
    ]);
    const [, , solved] = await saidIn(deps, organization, 'support.ends');
    expect(solved).toMatchObject({
      severity: 'info',
      items: [{ key: 'Debian/12/nobody', isSolved: true }],
    });
    // It comes back: that is said, as it is new.
    await hold('api', ['12']);
    await tell();
    expect((await titles()).at(-1)).toBe('Debian 12 ends on 11 December 2026');
  });

  test('that was concluded is told as an estimate', async () => {
    await hearing(deps, organization, 'support.ends');
    const cycles = [
      { name: '8.2', releasedOn: '2025-08-01' },
      { name: '5.0', releasedOn: '2018-10-17', supportedUntil: '2022-04-27' },
    ];
    await withCatalog(deps, [importedProduct({ name: 'Redis', cycles })]);
    const software = [{ product: 'Redis', cycle: '4.0' }];
    await scanImage(deps, organization, { project: 'shop', image: 'api', software });
    await tell();
    expect(await saidIn(deps, organization, 'support.ends')).toMatchObject([
      {
        title: 'Redis 4.0 has ended, by an estimate',
        items: [
          {
            detail: 'An estimate: it is older than a release cycle that has ended',
            evidence: 'inferred',
          },
        ],
      },
    ]);
  });

  test('that moved far away is no news: the change of its date was said', async () => {
    await hearing(deps, organization, 'support.ends');
    await withCatalog(deps, [debian('2026-12-01')]);
    await hold('api', ['12']);
    await tell();
    await withCatalog(deps, [debian('2029-12-01')]);
    await tell();
    expect(await titles()).toEqual(['Debian 12 ends on 1 December 2026']);
  });

  test('is grouped: one message, however many they are', async () => {
    await hearing(deps, organization, 'support.ends');
    await withCatalog(deps, [debian('2025-11-21')]);
    await hold('api', ['12']);
    await scanImage(deps, organization, {
      ...{ project: 'shop', image: 'web' },
      software: Array.from({ length: 60 }, (_, index) => ({
        ...{ product: 'Oldware', cycle: String(index), eol: '2027-01-31', type: 'binary' },
      })),
    });
    await tell();
    const [message, ...others] = await saidIn(deps, organization, 'support.ends');
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      ...{ title: '1 release cycle ended, 60 release cycles about to end', total: 61 },
      items: { length: 61, 0: { what: 'Debian 12', since: '2025-11-21' } },
    });
  });

  test('is said to each owner, and is solved for each', async () => {
    await hearing(deps, organization, 'support.ends');
    await withCatalog(deps, [debian('2026-12-01')]);
    await hold('api', ['12']);
    await hold('other', ['12']);
    const { project_id: project } = await scanImage(deps, organization, {
      ...{ project: 'till', image: 'till' },
      software: [{ product: 'Debian', cycle: '12', eol: '2027-11-21', type: 'deb' }],
    });
    const team = await makeTeam(deps, organization, { name: 'Payments', projects: [project] });
    await tell();
    const [first] = await saidIn(deps, organization, 'support.ends');
    const [payments, nobody] = [`Debian/12/${team}`, 'Debian/12/nobody'];
    expect(first).toMatchObject({ title: 'Debian 12 ends on 1 December 2026', total: 2 });
    expect(first?.items.toSorted((one, other) => (one.key < other.key ? -1 : 1))).toMatchObject([
      {
        ...{
          key: payments,
          teamId: team,
          where: { images: 1, projects: 1, named: ['till:latest'] },
        },
        ask: { name: 'Payments', email: 'payments@example.com' },
        path: `/software?product=Debian&owner=${team}`,
      },
      { key: nobody, teamId: null, ask: null, where: { images: 2, projects: 1 } },
    ]);
    await scanImage(deps, organization, {
      ...{ project: 'till', image: 'till' },
      software: [{ product: 'Debian', cycle: '13', eol: '2027-11-21', type: 'deb' }],
    });
    await tell();
    const [, second] = await saidIn(deps, organization, 'support.ends');
    expect(second).toMatchObject({
      ...{ title: 'Debian 12 is held in fewer places', total: 1 },
      items: [
        {
          ...{ key: payments, teamId: team, isSolved: true },
          detail: 'No image of Payments holds it any more',
        },
      ],
    });
  });

  test('is said to nobody where nobody hears it, nor of another organization', async () => {
    const other = await makeOrganization(deps);
    await hearing(deps, other, 'support.ends');
    await withCatalog(deps, [debian('2026-12-01')]);
    await hold('api', ['12']);
    await tell();
    await tellOfEnds(deps, other);
    expect([await titles(), await saidIn(deps, other)]).toEqual([[], []]);
  });
});

test('whatever the days on which it is looked, no threshold is said twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 70 }), { maxLength: 12 }),
      async (steps) => {
        deps.clock.set('2027-04-01T12:00:00Z');
        organization = await makeOrganization(deps);
        await hearing(deps, organization, 'support.ends');
        await hold('api', ['12']);
        for (const step of steps) {
          await tell();
          deps.clock.advance(step * DAY_MS);
        }
        const said = await saidIn(deps, organization, 'support.ends');
        const stages = said.flatMap(({ items }) => items.map(({ stage }) => stage));
        expect(new Set(stages).size).toBe(stages.length);
        expect(stages.length).toBeLessThanOrEqual(5);
      },
    ),
    { numRuns: 5 },
  );
});

test('an organization that fails counts, and is told the next time', async () => {
  await hearing(deps, organization, 'support.ends');
  await hold('api', ['12']);
  deps.clock.set('2027-11-20T12:00:00Z');
  const { signal } = new AbortController();
  expect(await tellAll(failingOnce(deps), nothingBefore, signal)).toEqual({ failed: 1 });
  expect(deps.logged()).toContain('ends could not be told of');
  expect(await tellAll(deps, nothingBefore, signal)).toEqual({ failed: 0 });
  expect(await titles()).toHaveLength(1);
});
