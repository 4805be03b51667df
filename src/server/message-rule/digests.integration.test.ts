import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  itemOf,
  type MessageContent,
  messageContent,
  type MessageItem,
} from '@/domain/message/content';
import { type MessageRule, messageRule } from '@/domain/message/rule';
import { fullMessage } from '@/domain/message/testing/messages';
import { listAuditEvents } from '@/server/audit/service';
import { createChannel, pauseChannel } from '@/server/channel/service/channels';
import { forgetOldMessages, KEPT_FOR_MS } from '@/server/channel/service/cleaning';
import { listDeliveries } from '@/server/channel/service/history';
import { sendMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { createTeam } from '@/server/team/service/teams';
import { makeActor, makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { ruleFor, saidIn } from '@/test/messages';
import { sendDueDigests } from './service/digests';
import { previewRule } from './service/preview';
import { createRule, deleteRule, getRule, listRules, saveRule } from './service/rules';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let deps: TestDeps;
let organization: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-11-25T12:00:00Z');
  organization = await makeOrganization(deps);
});

const admin = () => makeActor(deps, organization, 'admin');
async function channel(name = 'Operations'): Promise<string> {
  const { id } = await createChannel(deps, await admin(), {
    ...{ kind: 'mail', name },
    settings: { addresses: ['operations@example.com'] },
  });
  return id;
}
const digest = (channelIds: string[], more: Partial<MessageRule> = {}) =>
  ruleFor(deps, organization, channelIds, ['support.ends', 'build.denied'], {
    ...{ tempo: 'daily', hour: 8, time_zone: 'Europe/Berlin' },
    ...more,
  });
const item = (what: string, more: Partial<MessageItem> = {}) =>
  itemOf({ key: `${what}/nobody`, what, ...more });
const ends = (...items: MessageItem[]): MessageContent =>
  fullMessage({ kind: 'support.ends', items, total: items.length });
const say = (content: MessageContent) =>
  deps.db.transaction((tx) =>
    sendMessage(tx, organization, content, 'listeners', deps.clock.now()),
  );
async function digestsAt(time: string): Promise<void> {
  deps.clock.set(time);
  await sendDueDigests(deps);
}
async function sentTo(channelId: string) {
  const { items } = await listDeliveries(deps, organization, channelId, { page: 1, size: 50 });
  return items.toReversed().map(({ title }) => title);
}
const digests = () => saidIn(deps, organization, 'digest');
const heldCount = () => deps.db.of(organization).heldMessage.count();

