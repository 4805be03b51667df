import { describe, expect, it } from 'vitest';
import { dayOf } from '@/domain/eol/calendar';
import { itemOf, type MessageContent, type MessageItem } from './content';
import { joinedItem, splitItem } from './part';
import { heardBy, isSaidAtOnce, type Listener, messageRule, routesOf } from './rule';
import { fullMessage } from './testing/messages';

const PAYMENTS = '019a0000-0000-7000-8000-00000000000a';
const SHOP = '019a0000-0000-7000-8000-00000000000b';
const CHANNELS = ['a', 'b', 'c'].map((end) => `019a0000-0000-7000-8000-0000000000c${end}`);
const [ONE = '', TWO = '', THREE = ''] = CHANNELS;

const draft = { name: 'All', kinds: ['support.ends'], channel_ids: [ONE] };

describe('a rule', () => {
  it('is a digest every day of everything, but for what breaks builds, unless it says otherwise', () => {
    expect(messageRule.parse(draft)).toMatchObject({
      ...{ scope: 'everything', team_id: null, least_severity: 'info', tempo: 'daily', hour: 8 },
      ...{ time_zone: 'UTC', urgent_at_once: true, enabled: true },
    });
  });

  it('has each kind and channel once', () => {
    const kinds = ['date.changed', 'support.ends', 'date.changed'];
    const rule = messageRule.parse({ ...draft, kinds, channel_ids: [TWO, ONE, TWO] });
    expect(rule.kinds).toEqual(['support.ends', 'date.changed']);
    expect(rule.channel_ids).toEqual([TWO, ONE]);
  });

  it.each([
    [{ kinds: [] }, ['kinds']],
    [{ kinds: ['test'] }, ['kinds', 0]],
    [{ kinds: ['digest'] }, ['kinds', 0]],
    [{ channel_ids: [] }, ['channel_ids']],
    [{ scope: 'team' }, ['team_id']],
    [{ scope: 'nobody', team_id: PAYMENTS }, ['team_id']],
    [{ scope: 'projects' }, ['project_names']],
    [{ scope: 'nobody', project_names: ['shop'] }, ['project_names']],
    [{ project_label: { name: 'team', value: 'a' } }, ['project_names']],
    [{ scope: 'projects', project_names: [''] }, ['project_names', 0]],
    [{ time_zone: 'Nowhere' }, ['time_zone']],
    [{ hour: 24 }, ['hour']],
    [{ name: ' ' }, ['name']],
  ])('says where it is wrong: %j', (more, path) => {
    const { error } = messageRule.safeParse({ ...draft, ...more });
    expect(error?.issues[0]?.path).toEqual(path);
  });
});

const items = [
  itemOf({ key: '1', what: 'Debian 10', teamId: PAYMENTS, detail: 'secret of Payments' }),
  itemOf({ key: '2', what: 'Node.js 18', teamId: SHOP }),
  itemOf({ key: '3', what: 'Node.js 20', teamId: SHOP }),
  itemOf({ key: '4', what: 'Perl 5', teamId: null }),
];
const said = (more: Partial<MessageContent> = {}) =>
  fullMessage({ kind: 'support.ends', items, total: 4, title: '4 ended', links: [], ...more });

const rule = (more: Partial<Listener> = {}): Listener => ({
  ...{ id: 'r', kinds: ['support.ends'], scope: 'everything', team_id: null },
  ...{ project_names: [], project_label: null },
  ...{ least_severity: 'info', tempo: 'at_once', urgent_at_once: true, channel_ids: [ONE] },
  ...more,
});
const shop = { scope: 'team', team_id: SHOP } as const;

