import { isDomainError } from '@/domain/errors';
import { inBackground } from '@/server/background';
import type { Deps } from '@/server/deps';
import { emailKey } from '@/server/limits/keys';
import { takeAll } from '@/server/limits/limits';
import type { MailMessage } from '@/server/mail/mailer';

/**
 * Sends a mail about an account; nothing happens where no mail is sent. Nobody waits for it: what is beyond the
 * limits is logged and not sent.
 */
export async function sendAccountMail(deps: Deps, message: MailMessage): Promise<void> {
  const { mailer } = deps;
  if (!mailer) return;
  try {
    await takeAll(deps, [
      { name: 'account-mail:email', key: emailKey(deps, message.to) },
      { name: 'account-mail:installation', key: 'all' },
    ]);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    deps.logger.warn({ reason: error.message }, 'a mail about an account was not sent');
    return;
  }
  await mailer.send(message);
}

/** As {@link sendAccountMail}, without waiting for it. The mailer logs what fails. */
export function sendInBackground(deps: Deps, message: MailMessage): void {
  if (deps.mailer) inBackground(deps, 'mail', () => sendAccountMail(deps, message));
}