describe('a rule that makes digests', () => {
  test('holds what is said, says it once at its hour, and nothing where nothing came', async () => {
    const id = await channel();
    await digest([id]);
    await say(ends(item('Debian 10')));
    await say(ends(item('Node.js 18')));
    await digestsAt('2026-11-26T06:59:00Z');
    expect(await sentTo(id)).toEqual([]);
    await digestsAt('2026-11-26T07:00:00Z');
    await digestsAt('2026-11-26T07:01:00Z');
    await digestsAt('2026-11-27T07:00:00Z');
    expect(await sentTo(id)).toEqual(['Daily digest: 2 to look at']);
    expect(await heldCount()).toBe(0);
  });

  test('keeps to the hour of its reader when the clocks change', async () => {
    deps.clock.set('2026-10-24T12:00:00Z');
    const rule = await digest([await channel()], { hour: 2 });
    const next = async () => (await getRule(deps, organization, rule)).next_digest_at;
    expect(await next()).toBe('2026-10-25T00:00:00.000Z');
    await digestsAt('2026-10-25T00:00:00Z');
    // The hour comes again: the digest does not.
    expect(await next()).toBe('2026-10-26T01:00:00.000Z');
  });

  test('says at once what breaks builds and what is critical, and does not say it again', async () => {
    const id = await channel();
    await digest([id]);
    await say(fullMessage({ kind: 'build.denied', title: 'shop:1 is denied' }));
    await say({ ...ends(item('Debian 10')), severity: 'critical', title: 'Broken' });
    await digestsAt('2026-11-26T07:00:00Z');
    expect(await sentTo(id)).toEqual(['shop:1 is denied', 'Broken']);
  });

  test('makes one of two images that are denied for one piece of software', async () => {
    const id = await channel();
    await digest([id], { urgent_at_once: false });
    const deny = (image: string) =>
      say(
        fullMessage({
          ...{ kind: 'build.denied', items: [item('Debian 10', { path: `/images/${image}` })] },
          total: 1,
        }),
      );
    await deny('shop');
    await deny('billing');
    await digestsAt('2026-11-26T07:00:00Z');
    expect(await sentTo(id)).toEqual(['Daily digest: 1 to look at']);
    expect(await heldCount()).toBe(0);
  });

  test('says of each image that it is denied again, once nothing was', async () => {
    const id = await channel();
    await digest([id], { urgent_at_once: false });
    const deny = (image: string, more: Partial<MessageItem> = {}) => {
      const items = [item('Debian 10', { path: `/images/${image}`, ...more })];
      return say(fullMessage({ kind: 'build.denied', items, total: 1 }));
    };
    await deny('shop');
    await deny('billing');
    await digestsAt('2026-11-26T07:00:00Z');
    await deny('billing', { isSolved: true });
    await digestsAt('2026-11-27T07:00:00Z');
    await deny('billing');
    await digestsAt('2026-11-28T07:00:00Z');
    deps.clock.set('2026-11-28T12:00:00Z');
    await deny('shop');
    await digestsAt('2026-11-29T07:00:00Z');
    expect(await sentTo(id)).toEqual([
      'Daily digest: 1 to look at',
      'Daily digest: 1 solved',
      'Daily digest: 1 to look at',
      'Daily digest: 1 to look at',
    ]);
  });

  test('that fails stops no other one, and is tried again later', async () => {
    const broken = await channel();
    const rule = await digest([broken]);
    await say(ends(item('Debian 10')));
    const [content] = await saidIn(deps, organization);
    const failing = organization;
    const write = (text: object) =>
      deps.db.of(failing).message.updateMany({ data: { content: text } });
    await write({});
    organization = await makeOrganization(deps);
    const id = await channel();
    await digest([id]);
    await say(ends(item('Debian 10')));
    deps.clock.set('2026-11-26T07:00:00Z');
    expect(await sendDueDigests(deps)).toEqual({ failed: 1 });
    expect(await sentTo(id)).toEqual(['Daily digest: 1 to look at']);
    expect(deps.logged()).toMatch(new RegExp(`"ruleId":"${rule}".*a digest could not be made`));
    // Until it is tried again there is nothing to do, which is not to seem as if all were well.
    expect(await sendDueDigests(deps)).toBeNull();
    organization = failing;
    expect(await sentTo(broken)).toEqual([]);
    // Behind what is due by then.
    expect(await getRule(deps, organization, rule)).toMatchObject({
      ...{ next_digest_at: '2026-11-26T07:05:00.000Z', waiting: 1 },
    });
    await write(messageContent.parse(content));
    await digestsAt('2026-11-26T07:05:00Z');
    expect(await sentTo(broken)).toEqual(['Daily digest: 1 to look at']);
  });

  test('leaves out what its channel was told just so by another rule', async () => {
    const id = await channel();
    await digest([id], { tempo: 'weekly' });
    await ruleFor(deps, organization, [id], ['support.ends']);
    await say({ ...ends(item('Debian 10')), title: 'At once' });
    await digestsAt('2026-11-30T07:00:00Z');
    expect(await sentTo(id)).toEqual(['At once']);
    expect(await heldCount()).toBe(0);
  });

  test('says that something is solved to whoever was told of it, and nothing that came and went', async () => {
    const id = await channel();
    await digest([id]);
    await say(ends(item('Debian 10')));
    await digestsAt('2026-11-26T07:00:00Z');
    await say(ends(item('Debian 10', { isSolved: true })));
    await say(ends(item('Perl 5')));
    await say(ends(item('Perl 5', { isSolved: true })));
    await digestsAt('2026-11-27T07:00:00Z');
    expect(await sentTo(id)).toEqual(['Daily digest: 1 to look at', 'Daily digest: 1 solved']);
    const [, last] = await digests();
    expect(last?.items.map(({ what, isSolved }) => [what, isSolved])).toEqual([
      ['Debian 10', true],
    ]);
  });

  test('is cut to what a team owns: nothing of another team leaves by it', async () => {
    const actor = await admin();
    const team = (name: string) =>
      createTeam(deps, actor, { name, email: null, link: null, handles: [] });
    const [payments, shop] = [await team('Payments'), await team('Shop')];
    const [mine, now] = [await channel('Mine'), await channel('Now')];
    const scope = { scope: 'team', team_id: payments.id } as const;
    await digest([mine], scope);
    await ruleFor(deps, organization, [now], ['support.ends'], scope);
    await say(
      ends(
        item('Debian 10', { teamId: payments.id }),
        item('Hidden 1', { teamId: shop.id }),
        item('Hidden 2'),
      ),
    );
    await say(ends(item('Hidden 3', { teamId: shop.id })));
    await digestsAt('2026-11-26T07:00:00Z');
    expect(await sentTo(mine)).toEqual(['Daily digest: 1 to look at']);
    expect(await sentTo(now)).toEqual(['Support ends: Debian 10']);
    const [sent] = await digests();
    expect(sent?.total).toBe(1);
    expect(JSON.stringify(sent)).not.toContain('Hidden');
  });

  test('goes by what it says when its digest is made', async () => {
    const id = await channel();
    const rule = await digest([id]);
    await say(ends(item('Debian 10')));
    const { name, kinds, channel_ids } = await getRule(deps, organization, rule);
    const draft = messageRule.parse({ name, kinds, channel_ids, least_severity: 'critical' });
    await saveRule(deps, await admin(), rule, draft);
    await digestsAt('2026-11-27T12:00:00Z');
    expect(await sentTo(id)).toEqual([]);
    expect(await heldCount()).toBe(0);
  });

  test('says what waits when it makes no digests any more, and drops it when it is turned off', async () => {
    const id = await channel();
    const rule = await digest([id]);
    await say(ends(item('Debian 10')));
    const { name, kinds, channel_ids } = await getRule(deps, organization, rule);
    const draft = messageRule.parse({ name, kinds, channel_ids, tempo: 'at_once' });
    await saveRule(deps, await admin(), rule, draft);
    await sendDueDigests(deps);
    await sendDueDigests(deps);
    expect(await sentTo(id)).toEqual(['Digest: 1 to look at']);
    await saveRule(deps, await admin(), rule, { ...draft, tempo: 'daily' });
    await say(ends(item('Perl 5')));
    const off = await saveRule(deps, await admin(), rule, { ...draft, enabled: false });
    expect(off).toMatchObject({ enabled: false, waiting: 0, next_digest_at: null });
    await say(ends(item('Perl 6')));
    expect(await heldCount()).toBe(0);
  });

  test('writes its digest as dropped for a channel that delivers nothing', async () => {
    const id = await channel();
    await digest([id]);
    await pauseChannel(deps, await admin(), id);
    await say(ends(item('Debian 10')));
    await digestsAt('2026-11-26T07:00:00Z');
    const { items } = await listDeliveries(deps, organization, id, { page: 1, size: 50 });
    expect(items).toMatchObject([{ kind: 'digest', state: 'dropped' }]);
    expect(await deps.db.of(organization).channelTold.count()).toBe(0);
  });

  test('keeps what waits for it from being forgotten', async () => {
    const rule = await digest([await channel()]);
    await say(ends(item('Debian 10')));
    deps.clock.advance(KEPT_FOR_MS + DAY_MS);
    await forgetOldMessages(deps, new AbortController().signal);
    expect((await getRule(deps, organization, rule)).waiting).toBe(1);
    await deleteRule(deps, await admin(), rule);
    expect(await heldCount()).toBe(0);
  });
});

