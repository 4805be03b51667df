import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { itemOf, type MessageContent, type MessageItem } from '@/domain/message/content';
import { softwareKey, waiverKey } from '@/domain/message/software-key';
import { fullMessage } from '@/domain/message/testing/messages';
import { sendMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { listTickets } from '@/server/ticket/service';
import { makeActor, makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { ruleFor } from '@/test/messages';
import { ticketChannel } from '@/test/ticket-channel';
import {
  answering,
  isCreation,
  isSearch,
  SERVICES,
  type Service,
  startTicketService,
  type TicketService,
} from '@/test/ticket-service';
import { dieInTheMiddle } from '@/test/webhook-receiver';
import { findDueChannels } from './repository/delivery';
import { createChannel, getChannel, patchChannel } from './service/channels';
import { deliverChannel } from './service/delivery';
import { getDelivery, replayDelivery, testChannel } from './service/history';

const signal = new AbortController().signal;
let deps: TestDeps;
let organization: OrganizationId;
let service: TicketService;
let channelId: string;

beforeAll(async () => {
  deps = testDeps(await testDatabase(), { OUTGOING_ALLOW: '127.0.0.1' });
});
afterAll(() => deps.db.close());
const admin = () => makeActor(deps, organization, 'admin');
async function start(kind: Service): Promise<void> {
  deps.clock.set('2026-11-21T12:00:00Z');
  organization = await makeOrganization(deps);
  service = await startTicketService(kind);
  ({ id: channelId } = await createChannel(deps, await admin(), ticketChannel(kind, service.url)));
  await ruleFor(deps, organization, [channelId], ['support.ends', 'build.denied']);
}

const KEY = softwareKey('debian', '10', null);
const [full] = fullMessage().items;
const item = (more: Partial<MessageItem> = {}): MessageItem => ({
  ...itemOf({ key: KEY, what: 'Debian 10' }),
  ...full,
  ...{ key: KEY, change: null },
  ...more,
});
const solved = itemOf({
  ...{ key: KEY, what: 'Debian 10', isSolved: true, detail: 'No image holds it any more' },
});
const message = (items: MessageItem[], more: Partial<MessageContent> = {}) =>
  fullMessage({ kind: 'support.ends', items, total: items.length, ...more });
const say = (content: MessageContent) =>
  deps.db.transaction((tx) =>
    sendMessage(tx, organization, content, 'listeners', deps.clock.now()),
  );
async function deliver(): Promise<void> {
  for (const { id } of await findDueChannels(deps.db, deps.clock.now(), 100)) {
    if (id === channelId) await deliverChannel(deps, organization, id, signal);
  }
}
/** Says something and delivers it. */
async function tell(content: MessageContent): Promise<string> {
  deps.clock.advance(1_000);
  const id = (await say(content)) ?? '';
  await deliver();
  return id;
}
const shown = (messageId: string) => getDelivery(deps, organization, channelId, messageId);
const writes = () =>
  service.asked.filter(({ method, path }) => method !== 'GET' && !isSearch(path));

describe.each(SERVICES)('a channel of %s', (kind) => {
  beforeEach(async () => {
    await start(kind);
    return () => service.close();
  });

  it('makes one ticket, changes it, closes it, and opens it again', async () => {
    const first = await tell(message([item()]));
    expect(service.tickets).toHaveLength(1);
    const [ticket] = service.tickets;
    expect(ticket).toMatchObject({ isOpen: true, comments: [] });
    expect(ticket?.title).toMatch(/^Debian 10: support ended on 10 September 2022$/);
    expect(ticket?.labels).toContain('eol');
    const text = JSON.stringify(ticket?.body);
    expect(text).toContain('12 images in 3 projects');
    expect(text).toContain('Debian 12');
    expect((await shown(first)).made[0]).toMatchObject({ failure: null });
    expect((await shown(first)).made[0]?.answer).toMatch(/^Made (?:SHOP-1|#1)$/);
    // The same again, beside what is never said to be over, and nothing is asked.
    const asked = service.asked.length;
    await tell(message([item(), item({ key: waiverKey('one') })]));
    expect(service.asked).toHaveLength(asked);
    await tell(message([item({ moveTo: 'Debian 13' })]));
    expect(service.tickets).toHaveLength(1);
    expect(JSON.stringify(ticket?.body)).toContain('Debian 13');
    await tell(message([solved]));
    expect(ticket).toMatchObject({ isOpen: false });
    expect(JSON.stringify(ticket?.comments)).toContain('No image holds it any more');
    await tell(message([solved]));
    expect(ticket?.comments).toHaveLength(1);
    const last = await tell(message([item()]));
    expect(service.tickets).toHaveLength(1);
    expect(ticket).toMatchObject({ isOpen: true });
    expect(JSON.stringify(ticket?.comments)).toContain('Found again');
    expect((await shown(last)).made[0]?.answer).toMatch(/^Opened /);
  });

  it('has the ticket shown beside the software, and none of a solved one that never had any', async () => {
    await tell(message([{ ...solved, key: softwareKey('node', '16', null) }]));
    expect(service.asked).toEqual([]);
    await tell(message([item()]));
    const of = (whose: OrganizationId, productName = 'debian', cycle = '10') =>
      listTickets(deps, whose, { productName, cycle });
    const channel = { id: channelId, name: 'Tickets' };
    expect(await of(organization)).toMatchObject([{ state: 'open', team: null, channel }]);
    await tell(message([solved]));
    expect(await of(organization)).toMatchObject([{ state: 'closed' }]);
    expect(await of(organization, 'node', '16')).toEqual([]);
    expect(await of(await makeOrganization(deps))).toEqual([]);
  });

  it('keeps one for each item, goes on where it failed, and repeats none', async () => {
    const keys = ['a', 'b', 'c'];
    let isBroken = true;
    service.interfere((asked) => {
      const isB = isCreation(asked) && JSON.stringify(asked.body).includes('b: support');
      return isB && isBroken ? { instead: answering(500) } : null;
    });
    const id = await tell(message(keys.map((key) => item({ key, what: key }))));
    expect(service.tickets).toHaveLength(1);
    expect(await shown(id)).toMatchObject({ state: 'pending', made: [{ status: 500 }] });
    isBroken = false;
    const before = writes().length;
    deps.clock.advance(20 * 60_000);
    await deliver();
    expect(await shown(id)).toMatchObject({ state: 'delivered' });
    expect(service.tickets.map(({ title }) => title.slice(0, 1))).toEqual(keys);
    const again = writes().slice(before).filter(isCreation);
    expect(again).toHaveLength(2);
  });

  it('finds a ticket that was made though its answer was lost', async () => {
    service.interfere((asked) => (isCreation(asked) ? { after: dieInTheMiddle } : null));
    const id = await tell(message([item()]));
    expect(await shown(id)).toMatchObject({ state: 'pending' });
    expect(service.tickets).toHaveLength(1);
    deps.clock.advance(60_000);
    await deliver();
    expect(await shown(id)).toMatchObject({ state: 'delivered' });
    expect(service.tickets).toHaveLength(1);
    expect(writes().filter(isCreation)).toHaveLength(1);
  });

  it('finds the ticket again when nothing is noted, and one that was closed is opened', async () => {
    await tell(message([item()]));
    await tell(message([solved]));
    await deps.db.of(organization).ticket.deleteMany({});
    await tell(message([item({ moveTo: 'Debian 13' })]));
    expect(service.tickets).toHaveLength(1);
    expect(service.tickets[0]).toMatchObject({ isOpen: true });
  });

  it('leaves closed what a person closed, and makes another of what was deleted', async () => {
    await tell(message([item()]));
    const [ticket] = service.tickets;
    if (ticket) ticket.isOpen = false;
    await tell(message([item({ moveTo: 'Debian 13' })]));
    expect(service.tickets).toHaveLength(1);
    expect(ticket).toMatchObject({ isOpen: false, comments: [] });
    expect(JSON.stringify(ticket?.body)).toContain('Debian 13');
    service.tickets.splice(0);
    await tell(message([item()]));
    expect(service.tickets).toHaveLength(1);
  });

  it('stays open while there is another reason, and is closed by what leaves none', async () => {
    const denied = (items: MessageItem[]) => message(items, { kind: 'build.denied' });
    await tell(message([item()]));
    await tell(denied([item()]));
    await tell(denied([solved]));
    expect(service.tickets[0]).toMatchObject({ isOpen: true });
    await tell(denied([item()]));
    await tell(message([solved]));
    expect(service.tickets[0]).toMatchObject({ isOpen: false });
    expect(service.tickets).toHaveLength(1);
  });

  it('is not changed by an older message that comes late', async () => {
    let isBroken = true;
    service.interfere(() => (isBroken ? { instead: answering(404) } : null));
    const late = await tell(message([item({ moveTo: 'Debian 11' })]));
    expect(await shown(late)).toMatchObject({ state: 'pending' });
    isBroken = false;
    await tell(message([item({ moveTo: 'Debian 13' })]));
    await tell(message([solved]));
    deps.clock.advance(600_000);
    await deliver();
    expect(await shown(late)).toMatchObject({ state: 'delivered' });
    expect(service.tickets).toHaveLength(1);
    expect(service.tickets[0]).toMatchObject({ isOpen: false });
    expect(JSON.stringify(service.tickets[0]?.body)).toContain('Debian 13');
    await replayDelivery(deps, await admin(), channelId, late);
    await deliver();
    expect(service.tickets[0]).toMatchObject({ isOpen: false });
  });

  it('tests its access and makes nothing', async () => {
    const { state, made, body } = await testChannel(deps, await admin(), channelId);
    expect([state, writes()]).toEqual(['delivered', []]);
    expect(made[0]?.answer).toMatch(/^Found the (?:project|repository)/);
    expect(body).toContain('No ticket');
    const credentials = { token: 'wrong' };
    await patchChannel(deps, await admin(), channelId, { credentials });
    const failed = await testChannel(deps, await admin(), channelId);
    expect(failed.made[0]).toMatchObject({ failure: 'status', status: 401 });
  });

  it.each([
    [answering(401), 'status'],
    [answering(404), 'status'],
    [answering(500), 'status'],
    [dieInTheMiddle, 'connection'],
    [answering(302, { location: 'http://127.0.0.1:1/' }), 'redirect'],
    [answering(200, {}, '<html>Sign in</html>'), 'status'],
  ])('is tried again after a failure of the whole (%#)', async (reaction, failure) => {
    service.interfere(() => ({ instead: reaction }));
    const id = await tell(message([item()]));
    expect(await shown(id)).toMatchObject({ state: 'pending', made: [{ failure }] });
    service.interfere(() => null);
    deps.clock.advance(60_000);
    await deliver();
    expect(await shown(id)).toMatchObject({ state: 'delivered' });
    expect(service.tickets).toHaveLength(1);
  });

  it('waits as long as it is asked to (429), and is disabled where tickets are gone (410)', async () => {
    service.interfere((asked) =>
      isCreation(asked) ? { instead: answering(429, { 'retry-after': '120' }) } : null,
    );
    const id = await tell(message([item()]));
    service.interfere(() => null);
    deps.clock.advance(100_000);
    await deliver();
    expect(await shown(id)).toMatchObject({ state: 'pending' });
    deps.clock.advance(21_000);
    await deliver();
    expect(await shown(id)).toMatchObject({ state: 'delivered' });

    service.interfere((asked) => (isCreation(asked) ? { instead: answering(410) } : null));
    await tell(message([item({ key: 'other' })]));
    expect(await getChannel(deps, organization, channelId)).toMatchObject({
      disabled_reason: 'gone',
    });
  });

  it('gives up what is refused, and keeps the others', async () => {
    service.interfere((asked) =>
      isCreation(asked) && JSON.stringify(asked.body).includes('bad: support')
        ? { instead: answering(422, {}, '{"message":"no, token"}') }
        : null,
    );
    const items = ['bad', 'good'].map((key) => item({ key, what: key }));
    const id = await tell(message(items));
    expect(service.tickets.map(({ title }) => title.slice(0, 4))).toEqual(['good']);
    const { state, made } = await shown(id);
    expect(state).toBe('failed');
    expect(made[0]).toMatchObject({ failure: 'refused', answer: '{"message":"no, [secret]"}' });
  });

  it('begins anew elsewhere, and sends no token to another host', async () => {
    await tell(message([item()]));
    const other = await startTicketService(kind);
    const { settings, credentials } = ticketChannel(kind, other.url);
    await expect(patchChannel(deps, await admin(), channelId, { settings })).rejects.toMatchObject({
      code: 'invalid',
    });
    await patchChannel(deps, await admin(), channelId, { settings, credentials });
    await tell(message([item()]));
    expect([service.tickets.length, other.tickets.length]).toEqual([1, 1]);
    await other.close();
  });

  it('has no secret in its record, its attempts or its row', async () => {
    const id = await tell(message([item()]));
    const row = await deps.db.of(organization).channel.findFirst({ where: { id: channelId } });
    const seen = JSON.stringify([row, await shown(id)]);
    expect(seen).not.toMatch(/"token"|eve@example/);
  });
});

describe('GitHub', () => {
  beforeEach(async () => {
    await start('github');
    return () => service.close();
  });

  it.each([
    ['the limit of an hour', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'in 300' }, 300],
    ['the second limit', {}, 60],
  ])('says 403 for %s, and is left alone until then', async (_which, headers, seconds) => {
    const reset = String(Math.floor(deps.clock.now().getTime() / 1_000) + 1 + seconds);
    const sent = 'x-ratelimit-reset' in headers ? { ...headers, 'x-ratelimit-reset': reset } : {};
    const body = '{"message":"You have exceeded a secondary rate limit"}';
    service.interfere(() => ({ instead: answering(403, sent, body) }));
    const id = await tell(message([item()]));
    service.interfere(() => null);
    deps.clock.advance((seconds - 10) * 1_000);
    await deliver();
    expect(service.tickets).toEqual([]);
    deps.clock.advance(20_000);
    await deliver();
    expect(await shown(id)).toMatchObject({ state: 'delivered' });
  });

  it('finds what was made a moment ago in the list, as its index is behind', async () => {
    service.interfere((asked) => (isCreation(asked) ? { after: dieInTheMiddle } : null));
    await tell(message([item()]));
    service.interfere(({ path }) =>
      isSearch(path) ? { instead: answering(200, {}, '{"items":[]}') } : null,
    );
    deps.clock.advance(60_000);
    await deliver();
    expect(service.tickets).toHaveLength(1);
  });
});

describe('Jira', () => {
  beforeEach(async () => {
    await start('jira-cloud');
    return () => service.close();
  });

  it('has a link back, by a key of at most 255 characters', async () => {
    await tell(message([item({ key: 'x'.repeat(255) })]));
    const [entry] = [...(service.tickets[0]?.links ?? [])];
    expect(entry?.[0]).toMatch(/^eventide\/evt\w{32}$/);
    expect(entry?.[1]).toMatchObject({
      url: expect.stringContaining('/images?software=1') as unknown,
    });
  });

  it('does without labels where the project has none, and without links where they are off', async () => {
    service.interfere((asked) => {
      if (asked.path.endsWith('/remotelink')) return { instead: answering(404) };
      const hasLabels = isCreation(asked) && JSON.stringify(asked.body).includes('"labels"');
      const errors = '{"errors":{"labels":"Field cannot be set. It is not on the screen."}}';
      return hasLabels ? { instead: answering(400, {}, errors) } : null;
    });
    await tell(message([item()]));
    await deps.db.of(organization).ticket.deleteMany({});
    await tell(message([item()]));
    expect(service.tickets).toHaveLength(1);
  });

  it('is closed by the transition that is named, by its own name or that of the state', async () => {
    const moved = () =>
      service.asked.findLast(
        ({ method, path }) => method === 'POST' && path.endsWith('/transitions'),
      )?.body;
    const settings = { url: service.url, project: 'SHOP' };
    for (const [named, id] of [
      ['reject', '41'],
      ['Shipped', '31'],
    ] as const) {
      await patchChannel(deps, await admin(), channelId, {
        settings: { ...settings, done_transition: named },
      });
      await tell(message([item({ moveTo: named })]));
      await tell(message([solved]));
      expect(moved()).toEqual({ transition: { id } });
    }
    await patchChannel(deps, await admin(), channelId, {
      settings: { ...settings, done_transition: 'Nowhere' },
    });
    await tell(message([item()]));
    const id = await tell(message([solved]));
    const { state, made } = await shown(id);
    expect(state).toBe('pending');
    expect(made[0]?.answer).toContain('it has: Back to the start, Ship it, Reject');
  });

  it('says in a test what stands in the way', async () => {
    const settings = { url: service.url, project: 'SHOP', issue_type: 'Epic' };
    await patchChannel(deps, await admin(), channelId, { settings });
    const { made } = await testChannel(deps, await admin(), channelId);
    expect(made[0]).toMatchObject({ failure: 'refused' });
    expect(made[0]?.answer).toBe(
      'Found the project The shop (SHOP), as Eve; it has no type Epic, but Task',
    );
  });
});