describe('what a rule lets through', () => {
  it('is of its kinds, and of its severity at least', () => {
    expect(heardBy(rule(), said())).toEqual(said());
    expect(heardBy(rule({ kinds: ['date.changed'] }), said())).toBeNull();
    const grave = rule({ least_severity: 'critical' });
    expect(heardBy(grave, said({ severity: 'warning' }))).toBeNull();
    expect(heardBy(grave, said({ severity: 'critical' }))).not.toBeNull();
  });

  it('is cut to what a team owns, and tells nothing of the others', () => {
    const part = heardBy(rule(shop), said());
    expect(part).toMatchObject({
      ...{ title: 'Support ends: Node.js 18 and 1 more', summary: '', total: 2 },
      items: [{ what: 'Node.js 18' }, { what: 'Node.js 20' }],
    });
    expect(JSON.stringify(part)).not.toMatch(/Debian|Perl|Payments|4/);
  });

  it('is cut to what nobody owns', () => {
    expect(heardBy(rule({ scope: 'nobody' }), said())?.items).toMatchObject([{ what: 'Perl 5' }]);
  });

  it('is, of the coverage of projects, what its owner has', () => {
    const fell = said({ kind: 'coverage.fell' });
    expect(heardBy(rule({ ...shop, kinds: ['coverage.fell'] }), fell)).toMatchObject({ total: 2 });
    const nobody = heardBy(rule({ scope: 'nobody', kinds: ['coverage.fell'] }), fell);
    expect(nobody?.items).toMatchObject([{ what: 'Perl 5' }]);
    const stale = said({ kind: 'catalog.stale' });
    expect(heardBy(rule({ scope: 'nobody', kinds: ['catalog.stale'] }), stale)).toBeNull();
  });

  it('is the message as it is where all of it is in the scope', () => {
    const own = said({ items: items.slice(1, 3), total: 2 });
    expect(heardBy(rule(shop), own)).toEqual(own);
  });

  it('is nothing where nothing of it is in the scope', () => {
    expect(heardBy(rule(shop), said({ items: items.slice(0, 1), total: 1 }))).toBeNull();
    expect(heardBy(rule(shop), said({ items: [], total: 0 }))).toBeNull();
  });
});

describe('what is solved', () => {
  const grave = { least_severity: 'critical' } as const;
  const solved = itemOf({ key: '2', what: 'Node.js 18', teamId: SHOP, isSolved: true });
  const over = said({ severity: 'info', items: [solved], total: 1 });
  const toldOf = (...ids: string[]) => ({
    cut: () => null,
    knows: (channelId: string) => ids.includes(channelId),
  });

  it('is let through by rules of what is grave, and nothing else of less', () => {
    expect(heardBy(rule(grave), over)).toEqual(over);
    const both = said({ severity: 'warning', items: [...items, solved], total: 5 });
    expect(heardBy(rule(grave), both)).toMatchObject({
      ...{ severity: 'info', title: 'Solved: Node.js 18', total: 1 },
      items: [{ isSolved: true }],
    });
    expect(heardBy(rule({ ...grave, ...shop }), both)?.items).toEqual([solved]);
    expect(heardBy(rule({ ...grave, ...shop, team_id: PAYMENTS }), both)).toBeNull();
  });

  it('goes by these to the channels that were told of it alone', () => {
    const rules = [rule({ ...grave, channel_ids: [ONE, TWO] })];
    expect(routesOf(over, rules, toldOf(TWO)).atOnce).toMatchObject([{ channelIds: [TWO] }]);
    const both = said({ severity: 'critical', items: [...items, solved], total: 5 });
    const [one, two] = routesOf(both, rules, toldOf(TWO)).atOnce;
    expect([one?.channelIds, one?.content.total]).toEqual([[ONE], 4]);
    expect([two?.channelIds, two?.content.total]).toEqual([[TWO], 5]);
  });
});