test('of many that make digests at once, each digest is made by one', async () => {
  const channels = await Promise.all(['a', 'b', 'c'].map(channel));
  for (const id of channels) await digest([id]);
  for (let count = 0; count < 5; count += 1) await say(ends(item(`Thing ${String(count)}`)));
  deps.clock.set('2026-11-26T07:00:00Z');
  await Promise.all(Array.from({ length: 8 }, () => sendDueDigests(deps)));
  for (const id of channels) expect(await sentTo(id)).toEqual(['Daily digest: 5 to look at']);
});

test('a digest whose process dies in the middle is made by the next, whole and once', async () => {
  const id = await channel();
  await digest([id]);
  await say(ends(item('Debian 10')));
  deps.clock.set('2026-11-26T07:00:00Z');
  const script = fileURLToPath(new URL('../../test/digest-process.ts', import.meta.url));
  const { connectionString = '' } = deps.db.pool.options;
  // It ends itself by SIGKILL when the digest is written and not yet committed.
  const child: ChildProcess = spawn(process.execPath, [
    ...['--import', 'tsx', script, connectionString, deps.clock.now().toISOString()],
  ]);
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  expect(signal).toBe('SIGKILL');
  expect([await heldCount(), await digests()]).toEqual([1, []]);
  // The rule is another's until PostgreSQL has noticed that the process is gone.
  const heldAfterIt = async () => {
    await sendDueDigests(deps);
    return heldCount();
  };
  await expect.poll(heldAfterIt, { timeout: 30_000, interval: 50 }).toBe(0);
  await sendDueDigests(deps);
  expect(await sentTo(id)).toEqual(['Daily digest: 1 to look at']);
}, 60_000);

