import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { itemOf } from '@/domain/message/content';
import { fullMessage } from '@/domain/message/testing/messages';
import { sendMessage } from '@/server/message/service';
import { makeOrganization, makePerson } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { type MailServer, startMailServer } from '@/test/mail-server';

/** A lease of 90 seconds ends after one and a half. */
const SPEED = 60;
const PEOPLE = 6;
const MESSAGES = 16;
const KILLS = 5;

let deps: TestDeps;
let server: MailServer;
const children = new Set<ChildProcess>();
let log = '';

function startProcess(): ChildProcess {
  const script = fileURLToPath(new URL('../../test/delivering-process.ts', import.meta.url));
  const { connectionString = '' } = deps.db.pool.options;
  const args = [script, connectionString, deps.env.authSecret, String(SPEED), server.url];
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
  // Long enough to be killed in.
  server = await startMailServer({ delayMs: 60 });
});
afterAll(async () => {
  await Promise.all([...children].map((child) => end(child, 'SIGKILL')));
  await server.close();
  await deps.db.close();
});

test('two processes that are killed again and again lose no letter and send none twice but what they were killed in', async () => {
  deps.clock.set(new Date(Date.now() * SPEED));
  const organizationId = await makeOrganization(deps);
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, () => makePerson(deps, { organizationId, role: 'member' })),
  );
  const item = itemOf({ key: 'a', what: 'Debian 11', personIds: people.map(({ id }) => id) });
  const content = fullMessage({ kind: 'build.denied', items: [item], total: 1 });
  for (let count = 0; count < MESSAGES; count += 1) {
    const at = new Date(Date.now() * SPEED);
    await deps.db.transaction((tx) => sendMessage(tx, organizationId, content, 'listeners', at));
  }

  let [one, two] = [startProcess(), startProcess()];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const seen = server.mails.length;
    await expect
      .poll(() => server.mails.length, { timeout: 20_000, interval: 20 })
      .toBeGreaterThan(seen + 3);
    // Now one is in the middle of something, most likely.
    await sleep(25);
    await end(one, 'SIGKILL');
    [one, two] = [two, startProcess()];
  }
  const pending = () => deps.db.of(organizationId).letter.count({ where: { state: 'pending' } });
  await expect.poll(pending, { timeout: 60_000, interval: 100 }).toBe(0);
  await Promise.all([end(one, 'SIGTERM'), end(two, 'SIGTERM')]);

  const letters = await deps.db.of(organizationId).letter.findMany({ include: { made: true } });
  expect(letters.map(({ state }) => state)).toEqual(Array(PEOPLE * MESSAGES).fill('delivered'));
  const attempts = letters.flatMap(({ made }) => made);
  const interrupted = attempts.filter(({ failure }) => failure === 'interrupted');
  // None lost, none left open, none that failed for another reason.
  expect(attempts.filter(({ failure }) => failure === null)).toHaveLength(PEOPLE * MESSAGES);
  expect(attempts).toHaveLength(PEOPLE * MESSAGES + interrupted.length);
  expect(attempts.filter(({ endedAt }) => endedAt === null)).toEqual([]);
  expect(interrupted.length).toBeGreaterThan(0);
  const idOf = (messageId: string | undefined) => messageId?.replace(/^<|\..*$/g, '') ?? '';
  const ids = server.mails.map(({ mail }) => idOf(mail.messageId));
  expect(new Set(ids)).toEqual(new Set(letters.map(({ id }) => id)));
  // What came twice is what a process was killed in, and comes under the same id.
  const known = new Set(interrupted.map(({ letterId }) => letterId));
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
  expect(twice.filter((id) => !known.has(id))).toEqual([]);
  expect(log).not.toMatch(/"level":(?:50|60)/);
}, 180_000);
