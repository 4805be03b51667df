import { afterAll, beforeAll, expect, test } from 'vitest';
import { itemOf } from '@/domain/message/content';
import { fullMessage } from '@/domain/message/testing/messages';
import { sendMessage } from '@/server/message/service';
import { makeOrganization, makePerson } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { deliveringProcesses } from '@/test/delivering-processes';
import { testDeps, type TestDeps } from '@/test/deps';
import { createGate } from '@/test/gate';
import { type MailServer, startMailServer } from '@/test/mail-server';

/** After the lease of what a killed process had in hand. */
const LATER_MS = 120_000;
/** Letters that a process sends at a time. */
const AT_ONCE = 4;
const PEOPLE = 6;
const MESSAGES = 16;
const KILLS = 5;
/** What is let through between two kills, so that something is left for the last. */
const MORE = 4;

let deps: TestDeps;
let server: MailServer;
const gate = createGate();
const processes = deliveringProcesses(
  () => deps,
  () => [server.url],
);

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  server = await startMailServer({ gate });
});
afterAll(async () => {
  await processes.killAll();
  await server.close();
  await deps.db.close();
});

test('two processes that are killed again and again lose no letter and send none twice but what they were killed in', async () => {
  deps.clock.set(new Date(Date.now()));
  const organizationId = await makeOrganization(deps);
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, () => makePerson(deps, { organizationId, role: 'member' })),
  );
  await processes.load(KILLS + 2);
  processes.start();
  processes.start();
  const item = itemOf({ key: 'a', what: 'Debian 11', personIds: people.map(({ id }) => id) });
  const content = fullMessage({ kind: 'build.denied', items: [item], total: 1 });
  for (let count = 0; count < MESSAGES; count += 1) {
    const at = new Date(Date.now());
    await deps.db.transaction((tx) => sendMessage(tx, organizationId, content, 'listeners', at));
  }

  for (let kill = 0; kill < KILLS; kill += 1) {
    await processes.killOneAt(gate, 2 * AT_ONCE);
    processes.start();
    gate.open(MORE);
  }
  gate.open();
  await processes.endAll();
  processes.start(LATER_MS);
  processes.start(LATER_MS);
  const pending = () => deps.db.of(organizationId).letter.count({ where: { state: 'pending' } });
  await expect.poll(pending, { timeout: 60_000, interval: 100 }).toBe(0);
  await processes.endAll();

  const letters = await deps.db.of(organizationId).letter.findMany({ include: { made: true } });
  expect(letters.map(({ state }) => state)).toEqual(Array(PEOPLE * MESSAGES).fill('delivered'));
  const attempts = letters.flatMap(({ made }) => made);
  const interrupted = attempts.filter(({ failure }) => failure === 'interrupted');
  // None lost, none left open, none that failed for another reason.
  expect(attempts.filter(({ failure }) => failure === null)).toHaveLength(PEOPLE * MESSAGES);
  expect(attempts).toHaveLength(PEOPLE * MESSAGES + interrupted.length);
  expect(attempts.filter(({ endedAt }) => endedAt === null)).toEqual([]);
  expect(interrupted.length).toBeGreaterThanOrEqual(KILLS);
  const idOf = (messageId: string | undefined) => messageId?.replace(/^<|\..*$/g, '') ?? '';
  const ids = server.mails.map(({ mail }) => idOf(mail.messageId));
  expect(new Set(ids)).toEqual(new Set(letters.map(({ id }) => id)));
  // What came twice is what a process was killed in, and comes under the same id.
  const known = new Set(interrupted.map(({ letterId }) => letterId));
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
  expect(twice.filter((id) => !known.has(id))).toEqual([]);
  expect(processes.log()).not.toMatch(/"level":(?:50|60)/);
}, 180_000);
