/**
 * A process that does nothing but deliver messages, to channels and to people:
 * `delivering-process.ts <database> <auth secret> <speed> [<mail server>]`. Its clock runs so many times as fast as the
 * real one, from the epoch on, so that several of them agree. Tests kill it.
 */
import { loadEnv } from '@/env';
import { scheduleDelivery } from '@/server/channel/jobs';
import { scheduleLetters } from '@/server/inbox/jobs';
import { openDatabase } from '@/server/platform/db/db';
import { createLogger } from '@/server/platform/log';
import { mailerOf } from '@/server/platform/mail/smtp-mailer';
import { outgoingClient } from '@/server/platform/outbound/outgoing-client';

const [connectionString, authSecret = '', speed = '1', smtpUrl] = process.argv.slice(2);
const logger = createLogger('warn', { write: (line) => process.stderr.write(line) });
const env = {
  ...loadEnv({
    ...{ NODE_ENV: 'test', OUTGOING_ALLOW: '127.0.0.1' },
    ...(smtpUrl !== undefined && { SMTP_URL: smtpUrl, MAIL_FROM: 'eol@example.com' }),
  }),
  authSecret,
};
const db = openDatabase({ connection: { connectionString }, logger });
const deps = {
  ...{ db, env, logger },
  clock: { now: () => new Date(Date.now() * Number(speed)) },
  mailer: mailerOf(env, logger),
  outgoing: outgoingClient(env.outgoingAllowed),
};
const stopping = [scheduleDelivery(deps), scheduleLetters(deps)];
process.once('SIGTERM', () => {
  void Promise.all(stopping.map((stop) => stop()))
    .then(() => db.close())
    .then(() => process.exit(0));
});
