import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { itemOf } from '@/domain/message/content';
import { softwareKey } from '@/domain/message/software-key';
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
  type Asked,
  isCreation,
  type Service,
  startTicketService,
  type TicketService,
} from '@/test/ticket-service';
import { createChannel, patchChannel } from './service/channels';
import { deliverChannel } from './service/delivery';
import { getDelivery, testChannel } from './service/history';

let deps: TestDeps;
let organization: OrganizationId;
let service: TicketService;
let channelId: string;

beforeAll(async () => {
  deps = testDeps(await testDatabase(), { OUTGOING_ALLOW: '127.0.0.1' });
});
afterAll(() => deps.db.close());
afterEach(() => service.close());

const admin = () => makeActor(deps, organization, 'admin');

async function start(kind: Service): Promise<void> {
  deps.clock.set('2026-11-21T12:00:00Z');
  organization = await makeOrganization(deps);
  service = await startTicketService(kind);
  ({ id: channelId } = await createChannel(deps, await admin(), ticketChannel(kind, service.url)));
  await ruleFor(deps, organization, [channelId], ['support.ends']);
}

/** Has the service do what is asked and answer another thing, where anything is said of it. */
function answer(bodyOf: (asked: Asked) => object | null): void {
  service.interfere((asked) => {
    const body = bodyOf(asked);
    return body && { after: answering(200, {}, JSON.stringify(body)) };
  });
}

/** Has the channel told of software whose support ends, or that it is gone. */
async function tell(isSolved = false) {
  const key = softwareKey('debian', '10', null);
  const items = [itemOf({ key, what: 'Debian 10', detail: 'Soon', isSolved })];
  const content = fullMessage({ kind: 'support.ends', items, total: 1 });
  deps.clock.advance(1_000);
  const id = await deps.db.transaction((tx) =>
    sendMessage(tx, organization, content, 'listeners', deps.clock.now()),
  );
  await deliverChannel(deps, organization, channelId, new AbortController().signal);
  return getDelivery(deps, organization, channelId, id ?? '');
}

const BAD = 'x\0\ud800';
const KEPT = 'x\u{fffd}';

test.each<[Service, (asked: Asked) => object | null, string]>([
  [
    'jira-cloud',
    ({ path }) => (path.endsWith('/myself') ? { displayName: BAD } : null),
    `Found the project The shop (SHOP), as ${KEPT}`,
  ],
  [
    'jira-data-center',
    ({ path }) => (path.includes('/project/') ? { name: BAD, issueTypes: [{ name: BAD }] } : null),
    `Found the project ${KEPT} (SHOP), as Eve; it has no type Task, but ${KEPT}`,
  ],
  [
    'github',
    ({ path }) => (path === '/repos/acme/shop' ? { full_name: BAD } : null),
    `Found the repository ${KEPT}`,
  ],
  [
    'gitlab',
    ({ path }) => (path.includes('/issues') ? null : { path_with_namespace: BAD }),
    `Found the project ${KEPT}`,
  ],
])('a test of a channel keeps what %s says of itself', async (kind, bodyOf, words) => {
  await start(kind);
  answer(bodyOf);
  const { made } = await testChannel(deps, await admin(), channelId);
  expect(made[0]?.answer).toBe(words);
});

test.each<[Service, object]>([
  ['jira-cloud', { id: '1', key: BAD }],
  ['github', { number: 1, html_url: `https://example.com/${BAD}`, state: 'open' }],
  ['gitlab', { iid: 1, web_url: `https://example.com/${BAD}`, state: 'opened' }],
])('a ticket is kept by whatever name %s gives it', async (kind, body) => {
  await start(kind);
  answer((asked) => (isCreation(asked) ? body : null));
  expect((await tell()).state).toBe('delivered');
  const [ticket] = await listTickets(deps, organization, { productName: 'debian', cycle: '10' });
  expect(ticket?.address).toMatch(/x(%00|%EF%BF%BD)%EF%BF%BD$/);
});

test('an id of Jira that could not be kept is none that it gives', async () => {
  await start('jira-cloud');
  answer((asked) => (isCreation(asked) ? { id: BAD, key: 'SHOP-1' } : null));
  const { made } = await tell();
  expect(made[0]).toMatchObject({
    ...{ failure: 'status', answer: expect.stringContaining('not one that this service gives') },
  });
});

test('what transitions of Jira are called is told as far as it can be kept', async () => {
  await start('jira-cloud');
  const settings = { url: service.url, project: 'SHOP', done_transition: 'Close' };
  await patchChannel(deps, await admin(), channelId, { settings });
  await tell();
  const named = { id: '1', name: BAD, to: { name: BAD, statusCategory: { key: 'done' } } };
  answer(({ method, path }) =>
    method === 'GET' && path.endsWith('/transitions') ? { transitions: [named] } : null,
  );
  expect((await tell(true)).made[0]).toMatchObject({
    ...{ failure: 'refused', answer: expect.stringContaining(`it has: ${KEPT}`) },
  });
});
