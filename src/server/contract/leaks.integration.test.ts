import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keepContracts } from '@/server/contract/jobs';
import { clearOverride, setOverride } from '@/server/catalog/service/overrides';
import { rematchOrganization } from '@/server/inventory/service/rematch-organization';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import { deleteProject } from '@/server/project/service';
import { setProjectOwner } from '@/server/team/service/owners';
import { saveRules } from '@/server/team/service/rules';
import { createTeam, deleteTeam } from '@/server/team/service/teams';
import { makeActor, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { dayOf, endsOf, makeContract, wrongsOf } from '@/test/contracts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { makePolicy, scanImage, type ScannedImage } from '@/test/factories';
import { changeContract, deleteContract } from './service/contracts';

const debian = (until = '2024-06-30') =>
  importedProduct({
    name: 'Debian',
    purls: ['pkg:generic/debian'],
    cycles: [
      { name: '10', supportedUntil: until },
      { name: '11', supportedUntil: '2026-08-31' },
    ],
  });

const HOLDS = { software: [{ product: 'Debian', cycle: '10', eol: '2024-06-30' }] };
const UPSTREAM = '2024-06-30';
const COVERED = '2028-01-01 by Freexian';

let deps: TestDeps;
let acme: OrganizationId;
let admin: Actor;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-11-21T12:00:00Z');
  await withCatalog(deps, [debian()]);
  acme = await makeOrganization(deps);
  admin = await makeActor(deps, acme);
});
afterEach(async () => {
  expect(await wrongsOf(deps, acme)).toEqual([]);
});

const scan = (project: string, scanned: ScannedImage = {}) =>
  scanImage(deps, acme, { image: `${project}/app:1`, project, ...HOLDS, ...scanned });
const ends = () => endsOf(deps, acme);
const endIn = async (project: string) => (await ends())[`${project} ${project}/app Debian 10`];
const team = async (name: string) =>
  (await createTeam(deps, admin, { name, email: null, link: null, handles: [] })).id;
const tomorrowIs = (day: string) => deps.clock.set(`${day}T00:00:30Z`);
const lookAfter = () => keepContracts(deps, new AbortController().signal);

describe('a contract covers nothing out of its scope', () => {
  test('of a project: not another project, not another organization', async () => {
    const other = await makeOrganization(deps);
    await scanImage(deps, other, { image: 'shop/app:1', project: 'shop', ...HOLDS });
    const { project_id: projectId } = await scan('shop');
    await scan('pay');
    await makeContract(deps, acme, { scope: 'project', projectId });
    expect(await endIn('shop')).toBe(COVERED);
    expect(await endIn('pay')).toBe(UPSTREAM);
    expect(await endsOf(deps, other)).toEqual({ 'shop shop/app Debian 10': UPSTREAM });
    // What comes later neither.
    await scan('blog');
    await scan('shop', { image: 'shop/app:2' });
    expect(await endIn('blog')).toBe(UPSTREAM);
  });

  test('of an organization: every project, also those that come later, and other cycles not', async () => {
    await scan('shop');
    await makeContract(deps, acme);
    const two = [
      { product: 'Debian', cycle: '10', eol: '2024-06-30' },
      { product: 'Debian', cycle: '11', eol: '2026-08-31' },
      { product: 'Debian GNU', cycle: '10', eol: '2024-06-30' },
    ];
    await scan('pay', { software: two });
    expect(await ends()).toEqual({
      'shop shop/app Debian 10': COVERED,
      'pay pay/app Debian 10': COVERED,
      'pay pay/app Debian 11': '2026-08-31',
      'pay pay/app Debian GNU 10': UPSTREAM,
    });
  });

  test('of a team: as projects change hands, by hand, by rules, and when the team loses them', async () => {
    const [payments, web] = [await team('Payments'), await team('Web')];
    const { project_id: shop } = await scan('shop');
    await scan('pay');
    await setProjectOwner(deps, admin, shop, payments);
    const id = await makeContract(deps, acme, { scope: 'team', teamId: payments });
    expect(await endIn('shop')).toBe(COVERED);
    expect(await endIn('pay')).toBe(UPSTREAM);

    await setProjectOwner(deps, admin, shop, web);
    expect(await endIn('shop')).toBe(UPSTREAM);
    await scan('shop', { image: 'shop/app:1' });
    expect(await endIn('shop')).toBe(UPSTREAM);

    await saveRules(deps, admin, [{ kind: 'name', pattern: 'pa*', team_id: payments }]);
    expect(await endIn('pay')).toBe(COVERED);
    // A project that a rule gives to the team is covered by its first upload.
    await scan('pages');
    expect(await endIn('pages')).toBe(COVERED);
    await saveRules(deps, admin, []);
    expect(await endIn('pay')).toBe(UPSTREAM);
    expect(await endIn('pages')).toBe(UPSTREAM);

    await expect(deleteTeam(deps, admin, payments)).rejects.toThrow(/contracts/);
    await deleteContract(deps, admin, id);
    await deleteTeam(deps, admin, payments);
  });

  test('labels that give an upload’s project to a team cover it, and take it away', async () => {
    const payments = await team('Payments');
    await saveRules(deps, admin, [
      { kind: 'label', label: 'team', value: 'payments', team_id: payments },
    ]);
    await makeContract(deps, acme, { scope: 'team', teamId: payments });
    await scan('shop', { labels: { team: 'payments' } });
    expect(await endIn('shop')).toBe(COVERED);
    const answer = await scan('shop', { labels: { team: 'web' } });
    expect(await endIn('shop')).toBe(UPSTREAM);
    expect(answer.eol).toEqual({ high: 1, med: 0, low: 0 });
  });

  test('a project that is deleted and comes again under its name is another one', async () => {
    const { project_id: projectId } = await scan('shop');
    await makeContract(deps, acme, { scope: 'project', projectId });
    await deleteProject(deps, admin, projectId);
    expect(await ends()).toEqual({});
    await scan('shop');
    expect(await endIn('shop')).toBe(UPSTREAM);
  });
});