describe('a message', () => {
  it('waits for the digest, unless it breaks builds or is critical', () => {
    const daily = rule({ tempo: 'daily' });
    expect(isSaidAtOnce(daily, said())).toBe(false);
    expect(isSaidAtOnce(daily, said({ severity: 'critical' }))).toBe(true);
    expect(isSaidAtOnce(daily, said({ kind: 'build.denied' }))).toBe(true);
    const patient = rule({ tempo: 'daily', urgent_at_once: false });
    expect(isSaidAtOnce(patient, said({ severity: 'critical' }))).toBe(false);
  });

  it('goes to each channel once, with whatever any of its rules lets through', () => {
    const routes = routesOf(said(), [
      rule({ id: '1', channel_ids: [ONE] }),
      rule({ id: '2', ...shop, channel_ids: [ONE, TWO] }),
      rule({ id: '3', scope: 'team', team_id: PAYMENTS, channel_ids: [TWO, THREE] }),
      rule({ id: '4', kinds: ['date.changed'], channel_ids: [THREE] }),
    ]);
    expect(routes.held).toEqual([]);
    expect(routes.atOnce.map(({ channelIds, content }) => [channelIds, content.items])).toEqual([
      [[ONE], items],
      [[TWO], items.slice(0, 3)],
      [[THREE], items.slice(0, 1)],
    ]);
  });

  it('is held for each channel of a rule that makes digests', () => {
    const routes = routesOf(said(), [
      rule({ id: '1', tempo: 'daily', channel_ids: [ONE, TWO] }),
      rule({ id: '2', tempo: 'weekly', scope: 'nobody', channel_ids: [ONE] }),
      rule({ id: '3', ...shop, channel_ids: [TWO] }),
    ]);
    expect(routes.held).toEqual([
      { ruleId: '1', channelId: ONE },
      { ruleId: '1', channelId: TWO },
      { ruleId: '2', channelId: ONE },
    ]);
    expect(routes.atOnce).toMatchObject([{ channelIds: [TWO], content: { total: 2 } }]);
  });

  it('goes nowhere without a rule', () => {
    expect(routesOf(said(), [])).toEqual({ atOnce: [], held: [] });
  });

  describe('of which two rules of projects lead parts to one channel', () => {
    const WAIVER = { detail: null, where: null, since: null, path: null, software: null };
    const waiver = (project: string, day: string) => ({
      ...WAIVER,
      ...{
        detail: `Waived: ${project}`,
        until: dayOf(new Date(day)),
        project,
        path: `/waivers/${day}`,
      },
      where: { images: 2, projects: 1, named: [project] },
    });
    const joined = itemOf({
      ...{ key: 'debian', what: 'Debian 10', detail: '3 waivers: pay/api; pay/web; shop' },
      ...{ until: dayOf(new Date('2026-12-20')), path: '/waivers' },
      parts: [
        waiver('pay/api', '2026-12-22'),
        waiver('pay/web', '2026-12-21'),
        waiver('shop', '2026-12-20'),
      ],
    });
    const other = itemOf({ key: 'redis', what: 'Redis 6', project: 'pay/api' });
    const ofProjects = (...ids: string[]) =>
      ids.map((id) =>
        rule({ id, kinds: ['waiver.ending'], scope: 'projects', project_names: [id] }),
      );
    const IN: Record<string, string[]> = { api: ['pay/api'], pay: ['pay/api', 'pay/web'] };
    const cut = (ruleId: string, one: MessageItem) =>
      joinedItem(
        one,
        splitItem(one)
          .filter(({ project }) => IN[ruleId]?.includes(project ?? ''))
          .map((bit) => ({ ...bit })),
      );
    const heard = (all: MessageItem[]) => {
      const content = said({ kind: 'waiver.ending', items: all, total: all.length });
      const known = { cut, knows: () => false };
      return routesOf(content, ofProjects('api', 'pay'), known).atOnce;
    };

    it('says what is of any of them once, and nothing of other projects', () => {
      const [only, ...others] = heard([joined]);
      expect(others).toEqual([]);
      expect(only?.content).toMatchObject({
        ...{ title: 'A waiver ends: Debian 10', summary: '', total: 1 },
        items: [
          {
            ...{ detail: 'Waived: pay/api. Waived: pay/web', until: '2026-12-21' },
            parts: [{ project: 'pay/api' }, { project: 'pay/web' }],
          },
        ],
      });
      expect(JSON.stringify(only)).not.toContain('shop');
    });

    it('leaves nothing out beside what both rules say alike', () => {
      const [only] = heard([other, joined]);
      expect(only?.content.items.map(({ key }) => key)).toEqual(['redis', 'debian']);
    });
  });
});
