import { startMailServer, type MailServer } from '@/test/mail-server';
import { startSecondApp, type SecondApp } from './second-app';
import type { StartedApp } from './started-app';

/** A server that sends mail to a mailbox of the test's own. */
export interface MailingApp extends SecondApp {
  readonly mailbox: MailServer;
}

/** Starts a mail server, and a further server that sends by it. */
export async function startMailingApp(beside: StartedApp): Promise<MailingApp> {
  const mailbox = await startMailServer();
  const app = await startSecondApp(beside, {
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Eventide <eol@example.com>',
  }).catch(async (error: unknown) => {
    await mailbox.close();
    throw error;
  });
  const stop = async () => {
    await app.stop();
    await mailbox.close();
  };
  return { ...app, mailbox, stop };
}