describe('a preview', () => {
  const draft = (channelIds: string[], more: object = {}) =>
    messageRule.parse({
      ...{ name: 'x', kinds: ['support.ends'], channel_ids: channelIds, ...more },
    });

  test('tells what a rule would have sent at its hours, and what waits', async () => {
    const id = await channel();
    await ruleFor(deps, organization, [id], ['support.ends']);
    await say(ends(item('Debian 10')));
    deps.clock.set('2026-11-26T12:00:00Z');
    await say({ ...ends(item('Perl 5')), severity: 'critical', title: 'Broken' });
    await say(ends(item('Node.js 18')));
    deps.clock.set('2026-11-27T06:00:00Z');
    const preview = await previewRule(deps, organization, draft([id]));
    expect(preview).toMatchObject({
      ...{ total: 2, examined: 3 },
      messages: [
        { at: '2026-11-26T12:00:00.000Z', title: 'Broken', kind: 'support.ends' },
        { at: '2026-11-26T08:00:00.000Z', title: 'Daily digest: 1 to look at', kind: 'digest' },
      ],
      next: { at: '2026-11-27T08:00:00.000Z', title: 'Daily digest: 1 to look at' },
    });
    const [body] = preview.messages[1]?.bodies ?? [];
    expect(body).toMatchObject({ kind: 'mail', channels: ['Operations'] });
    expect(body?.text).toContain('Debian 10');
    // Nothing was sent by looking.
    expect(await digests()).toEqual([]);
    expect(await listRules(deps, organization)).toHaveLength(1);
  });

  test('says so when there was nothing, looks no further back than a week, or a month', async () => {
    const id = await channel();
    await ruleFor(deps, organization, [id], ['support.ends']);
    await say(ends(item('Debian 10')));
    deps.clock.advance(8 * DAY_MS);
    const daily = await previewRule(deps, organization, draft([id]));
    expect(daily).toMatchObject({ total: 0, messages: [], next: null, examined: 0 });
    const monthly = await previewRule(deps, organization, draft([id], { tempo: 'monthly' }));
    expect(monthly).toMatchObject({ total: 1, messages: [{ at: '2026-12-01T08:00:00.000Z' }] });
    expect(new Date(monthly.since).getTime()).toBe(deps.clock.now().getTime() - 31 * DAY_MS);
  });

  test('tells what would have been said at once', async () => {
    const id = await channel();
    await ruleFor(deps, organization, [id], ['support.ends']);
    await say({ ...ends(item('Debian 10')), title: 'One' });
    const now = await previewRule(deps, organization, draft([id], { tempo: 'at_once' }));
    expect(now).toMatchObject({ total: 1, messages: [{ title: 'One' }] });
  });
});

test('rules are in the audit trail as they were and are, and name what is there alone', async () => {
  const [id, other] = [await channel(), await channel('Other')];
  const actor = await admin();
  const rule = messageRule.parse({ name: 'All', kinds: ['support.ends'], channel_ids: [id] });
  const made = await createRule(deps, actor, rule);
  await saveRule(deps, actor, made.id, { ...rule, channel_ids: [other] });
  await deleteRule(deps, actor, made.id);
  const { items } = await listAuditEvents(deps, organization, { page: 1, size: 3 });
  expect(items.map(({ action }) => action)).toEqual([
    ...['message_rule.delete', 'message_rule.update', 'message_rule.create'],
  ]);
  expect(items[1]).toMatchObject({
    before: { channel_ids: [id] },
    after: { channel_ids: [other], name: 'All' },
  });
  organization = await makeOrganization(deps);
  const stranger = await admin();
  await expect(createRule(deps, stranger, rule)).rejects.toMatchObject({ code: 'invalid' });
  await expect(getRule(deps, organization, made.id)).rejects.toMatchObject({ code: 'not_found' });
});