describe('what a contract covers follows it at once', () => {
  test('changed days, software and scope, and its deletion', async () => {
    const { project_id: projectId } = await scan('shop');
    await scan('pay');
    const id = await makeContract(deps, acme);
    await changeContract(deps, admin, id, { endsOn: dayOf('2027-05-01') });
    expect(await endIn('pay')).toBe('2027-05-01 by Freexian');
    await changeContract(deps, admin, id, { scope: 'project', projectId });
    expect(await endIn('pay')).toBe(UPSTREAM);
    expect(await endIn('shop')).toBe('2027-05-01 by Freexian');
    await changeContract(deps, admin, id, { lines: [{ productName: 'Debian', cycle: '11' }] });
    expect(await endIn('shop')).toBe(UPSTREAM);
    await changeContract(deps, admin, id, { lines: [{ productName: 'debian', cycle: null }] });
    expect(await endIn('shop')).toBe('2027-05-01 by Freexian');
    await changeContract(deps, admin, id, { startsOn: dayOf('2026-11-22') });
    expect(await endIn('shop')).toBe(UPSTREAM);
    await changeContract(deps, admin, id, { startsOn: dayOf('2026-11-21') });
    expect(await endIn('shop')).toBe('2027-05-01 by Freexian');
    await deleteContract(deps, admin, id);
    expect(await endIn('shop')).toBe(UPSTREAM);
    const left = await deps.db.query(
      'SELECT FROM software_cycle WHERE organization_id = $1 AND contract_id IS NOT NULL',
      [acme],
    );
    expect(left).toEqual([]);
  });

  test('of two that overlap the one that ends last; when it goes, the other', async () => {
    const { project_id: projectId } = await scan('shop');
    await makeContract(deps, acme, { vendor: 'Short', endsOn: dayOf('2027-01-01') });
    const long = await makeContract(deps, acme, { vendor: 'Long', scope: 'project', projectId });
    expect(await endIn('shop')).toBe('2028-01-01 by Long');
    await scan('pay');
    expect(await endIn('pay')).toBe('2027-01-01 by Short');
    await deleteContract(deps, admin, long);
    expect(await endIn('shop')).toBe('2027-01-01 by Short');
  });

  test('it covers nothing before its first day, and everything from it on; its end needs nobody', async () => {
    await scan('shop');
    await makeContract(deps, acme, {
      ...{ startsOn: dayOf('2026-12-01'), endsOn: dayOf('2027-03-01') },
    });
    await scan('pay');
    expect(await endIn('shop')).toBe(UPSTREAM);
    tomorrowIs('2026-11-30');
    await lookAfter();
    expect(await endIn('shop')).toBe(UPSTREAM);
    tomorrowIs('2026-12-01');
    await lookAfter();
    expect(await endIn('shop')).toBe('2027-03-01 by Freexian');
    expect(await endIn('pay')).toBe('2027-03-01 by Freexian');
    const states = async () =>
      (await callAs(deps, acme).software.listForDashboard({ size: 10 })).states;
    expect(await states()).toMatchObject({ ended: 0, soon: 1 });
    tomorrowIs('2027-03-01');
    expect(await states()).toMatchObject({ ended: 1, soon: 0 });
  });

  test('re-scans keep findings, their ids and first days, and what came and went', async () => {
    const { image_tag_id: imageTagId } = await scan('shop');
    const caller = callAs(deps, acme);
    const [before] = await caller.image.findings({ imageTagId });
    await makeContract(deps, acme);
    await scan('shop');
    await scan('shop', { software: [...HOLDS.software, { product: 'Perl', cycle: '5' }] });
    await scan('shop', { software: [{ product: 'Perl', cycle: '5' }] });
    expect(await endIn('shop')).toBeUndefined();
    await scan('shop');
    const [after] = await caller.image.findings({ imageTagId });
    expect(after).toMatchObject({
      ...{ id: before?.id, firstSeenDate: before?.firstSeenDate, eolSource: 'contract' },
      contract: { vendor: 'Freexian', until: '2028-01-01', upstreamDate: UPSTREAM },
    });
    const [{ count } = { count: '0' }] = await deps.db.query<{ count: string }>(
      'SELECT count(*)::text AS count FROM finding WHERE organization_id = $1',
      [acme],
    );
    expect(count).toBe('2');
  });
});

