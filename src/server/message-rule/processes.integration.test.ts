import { afterAll, beforeAll, expect, test } from 'vitest';
import { itemOf } from '@/domain/message/content';
import { fullMessage } from '@/domain/message/testing/messages';
import { createChannel } from '@/server/channel/service/channels';
import { sendMessage } from '@/server/message/service';
import { makeActor, makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { deliveringProcesses } from '@/test/delivering-processes';
import { testDeps, type TestDeps } from '@/test/deps';
import { ruleFor } from '@/test/messages';
import { startWebhookReceiver } from '@/test/webhook-receiver';

/** After the hour of any daily digest of today's. */
const LATER_MS = 25 * 3_600_000;
const RULES = 12;

let deps: TestDeps;
const processes = deliveringProcesses(() => deps);

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(async () => {
  await processes.killAll();
  await deps.db.close();
});

test('of two processes that make digests, each digest is made by one and sent once', async () => {
  deps.clock.set(new Date());
  const organization = await makeOrganization(deps);
  const actor = await makeActor(deps, organization, 'admin');
  const receivers = await Promise.all(Array.from({ length: RULES }, startWebhookReceiver));
  for (const { url } of receivers) {
    const draft = { kind: 'webhook', name: url, settings: { url } } as const;
    const { id } = await createChannel(deps, actor, draft);
    await ruleFor(deps, organization, [id], ['support.ends'], { tempo: 'daily' });
  }
  const items = ['Debian 10', 'Node.js 16'].map((what) => itemOf({ key: what, what }));
  const content = fullMessage({ kind: 'support.ends', items, total: 2 });
  await deps.db.transaction((tx) =>
    sendMessage(tx, organization, content, 'listeners', deps.clock.now()),
  );
  await processes.load(2);
  processes.start(LATER_MS);
  processes.start(LATER_MS);
  const counts = () => receivers.map(({ requests }) => requests.length);
  await expect.poll(counts, { timeout: 60_000, interval: 50 }).toEqual(Array(RULES).fill(1));
  // They go on looking, and find nothing any more.
  await processes.endAll();
  expect(counts()).toEqual(Array(RULES).fill(1));
  const { message, heldMessage } = deps.db.of(organization);
  expect(await message.count({ where: { kind: 'digest' } })).toBe(RULES);
  expect(await heldMessage.count()).toBe(0);
  expect(processes.log()).not.toMatch(/"level":(?:50|60)/);
  await Promise.all(receivers.map((receiver) => receiver.close()));
}, 120_000);
