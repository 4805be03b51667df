import { conflict, invalid, notFound } from '@/domain/errors';
import { digestOfToken, type LinkToken, newLinkToken } from '@/server/platform/auth/link-token';
import type { CallOrigin, PersonCaller } from '@/server/platform/auth/principal';
import { inBackground } from '@/server/platform/jobs/background';
import type { Deps } from '@/server/platform/deps';
import { emailKey, networkKey } from '@/server/platform/limits/keys';
import { takeAll } from '@/server/platform/limits/limits';
import { voidLinksOf } from '@/server/waiver/service/void-links';
import {
  findUser,
  findUserByEmail,
  lockUser,
  markEmailProven,
  updateEmail,
} from '../repository/account';
import {
  findAccountToken,
  type NewAccountTokenRow,
  removeAccountTokens,
  saveAccountToken,
  takeAccountToken,
} from '../repository/token';
import { recordAccountChange } from '@/server/audit/service';
import { confirmPassword } from './change-password';
import {
  addressTakenLetter,
  confirmEmailLetter,
  emailChangeAskedLetter,
  emailChangedLetter,
  proveEmailLetter,
  sendAccountMail,
  sendInBackground,
} from './letters';
import { requirePasswordLogin } from './password-faults';

const LINK_LIFETIME_MS = 60 * 60_000;

export interface EmailChange {
  /** Lower case. */
  readonly email: string;
  readonly currentPassword: string;
}

/**
 * Mails a link to the address that a person wants to sign in with, and a notice to the one so far. The answer does
 * not tell whether the address belongs to an account: the mail to it does.
 * @throws DomainError 404 where passwords are not in use, 409 where no mail is sent or the account has no password,
 *   422, 429
 */
export async function requestEmailChange(
  deps: Deps,
  person: PersonCaller,
  { email, currentPassword }: EmailChange,
  origin: CallOrigin,
): Promise<void> {
  requirePasswordLogin(deps);
  if (!deps.mailer) throw conflict('This service sends no mail');
  if (email === person.email) {
    const msg = 'This is your address already';
    throw invalid([{ loc: ['body', 'email'], msg, type: 'email_unchanged' }]);
  }
  const confirmed = await confirmPassword(deps, person, currentPassword);
  await takeMails(deps, person, email, origin);
  const token = newLinkToken();
  await deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const user = await lockUser(tx, person.id);
    // The account may have been shown meanwhile to be another person's.
    if (user?.passwordHash !== confirmed.passwordHash) {
      throw conflict('The password has been changed meanwhile');
    }
    await saveAccountToken(tx, mailedToken('confirm_email', person, token, { email, at }));
    const detail = { from: person.email, to: email };
    await recordAccountChange(tx, person, { at, origin, what: 'email_change_request', detail });
  });
  sendInBackground(deps, emailChangeAskedLetter(deps.env, person.email, email));
  const url = `${deps.env.publicUrl}/confirm-email/${token.text}`;
  inBackground(deps, 'mail for a new address', (ending) =>
    mailNewAddress(deps, email, { name: person.name, url }, ending),
  );
}

/** Counts a mail that a person asks for. @throws DomainError 429 */
async function takeMails(
  deps: Deps,
  person: PersonCaller,
  email: string,
  origin: CallOrigin,
): Promise<void> {
  await takeAll(deps, [
    { name: 'change-email:person', key: person.id },
    { name: 'change-email:network', key: networkKey(deps, origin.remoteAddress) },
    { name: 'change-email:email', key: emailKey(deps, email) },
  ]);
}

function mailedToken(
  kind: 'confirm_email' | 'prove_email',
  { id: userId }: PersonCaller,
  { sha256: tokenHash }: LinkToken,
  { email, at: createdAt }: { readonly email: string; readonly at: Date },
): NewAccountTokenRow {
  const expiresAt = new Date(createdAt.getTime() + LINK_LIFETIME_MS);
  return { userId, kind, tokenHash, email, mailed: true, createdAt, expiresAt };
}