describe('the end upstream stays beside it, and follows who says it', () => {
  test('own dates, longer and shorter, and the catalog', async () => {
    await scan('shop');
    await makeContract(deps, acme);
    const own = { product: 'Debian', cycle: '10', reason: 'ours' };
    await setOverride(deps, admin, { ...own, endsOn: dayOf('2029-01-01') });
    expect(await endIn('shop')).toBe('2029-01-01 by Freexian');
    const { id } = await setOverride(deps, admin, { ...own, endsOn: dayOf('2025-01-01') });
    expect(await endIn('shop')).toBe(COVERED);
    await clearOverride(deps, admin, id);
    await withCatalog(deps, [debian('2023-01-01')]);
    await rematchOrganization(deps, acme);
    const { items } = await callAs(deps, acme).software.listForDashboard({ size: 10 });
    expect(items).toMatchObject([
      { eolDate: '2028-01-01', contract: { upstreamDate: '2023-01-01', upstreamDateKnown: true } },
    ]);
  });

  test('a match of the catalog, made anew, is covered in its scope alone', async () => {
    await withCatalog(deps, []);
    const found = { software: [], packages: ['pkg:generic/debian@10.3'] };
    const { project_id: projectId } = await scan('shop', found);
    await scan('pay', found);
    await withCatalog(deps, [debian()]);
    await makeContract(deps, acme, { scope: 'project', projectId });
    await rematchOrganization(deps, acme);
    expect(await endIn('shop')).toBe(COVERED);
    expect(await endIn('pay')).toBe(UPSTREAM);
    await rematchOrganization(deps, acme);
    expect(await endIn('shop')).toBe(COVERED);
  });

  test('nothing known upstream stays unknown; ended on an unknown day ends with the contract', async () => {
    const software = [
      { product: 'Perl', cycle: '5' },
      { product: 'Ruby', cycle: '2', ended: true },
    ];
    await scan('shop', { software });
    const lines = software.map(({ product: productName, cycle }) => ({ productName, cycle }));
    await makeContract(deps, acme, { lines });
    expect(await ends()).toEqual({
      'shop shop/app Perl 5': ' by Freexian',
      'shop shop/app Ruby 2': COVERED,
    });
  });
});

