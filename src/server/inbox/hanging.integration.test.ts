import { afterAll, beforeAll, expect, test } from 'vitest';
import { itemOf } from '@/domain/message/content';
import { fullMessage } from '@/domain/message/testing/messages';
import { sendMessage } from '@/server/message/service';
import { createSmtpMailer } from '@/server/platform/mail/smtp-mailer';
import { makeOrganization, makePerson } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps } from '@/test/deps';
import type { Gate } from '@/test/gate';
import { startMailServer } from '@/test/mail-server';
import { sendLetters } from './service/sending';

const DEADLINE_MS = 5_000;
const db = await testDatabase();
const hanging = new Set<string>();
/** Takes the whole mail and then says nothing, for some. */
const gate: Gate = {
  pass: (_who, what) => (hanging.has(what) ? new Promise(() => undefined) : Promise.resolve()),
  open: () => undefined,
  held: () => [],
};
const server = await startMailServer({ gate });
const { logger } = testDeps(db);
const smtp = { smtpUrl: server.url, from: 'eol@example.com' };
const deps = testDeps(db, {}, { mailer: createSmtpMailer(smtp, logger, DEADLINE_MS) });

beforeAll(() => deps.clock.set('2026-11-26T12:00:00Z'));
afterAll(async () => {
  await server.close();
  await db.close();
});

test('a mail server that hangs in the middle of one letter is given up on, holds up no other, and gets it later', async () => {
  const organizationId = await makeOrganization(deps);
  const [ada, eve] = [
    await makePerson(deps, { organizationId, role: 'member' }),
    await makePerson(deps, { organizationId, role: 'member' }),
  ];
  const item = itemOf({ key: 'a', what: 'Debian 11', personIds: [ada.id, eve.id] });
  const content = fullMessage({ kind: 'build.denied', items: [item], total: 1 });
  await db.transaction((tx) =>
    sendMessage(tx, organizationId, content, 'listeners', deps.clock.now()),
  );
  hanging.add(ada.email);
  const { signal } = new AbortController();
  const rounds = await Promise.all([sendLetters(deps, signal), sendLetters(deps, signal)]);
  expect(rounds.toSorted()).toEqual(['done', 'unreachable']);
  expect([server.to(ada.email).length, server.to(eve.email).length]).toEqual([0, 1]);
  const { letter } = db.of(organizationId);
  const [waiting] = await letter.findMany({ where: { userId: ada.id }, include: { made: true } });
  expect(waiting).toMatchObject({ state: 'pending', made: [{ number: 1, failure: 'timeout' }] });
  hanging.clear();
  deps.clock.advance(60_000);
  expect(await sendLetters(deps, signal)).toBe('done');
  expect([server.to(ada.email).length, server.to(eve.email).length]).toEqual([1, 1]);
});
