/**
 * A process that does nothing but make digests and deliver messages, to channels and to people, once a line comes in that says how many
 * milliseconds its clock is ahead: `delivering-process.ts <database> <auth secret> [<mail server>]`. It tells receivers which
 * process it is. Tests kill it.
 */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { loadEnv } from '@/env';
import { scheduleDelivery } from '@/server/channel/jobs';
import { scheduleLetters } from '@/server/inbox/jobs';
import { scheduleDigests } from '@/server/message-rule/jobs';
import { scheduleWaiverMails } from '@/server/waiver/jobs';
import { openDatabase } from '@/server/platform/db/db';
import { createLogger } from '@/server/platform/log';
import { mailerOf } from '@/server/platform/mail/smtp-mailer';
import { outgoingClient } from '@/server/platform/outbound/outgoing-client';
import type { Ask } from '@/server/platform/outbound/guarded-fetch';
import { SENDER_HEADER, senderName } from './sender-name';

const DIGESTS_EVERY_MS = 100;

const [connectionString, authSecret = '', smtpUrl] = process.argv.slice(2);
const logger = createLogger('warn', { write: (line) => process.stderr.write(line) });
const name = senderName(process.pid);
const env = {
  ...loadEnv({
    ...{ NODE_ENV: 'test', OUTGOING_ALLOW: '127.0.0.1' },
    ...(smtpUrl !== undefined && {
      SMTP_URL: `${smtpUrl}/?name=${name}`,
      MAIL_FROM: 'eol@example.com',
    }),
  }),
  authSecret,
};
const db = openDatabase({ connection: { connectionString }, logger });
const client = outgoingClient(env.outgoingAllowed);
const outgoing: Ask = (address, init) =>
  client(address, { ...init, headers: { ...init.headers, [SENDER_HEADER]: name } });
process.stdout.write('loaded\n');
const [aheadMs] = await once(createInterface(process.stdin), 'line');
const deps = {
  ...{ db, env, logger },
  clock: { now: () => new Date(Date.now() + Number(aheadMs)) },
  mailer: mailerOf(env, logger),
  outgoing,
};
const stopping = [
  ...[scheduleDelivery(deps), scheduleLetters(deps), scheduleWaiverMails(deps)],
  scheduleDigests(deps, DIGESTS_EVERY_MS),
];
process.once('SIGTERM', () => {
  void Promise.all(stopping.map((stop) => stop()))
    .then(() => db.close())
    .then(() => process.exit(0));
});
