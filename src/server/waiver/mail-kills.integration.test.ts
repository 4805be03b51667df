import { afterAll, beforeAll, expect, test } from 'vitest';
import { MailError } from '@/server/platform/mail/mailer';
import { makeActor, makeOrganization, makePerson } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { deliveringProcesses } from '@/test/delivering-processes';
import { testDeps, type TestDeps } from '@/test/deps';
import { createGate } from '@/test/gate';
import { type MailServer, startMailServer } from '@/test/mail-server';
import { backgroundDone } from '@/server/platform/jobs/background';
import { dayOf } from '@/test/contracts';
import { previewLink } from './service/link';
import { askForWaiver } from './service/ask';

/** After the lease of what a killed process had in hand, and the first wait after a failure. */
const LATER_MS = 120_000;

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

test('those who decide are mailed by another process when the mail server was away, and one was killed while it mailed', async () => {
  deps.clock.set(new Date());
  const organizationId = await makeOrganization(deps);
  const deciders = [
    await makePerson(deps, { organizationId, role: 'admin' }),
    await makePerson(deps, { organizationId, role: 'admin' }),
  ];
  const away = () => Promise.reject(new MailError('ECONNECTION', 'away'));
  const asking = { ...deps, mailer: { send: away } };
  const { id } = await askForWaiver(asking, await makeActor(deps, organizationId, 'member'), {
    ...{ scope: 'project', projectName: 'shop', teamId: null, imageName: null, imageTag: null },
    ...{ productName: 'Redis', cycle: '6', reason: 'It moves in March', control: null, links: [] },
    ...{ endsOn: dayOf(new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)) },
    ownerEmail: deciders[0]?.email ?? null,
  });
  await backgroundDone(asking);
  // With another one first in each attempt: this is the second.
  const [behind, inHand] = deciders.map(({ email }) => email);
  const killed = processes.start(LATER_MS);
  const held = () => gate.held().map(({ what }) => what);
  await expect.poll(held, { timeout: 60_000, interval: 20 }).toEqual([inHand]);
  await processes.kill(killed);
  gate.open();
  processes.start(2 * LATER_MS);
  const waiting = () => deps.db.of(organizationId).waiverMail.count();
  await expect.poll(waiting, { timeout: 60_000, interval: 50 }).toBe(0);
  await processes.endAll();

  const [first, second] = [inHand ?? '', behind ?? ''].map((email) => server.to(email));
  // Nobody knows whether the killed one had sent it: it came again, as the same mail.
  expect(first).toHaveLength(2);
  expect(second).toHaveLength(1);
  const mails = [...(first ?? []), ...(second ?? [])];
  expect(new Set(mails.map(({ mail }) => mail.messageId)).size).toBe(2);
  for (const { mail } of mails) {
    const [, token = ''] = /waivers\/decide\/([\w-]+)/.exec(mail.text ?? '') ?? [];
    const shown = { token, caller: null, origin: { requestId: 'test', remoteAddress: '' } };
    expect(await previewLink(deps, shown)).toMatchObject({ waiver: { id, product_name: 'Redis' } });
  }
}, 120_000);
