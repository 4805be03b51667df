import { inBackground } from '@/server/background';
import type { Deps } from '@/server/deps';
import type { MailMessage } from '@/server/mail/mailer';

/** Sends a mail that nobody waits for; nothing happens where no mail is sent. The mailer logs what fails. */
export function sendInBackground(deps: Deps, message: MailMessage): void {
  const { mailer } = deps;
  if (mailer) inBackground(deps, 'mail', () => mailer.send(message));
}
