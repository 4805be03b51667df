import type { Env } from '@/env';
import { writeLetter, type Letter } from '@/server/mail/letter';
import type { MailMessage } from '@/server/mail/mailer';

type Where = Pick<Env, 'publicUrl'>;

const ONE_HOUR = 'The link holds for one hour, and once.';

function mail(to: string, subject: string, letter: Letter): MailMessage {
  return { to, subject, ...writeLetter(letter) };
}

/** To whoever forgot their password. */
export function resetLetter(to: string, url: string): MailMessage {
  return mail(to, 'Choose a new password', {
    heading: 'Choose a new password',
    paragraphs: [`Somebody asked for a new password for ${to}. If it was you, choose one here.`],
    action: { label: 'Choose a new password', url },
    footnote: `${ONE_HOUR} If it was not you, there is nothing to do: the password stays as it is.`,
  });
}

/** To whoever asked for a new password and has none. @param provider what they sign in with; null: unknown */
export function noPasswordLetter(
  { publicUrl }: Where,
  to: string,
  provider: string | null,
): MailMessage {
  const way = provider === null ? 'in another way' : `with ${provider}`;
  return mail(to, 'Your account has no password', {
    heading: 'Your account has no password',
    paragraphs: [`Somebody asked for a new password for ${to}. This account signs in ${way}.`],
    action: { label: 'Sign in', url: `${publicUrl}/sign-in` },
    footnote: 'If it was not you, there is nothing to do.',
  });
}

/** To somebody whose password is another since. */
export function passwordChangedLetter({ publicUrl }: Where, to: string): MailMessage {
  return mail(to, 'Your password was changed', {
    heading: 'Your password was changed',
    paragraphs: [
      `The password of ${to} is a new one, and everybody who was signed in with the old one is signed out.`,
      'If it was not you, choose another one at once, and tell whoever runs this service.',
    ],
    action: { label: 'Choose a new password', url: `${publicUrl}/forgot-password` },
  });
}

/** To the new address. */
export function confirmEmailLetter(
  to: string,
  { name, url }: { readonly name: string; readonly url: string },
): MailMessage {
  return mail(to, 'Confirm your new e-mail address', {
    heading: 'Confirm your new e-mail address',
    paragraphs: [
      `${name} wants to sign in with ${to} from now on. If that is you, confirm it in the browser in which you are signed in.`,
    ],
    action: { label: 'Confirm the address', url },
    footnote: `${ONE_HOUR} If it was not you, there is nothing to do: the address is not used.`,
  });
}

/** To an address that is to become somebody's and belongs to another account. */
export function addressTakenLetter({ publicUrl }: Where, to: string): MailMessage {
  return mail(to, 'This address has an account already', {
    heading: 'This address has an account already',
    paragraphs: [
      `Somebody who is signed in to another account wants to change its e-mail address to ${to}, which has an account of its own. Nothing was changed.`,
      'If it was you, sign in with this address instead, or give the other account another one.',
    ],
    action: { label: 'Sign in', url: `${publicUrl}/sign-in` },
    footnote: 'If it was not you, there is nothing to do.',
  });
}

/** To the address so far, when another is asked for. */
export function emailChangeAskedLetter(
  { publicUrl }: Where,
  to: string,
  newEmail: string,
): MailMessage {
  return mail(to, 'Your e-mail address is to change', {
    heading: 'Your e-mail address is to change',
    paragraphs: [
      `Somebody signed in as ${to} wants to sign in with ${newEmail} from now on. It holds once that address is confirmed.`,
      'If it was not you, change your password: that also stops this.',
    ],
    action: { label: 'To your account', url: `${publicUrl}/account` },
  });
}

/** To the address that was, when the new one holds. */
export function emailChangedLetter(to: string, newEmail: string): MailMessage {
  return mail(to, 'Your e-mail address was changed', {
    heading: 'Your e-mail address was changed',
    paragraphs: [
      `You sign in with ${newEmail} from now on, no longer with ${to}.`,
      'If it was not you, tell whoever runs this service at once.',
    ],
  });
}
