import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fullMessage } from '@/domain/message/testing/messages';
import { sendMessage } from '@/server/message/service';
import { makeActor, makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { ruleFor } from '@/test/messages';
import { startWebhookReceiver } from '@/test/webhook-receiver';
import { createChannel } from './service/channels';

/** A lease of 90 seconds ends after one and a half. */
const SPEED = 60;
const CHANNELS = 3;
const MESSAGES = 40;
const KILLS = 6;

let deps: TestDeps;
const children = new Set<ChildProcess>();
let log = '';

function startProcess(): ChildProcess {
  const script = fileURLToPath(new URL('../../test/delivering-process.ts', import.meta.url));
  const { connectionString = '' } = deps.db.pool.options;
  const args = [script, connectionString, deps.env.authSecret, String(SPEED)];
  const child = spawn(process.execPath, ['--import', 'tsx', ...args]);
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  children.add(child);
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  children.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(async () => {
  await Promise.all([...children].map((child) => end(child, 'SIGKILL')));
  await deps.db.close();
});

test('two processes that are killed again and again lose nothing and send nothing twice but what they were killed in', async () => {
  deps.clock.set(new Date(Date.now() * SPEED));
  const organization = await makeOrganization(deps);
  const actor = await makeActor(deps, organization, 'admin');
  const receivers = await Promise.all(Array.from({ length: CHANNELS }, startWebhookReceiver));
  for (const receiver of receivers) {
    // Long enough to be killed in.
    receiver.answer((response) => void setTimeout(() => response.writeHead(204).end(), 60));
    const { id } = await createChannel(deps, actor, {
      ...{ kind: 'webhook', name: receiver.url },
      settings: { url: receiver.url },
    });
    await ruleFor(deps, organization, [id], ['date.changed']);
  }
  const sent: string[] = [];
  for (let count = 0; count < MESSAGES; count += 1) {
    const at = new Date(Date.now() * SPEED);
    const id = await deps.db.transaction((tx) =>
      sendMessage(tx, organization, fullMessage(), 'listeners', at),
    );
    if (id !== null) sent.push(id);
  }
  expect(sent).toHaveLength(MESSAGES);

  let [one, two] = [startProcess(), startProcess()];
  const received = () => receivers.reduce((sum, { requests }) => sum + requests.length, 0);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const seen = received();
    await expect.poll(received, { timeout: 20_000, interval: 20 }).toBeGreaterThan(seen + 3);
    // Now one is in the middle of something, most likely.
    await sleep(25);
    await end(one, 'SIGKILL');
    [one, two] = [two, startProcess()];
  }
  const pending = () => deps.db.of(organization).delivery.count({ where: { state: 'pending' } });
  await expect.poll(pending, { timeout: 60_000, interval: 100 }).toBe(0);
  await Promise.all([end(one, 'SIGTERM'), end(two, 'SIGTERM')]);

  const attempts = await deps.db.of(organization).deliveryAttempt.findMany();
  const interrupted = attempts.filter(({ failure }) => failure === 'interrupted');
  // None lost, none left open, none that failed for another reason.
  expect(attempts.filter(({ failure }) => failure === null)).toHaveLength(MESSAGES * CHANNELS);
  expect(attempts.filter(({ endedAt }) => endedAt === null)).toEqual([]);
  expect(interrupted.length).toBeGreaterThan(0);
  expect(attempts).toHaveLength(MESSAGES * CHANNELS + interrupted.length);
  for (const { requests } of receivers) {
    const ids = requests.map(({ headers }) => String(headers['webhook-id']));
    expect(new Set(ids)).toEqual(new Set(sent));
    // What came twice is what a process was killed in, and comes under the same id.
    const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
    const known = new Set(interrupted.map(({ messageId }) => messageId));
    expect(twice.filter((id) => !known.has(id))).toEqual([]);
    expect(ids.length).toBeLessThanOrEqual(MESSAGES + KILLS);
  }
  expect(log).not.toMatch(/"level":(?:50|60)/);
  await Promise.all(receivers.map((receiver) => receiver.close()));
}, 180_000);