/**
 * Mails a link to the address that a person has, by which they can show that it is theirs.
 * @throws DomainError 404 where passwords are not in use, 409 where no mail is sent or the address is proven, 429
 */
export async function requestEmailProof(
  deps: Deps,
  person: PersonCaller,
  origin: CallOrigin,
): Promise<void> {
  requirePasswordLogin(deps);
  if (!deps.mailer) throw conflict('This service sends no mail');
  const { email } = person;
  const user = await findUser(deps.db, person.id);
  if (!user || user.emailProvenAt) throw conflict('This address has been confirmed already');
  await takeMails(deps, person, email, origin);
  const token = newLinkToken();
  await deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    await saveAccountToken(tx, mailedToken('prove_email', person, token, { email, at }));
    const detail = { email };
    await recordAccountChange(tx, person, { at, origin, what: 'email_proof_request', detail });
  });
  const url = `${deps.env.publicUrl}/confirm-email/${token.text}`;
  sendInBackground(deps, proveEmailLetter(email, url));
}

async function mailNewAddress(
  deps: Deps,
  email: string,
  link: { readonly name: string; readonly url: string },
  ending: AbortSignal,
): Promise<void> {
  const isTaken = (await findUserByEmail(deps.db, email)) !== null;
  await sendAccountMail(
    deps,
    isTaken ? addressTakenLetter(deps.env, email) : confirmEmailLetter(email, link),
    ending,
  );
}

/** Takes back what has not been confirmed yet; the link is void. Without any, nothing happens. */
export function cancelEmailChange(
  deps: Deps,
  person: PersonCaller,
  origin: CallOrigin,
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    if ((await removeAccountTokens(tx, person.id, ['confirm_email'])) === 0) return;
    await recordAccountChange(tx, person, { at, origin, what: 'email_change_cancel' });
  });
}

const CONFIRMING = ['confirm_email', 'prove_email'] as const;

/** Gives the address that a link confirms. @throws DomainError 404 for a link that does not hold for this person */
export async function previewEmailChange(
  deps: Deps,
  person: PersonCaller,
  token: string,
): Promise<{ readonly email: string }> {
  requirePasswordLogin(deps);
  const found = await findAccountToken(deps.db, CONFIRMING, digestOfToken(token), deps.clock.now());
  if (found?.userId !== person.id) throw notFound('Link');
  return { email: found.email };
}

/**
 * Makes the address to which the link went the one that the person signs in with, or shows that the one they have
 * is theirs. The link alone is not enough: had the address been mistyped, it would be a stranger's, and with it the
 * account. Nor is the session alone: the person who set the account up may have typed anybody's address.
 * @throws DomainError 404 for a link that does not hold for this person, 409 when the address has become another
 *   account's meanwhile
 */
export async function confirmEmailChange(
  deps: Deps,
  person: PersonCaller,
  token: string,
  origin: CallOrigin,
): Promise<{ readonly email: string }> {
  const { email } = await previewEmailChange(deps, person, token);
  const before = await deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const user = await lockUser(tx, person.id);
    const taken = await takeAccountToken(tx, CONFIRMING, digestOfToken(token), at);
    if (!user || taken?.email !== email || taken.userId !== user.id) throw notFound('Link');
    if (taken.kind === 'prove_email') {
      if (user.email !== email) throw notFound('Link');
      await markEmailProven(tx, user.id, 'confirmation', at);
      const detail = { email, by: 'confirmation' };
      await recordAccountChange(tx, person, { at, origin, what: 'email_proven', detail });
      return null;
    }
    if (!(await updateEmail(tx, person.id, email, at))) {
      throw conflict('This e-mail address has an account of its own');
    }
    // Links that went to the address so far.
    await removeAccountTokens(tx, person.id, ['reset', 'prove_email']);
    await voidLinksOf(tx, person.id);
    const detail = { from: user.email, to: email };
    await recordAccountChange(tx, person, { at, origin, what: 'email_change', detail });
    return user.email;
  });
  if (before !== null) sendInBackground(deps, emailChangedLetter(before, email));
  return { email };
}