describe('answers, policies and counts say the same', () => {
  test('a build in scope passes, one out of scope is denied, and the day after its end both', async () => {
    await makePolicy(deps, acme, { type: 'EOL', scope: 'global', denyDays: 0 });
    const { project_id: projectId, policy } = await scan('shop');
    expect(policy.action).toBe('DENY');
    await makeContract(deps, acme, { scope: 'project', projectId });
    // The same scan again: its findings are not written.
    const again = await scan('shop');
    expect(again).toMatchObject({ policy: { action: 'ALLOW' }, eol: { high: 0, low: 1 } });
    expect(await scan('shop', { image: 'shop/app:2' })).toMatchObject({
      policy: { action: 'ALLOW' },
    });
    expect(await scan('pay')).toMatchObject({ policy: { action: 'DENY' }, eol: { high: 1 } });
    const caller = callAs(deps, acme);
    const overview = await caller.analytics.eolOverview();
    expect(overview.eol.find(({ name }) => name === 'EOL')?.value).toBe(1);
    deps.clock.set('2028-01-01T00:00:00Z');
    expect(await scan('shop')).toMatchObject({ policy: { action: 'DENY' }, eol: { high: 1 } });
  });

  test('trends count it as ended before the contract began, and after its end', async () => {
    deps.clock.set('2026-08-15T12:00:00Z');
    await scan('shop');
    deps.clock.set('2026-11-21T12:00:00Z');
    await makeContract(deps, acme, {
      ...{ startsOn: dayOf('2026-10-01'), endsOn: dayOf('2027-02-01') },
    });
    const { eolCounts } = await callAs(deps, acme).analytics.eolCounts({
      ...{ start: '2026-08-01', end: '2027-03-31', period: 'MONTHLY' },
    });
    expect(eolCounts.map(({ critical, high }) => [critical, high])).toEqual([
      ...[
        [1, 0],
        [1, 0],
        [0, 1],
        [0, 1],
        [0, 1],
        [0, 1],
        [1, 0],
        [1, 0],
      ],
    ]);
  });

  describe('trends of contracts in a row', () => {
    const TERMS = [
      ['2026-03-01', '2026-05-01'],
      ['2026-05-01', '2026-08-01'],
      ['2026-08-01', '2026-10-01'],
      ['2026-10-01', '2029-01-01'],
    ] as const;

    type Term = readonly [startsOn: string, endsOn: string, where?: 'in its project'];

    /** Enters each as it begins; gives the months from March on in which what they cover counts as ended. */
    async function endedMonths(...terms: readonly Term[]): Promise<string[]> {
      await withCatalog(deps, [debian('2026-02-01')]);
      deps.clock.set('2026-02-15T12:00:00Z');
      const { project_id: projectId } = await scan('shop');
      for (const [startsOn, endsOn, where] of terms) {
        deps.clock.set(`${startsOn}T12:00:00Z`);
        await makeContract(deps, acme, {
          ...{ startsOn: dayOf(startsOn), endsOn: dayOf(endsOn) },
          ...(where && { scope: 'project', projectId }),
        });
      }
      deps.clock.set('2026-11-21T12:00:00Z');
      const ended = async (period: 'DAILY' | 'MONTHLY', isCounted: (date: string) => boolean) => {
        const range = { start: '2026-03-01', end: '2026-11-30', period };
        const { eolCounts } = await callAs(deps, acme).analytics.eolCounts(range);
        const counted = eolCounts.filter(({ date, critical }) => critical > 0 && isCounted(date));
        return counted.map(({ date }) => date.slice(0, 7));
      };
      const months = await ended('MONTHLY', () => true);
      expect(await ended('DAILY', (date) => date.endsWith('-15'))).toEqual(months);
      return months;
    }
    const UNTIL_AUGUST = ['2026-03', '2026-04', '2026-05', '2026-06', '2026-07'];
    const [FIRST, SECOND, THIRD, LAST] = TERMS;
    const here = (term: Term): Term => [term[0], term[1], 'in its project'];

    test('do not count it as ended while one of them covered it', async () => {
      expect(await endedMonths(FIRST, SECOND, THIRD, LAST)).toEqual([]);
    });

    test('nor where one began before the one before it had ended', async () => {
      const early = ['2026-04-01', '2026-08-01'] as const;
      expect(await endedMonths(FIRST, early, THIRD, LAST)).toEqual([]);
    });

    test('nor where one was of more places than the last', async () => {
      expect(await endedMonths(here(FIRST), SECOND, THIRD, here(LAST))).toEqual([]);
    });

    test('count it as ended before a time in which none did', async () => {
      expect(await endedMonths(FIRST, THIRD, LAST)).toEqual(UNTIL_AUGUST);
    });

    test('and while those did that are of less than the place of the last', async () => {
      expect(await endedMonths(here(FIRST), here(SECOND), THIRD, LAST)).toEqual(UNTIL_AUGUST);
    });
  });
});
