import { isDomainError } from '@/domain/errors';
import type { Env } from '@/env';
import { inBackground } from '@/server/platform/jobs/background';
import type { Deps } from '@/server/platform/deps';
import { emailKey } from '@/server/platform/limits/keys';
import { takeAll } from '@/server/platform/limits/limits';
import { type Letter, writeLetter } from '@/server/platform/mail/letter';
import type { MailMessage } from '@/server/platform/mail/mailer';
import { address, say, verbatim, type Words } from '@/server/platform/mail/words';

type Where = Pick<Env, 'publicUrl'>;

const ONE_HOUR = verbatim('The link holds for one hour, and once.');

function mail(to: string, subject: Words, letter: Letter): MailMessage {
  return { to, subject, ...writeLetter(letter) };
}

/** Writes to a person who forgot their password. */
export function resetLetter(to: string, url: string): MailMessage {
  return mail(to, say`Choose a new password`, {
    heading: say`Choose a new password`,
    paragraphs: [
      say`Somebody asked for a new password for ${address(to)}. If it was you, choose one here.`,
    ],
    action: { label: say`Choose a new password`, url },
    footnote: say`${ONE_HOUR} If it was not you, there is nothing to do: the password stays as it is.`,
  });
}

/**
 * Writes to a person who asked for a new password and has none. @param provider what they sign in with; null:
 * unknown
 */
export function noPasswordLetter(
  { publicUrl }: Where,
  to: string,
  provider: string | null,
): MailMessage {
  const way = verbatim(provider === null ? 'in another way' : `with ${provider}`);
  return mail(to, say`Your account has no password`, {
    heading: say`Your account has no password`,
    paragraphs: [
      say`Somebody asked for a new password for ${address(to)}. This account signs in ${way}.`,
    ],
    action: { label: say`Sign in`, url: `${publicUrl}/sign-in` },
    footnote: say`If it was not you, there is nothing to do.`,
  });
}

/** Writes to a person whose password was changed. */
export function passwordChangedLetter({ publicUrl }: Where, to: string): MailMessage {
  return mail(to, say`Your password was changed`, {
    heading: say`Your password was changed`,
    paragraphs: [
      say`The password of ${address(to)} is a new one, and everybody who was signed in with the old one is signed out.`,
      say`If it was not you, choose another one at once, and tell whoever runs this service.`,
    ],
    action: { label: say`Choose a new password`, url: `${publicUrl}/forgot-password` },
  });
}

/** Writes to the new address. */
export function confirmEmailLetter(
  to: string,
  { name, url }: { readonly name: string; readonly url: string },
): MailMessage {
  return mail(to, say`Confirm your new e-mail address`, {
    heading: say`Confirm your new e-mail address`,
    paragraphs: [
      say`${name} wants to sign in with ${address(to)} from now on. If that is you, confirm it in the browser in which you are signed in.`,
    ],
    action: { label: say`Confirm the address`, url },
    footnote: say`${ONE_HOUR} If it was not you, there is nothing to do: the address is not used.`,
  });
}

/** Writes to an address that a person asked for and that belongs to another account. */
export function addressTakenLetter({ publicUrl }: Where, to: string): MailMessage {
  return mail(to, say`This address has an account already`, {
    heading: say`This address has an account already`,
    paragraphs: [
      say`Somebody who is signed in to another account wants to change its e-mail address to ${address(to)}, which has an account of its own. Nothing was changed.`,
      say`If it was you, sign in with this address instead, or give the other account another one.`,
    ],
    action: { label: say`Sign in`, url: `${publicUrl}/sign-in` },
    footnote: say`If it was not you, there is nothing to do.`,
  });
}

/** Writes to the address so far, when another is asked for. */
export function emailChangeAskedLetter(
  { publicUrl }: Where,
  to: string,
  newEmail: string,
): MailMessage {
  return mail(to, say`Your e-mail address is to change`, {
    heading: say`Your e-mail address is to change`,
    paragraphs: [
      say`Somebody signed in as ${address(to)} wants to sign in with ${address(newEmail)} from now on. It holds once that address is confirmed.`,
      say`If it was not you, change your password: that also stops this.`,
    ],
    action: { label: say`To your account`, url: `${publicUrl}/account` },
  });
}

/** Writes to the former address, when the new one holds. */
export function emailChangedLetter(to: string, newEmail: string): MailMessage {
  return mail(to, say`Your e-mail address was changed`, {
    heading: say`Your e-mail address was changed`,
    paragraphs: [
      say`You sign in with ${address(newEmail)} from now on, no longer with ${address(to)}.`,
      say`If it was not you, tell whoever runs this service at once.`,
    ],
  });
}

/** Writes to a person whose account was set up earlier by another who never proved the address. */
export function accountTakenOverLetter(
  { publicUrl }: Where,
  to: string,
  provider: string | null,
): MailMessage {
  const way = verbatim(
    provider === null
      ? 'chose a new password with a link that was mailed here'
      : `signed in with ${provider}`,
  );
  const password = verbatim(
    provider === null
      ? 'the password of before'
      : `the password of before; sign in with ${provider}`,
  );
  return mail(to, say`An account with your address is yours now`, {
    heading: say`An account with your address is yours now`,
    paragraphs: [
      say`Somebody had set up an account for ${address(to)}, and it was never shown that the address was theirs. You ${way}, so the account is yours now.`,
      say`Whoever was signed in to it is signed out. No longer of use: ${password}; links that were mailed; keys of it that read or manage; feeds that it had made; invitations that it had sent.`,
      say`The organizations that it belongs to have stayed. Look through them, and leave those that you do not know.`,
    ],
    action: { label: say`To your account`, url: `${publicUrl}/account` },
    footnote: say`If you set the account up yourself, nobody else was in it.`,
  });
}

/** Writes to a person who keeps their password and signs in at the provider as well from now on. */
export function accountLinkedLetter(
  { publicUrl }: Where,
  to: string,
  provider: string,
): MailMessage {
  return mail(to, say`You also sign in with ${verbatim(provider)}`, {
    heading: say`You also sign in with ${verbatim(provider)}`,
    paragraphs: [
      say`Somebody signed in with ${verbatim(provider)} as ${address(to)} for the first time. Your account is linked to that person from now on.`,
      say`Your password goes on to work as well.`,
      say`If it was not you, tell whoever runs this service at once.`,
    ],
    action: { label: say`To your account`, url: `${publicUrl}/account` },
  });
}

/** Writes to the address that a person has, to ask them to show that it is theirs. */
export function proveEmailLetter(to: string, url: string): MailMessage {
  return mail(to, say`Confirm your e-mail address`, {
    heading: say`Confirm your e-mail address`,
    paragraphs: [
      say`Somebody who is signed in to the account of ${address(to)} wants to show that the address is theirs. If it was you, confirm it in the browser in which you are signed in.`,
    ],
    action: { label: say`Confirm the address`, url },
    footnote: say`${ONE_HOUR} If it was not you, do not confirm it: somebody has set up an account with your address. Choose a new password for it, and it is yours.`,
  });
}

/**
 * Sends a mail about an account; nothing happens where no mail is sent. Nobody waits for it: a mail beyond the
 * limits is logged and not sent.
 */
export async function sendAccountMail(
  deps: Deps,
  message: MailMessage,
  ending: AbortSignal,
): Promise<void> {
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
  await mailer.send(message, ending);
}

/** Sends as {@link sendAccountMail} does, without waiting for it. The mailer logs failures. */
export function sendInBackground(deps: Deps, message: MailMessage): void {
  if (deps.mailer) inBackground(deps, 'mail', (ending) => sendAccountMail(deps, message, ending));
}
