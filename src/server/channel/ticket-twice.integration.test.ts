import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { itemOf, type MessageItem } from '@/domain/message/content';
import { fullMessage } from '@/domain/message/testing/messages';
import { sendMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeActor, makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { ruleFor } from '@/test/messages';
import { ticketChannel } from '@/test/ticket-channel';
import {
  answering,
  isCreation,
  isSearch,
  startTicketService,
  type TicketService,
} from '@/test/ticket-service';
import { dieInTheMiddle } from '@/test/webhook-receiver';
import { findDueChannels } from './repository/delivery';
import { createChannel } from './service/channels';
import { deliverChannel } from './service/delivery';
import { getDelivery } from './service/history';

const { signal } = new AbortController();
let deps: TestDeps;
let organization: OrganizationId;
let service: TicketService;
let channelId: string;

beforeAll(async () => {
  deps = testDeps(await testDatabase(), { OUTGOING_ALLOW: '127.0.0.1' });
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-11-21T12:00:00Z');
  organization = await makeOrganization(deps);
  service = await startTicketService('jira-cloud');
  const actor = await makeActor(deps, organization, 'admin');
  const draft = ticketChannel('jira-cloud', service.url);
  ({ id: channelId } = await createChannel(deps, actor, draft));
  await ruleFor(deps, organization, [channelId], ['support.ends']);
  return () => service.close();
});

async function deliver(): Promise<void> {
  for (const { id } of await findDueChannels(deps.db, deps.clock.now(), 100)) {
    if (id === channelId) await deliverChannel(deps, organization, id, signal);
  }
}
/** Says that Debian 10 ends, and delivers it. */
async function tell(more: Partial<MessageItem> = {}): Promise<string> {
  deps.clock.advance(1_000);
  const items = [itemOf({ key: 'debian/10/nobody', what: 'Debian 10', ...more })];
  const content = fullMessage({ kind: 'support.ends', items, total: 1 });
  const id = await deps.db.transaction((tx) =>
    sendMessage(tx, organization, content, 'listeners', deps.clock.now()),
  );
  await deliver();
  return id ?? '';
}
const creations = () => service.asked.filter(isCreation).length;

test('Jira gets no second ticket while its index may be behind, and the one that is found then is taken', async () => {
  service.interfere((asked) => (isCreation(asked) ? { after: dieInTheMiddle } : null));
  const id = await tell();
  expect(service.tickets).toHaveLength(1);
  service.interfere(({ path }) =>
    isSearch(path) ? { instead: answering(200, {}, '{"issues":[]}') } : null,
  );
  for (const seconds of [60, 400]) {
    deps.clock.advance(seconds * 1_000);
    await deliver();
    expect(creations()).toBe(1);
  }
  service.interfere(() => null);
  deps.clock.advance(3_600_000);
  await deliver();
  expect(await getDelivery(deps, organization, channelId, id)).toMatchObject({
    state: 'delivered',
  });
  expect(service.tickets).toHaveLength(1);
});

test('what Jira never made is made when its index must have it, and what it refused as soon as it takes it', async () => {
  const never = answering(503);
  service.interfere((asked) => (isCreation(asked) ? { instead: never } : null));
  await tell();
  service.interfere(() => null);
  deps.clock.advance(60_000);
  await deliver();
  expect(service.tickets).toEqual([]);
  deps.clock.advance(3_600_000);
  await deliver();
  expect(service.tickets).toHaveLength(1);

  const refusal = answering(403, {}, '{"errorMessages":["not now"]}');
  service.interfere((asked) => (isCreation(asked) ? { instead: refusal } : null));
  await tell({ key: 'debian/11/nobody', what: 'Debian 11' });
  service.interfere(() => null);
  await tell({ key: 'debian/11/nobody', what: 'Debian 11', moveTo: 'Debian 13' });
  expect(service.tickets).toHaveLength(2);
});
