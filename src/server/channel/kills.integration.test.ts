import { afterAll, beforeAll, expect, test } from 'vitest';
import { fullMessage } from '@/domain/message/testing/messages';
import { sendMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeActor, makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { deliveringProcesses } from '@/test/delivering-processes';
import { testDeps, type TestDeps } from '@/test/deps';
import { createGate } from '@/test/gate';
import { ruleFor } from '@/test/messages';
import { SENDER_HEADER } from '@/test/sender-name';
import { startWebhookReceiver } from '@/test/webhook-receiver';
import { createChannel } from './service/channels';

const CHANNELS = 3;
const MESSAGES = 40;
const KILLS = 6;
/** What is let through between two kills, so that something is left for the last. */
const MORE = 5;

let deps: TestDeps;
const processes = deliveringProcesses(() => deps);

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(async () => {
  await processes.killAll();
  await deps.db.close();
});

/** Lets the time pass after which others take up the channels of a process that was killed. */
async function endLeases(organization: OrganizationId, ids: readonly string[]): Promise<void> {
  expect(ids).not.toEqual([]);
  await deps.db
    .of(organization)
    .channel.updateMany({ where: { id: { in: [...ids] } }, data: { leaseUntil: new Date(0) } });
}

test('two processes that are killed again and again lose nothing and send nothing twice but what they were killed in', async () => {
  deps.clock.set(new Date(Date.now()));
  const organization = await makeOrganization(deps);
  const actor = await makeActor(deps, organization, 'admin');
  const receivers = await Promise.all(Array.from({ length: CHANNELS }, startWebhookReceiver));
  const gate = createGate();
  const channels = new Map<string, string>();
  for (const receiver of receivers) {
    receiver.answer((response) => {
      const sender = String(response.req.headers[SENDER_HEADER]);
      void gate.pass(sender, receiver.url).then(() => response.writeHead(204).end());
    });
    const { id } = await createChannel(deps, actor, {
      ...{ kind: 'webhook', name: receiver.url },
      settings: { url: receiver.url },
    });
    channels.set(receiver.url, id);
    await ruleFor(deps, organization, [id], ['date.changed']);
  }
  await processes.load(KILLS + 2);
  processes.start();
  processes.start();
  const sent: string[] = [];
  for (let count = 0; count < MESSAGES; count += 1) {
    const at = new Date(Date.now());
    const id = await deps.db.transaction((tx) =>
      sendMessage(tx, organization, fullMessage(), 'listeners', at),
    );
    if (id !== null) sent.push(id);
  }
  expect(sent).toHaveLength(MESSAGES);

  for (let kill = 0; kill < KILLS; kill += 1) {
    // Each channel is with a process that waits for its answer.
    const left = await processes.killOneAt(gate, CHANNELS);
    processes.start();
    await endLeases(
      organization,
      left.flatMap((url) => channels.get(url) ?? []),
    );
    gate.open(MORE);
  }
  gate.open();
  const pending = () => deps.db.of(organization).delivery.count({ where: { state: 'pending' } });
  await expect.poll(pending, { timeout: 60_000, interval: 100 }).toBe(0);
  await processes.endAll();

  const attempts = await deps.db.of(organization).deliveryAttempt.findMany();
  const interrupted = attempts.filter(({ failure }) => failure === 'interrupted');
  // None lost, none left open, none that failed for another reason.
  expect(attempts.filter(({ failure }) => failure === null)).toHaveLength(MESSAGES * CHANNELS);
  expect(attempts.filter(({ endedAt }) => endedAt === null)).toEqual([]);
  expect(interrupted.length).toBeGreaterThanOrEqual(KILLS);
  expect(attempts).toHaveLength(MESSAGES * CHANNELS + interrupted.length);
  for (const { requests } of receivers) {
    const ids = requests.map(({ headers }) => String(headers['webhook-id']));
    expect(new Set(ids)).toEqual(new Set(sent));
    // What came twice is what a process was killed in, and comes under the same id.
    const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
    const known = new Set(interrupted.map(({ messageId }) => messageId));
    expect(twice.filter((id) => !known.has(id))).toEqual([]);
  }
  expect(processes.log()).not.toMatch(/"level":(?:50|60)/);
  await Promise.all(receivers.map((receiver) => receiver.close()));
}, 180_000);
