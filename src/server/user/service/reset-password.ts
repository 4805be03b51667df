import { conflict, notFound } from '@/domain/errors';
import { digestOfToken, newLinkToken } from '@/server/platform/auth/link-token';
import type { CallOrigin } from '@/server/platform/auth/principal';
import { inBackground } from '@/server/platform/jobs/background';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { emailKey } from '@/server/platform/limits/keys';
import { ofNetwork, takeAll } from '@/server/platform/limits/limits';
import { rememberNetwork } from '@/server/session/service/sessions';
import { findUser, findUserByEmail, lockUser, type UserRow } from '../repository/account';
import { findAccountToken, saveAccountToken, takeAccountToken } from '../repository/token';
import { recordAccountChange } from '@/server/audit/service';
import { replacePassword } from './change-password';
import { type Claim, claimAccount } from './claim';
import {
  accountTakenOverLetter,
  noPasswordLetter,
  passwordChangedLetter,
  resetLetter,
  sendAccountMail,
  sendInBackground,
} from './letters';
import { hashPassword } from './password';
import { requireGoodPassword, requirePasswordLogin } from './password-faults';
import { forgetAttempts } from './sign-in';

const LINK_LIFETIME_MS = 60 * 60_000;

export interface ResetLink {
  readonly at: Date;
  readonly publicUrl: string;
  /** Whether it goes to the person's address by mail, so that nobody else sees it. */
  readonly mailed: boolean;
}

/** Makes a new link under which a person chooses a new password; the one before is void. */
export async function makeResetLink(
  tx: Transaction,
  user: Pick<UserRow, 'id' | 'email'>,
  { at, publicUrl, mailed }: ResetLink,
): Promise<string> {
  const token = newLinkToken();
  await saveAccountToken(tx, {
    userId: user.id,
    kind: 'reset',
    tokenHash: token.sha256,
    email: user.email,
    mailed,
    createdAt: at,
    expiresAt: new Date(at.getTime() + LINK_LIFETIME_MS),
  });
  return `${publicUrl}/reset-password/${token.text}`;
}

/**
 * Mails a link for a new password to an address that has an account. The answer is the same for every address, and
 * so is the work before it: the address is looked up afterwards. A stranger who uses up a person's allowance locks
 * nobody out: the last link that they had sent holds for as long as the wait.
 *
 * @param email lower case
 * @throws DomainError 404 where passwords are not in use, 409 where no mail is sent, 429
 */
export async function requestReset(
  deps: Deps,
  email: string,
  remoteAddress: string,
): Promise<void> {
  requirePasswordLogin(deps);
  if (!deps.mailer) throw conflict('This service sends no mail');
  await takeAll(deps, [
    ...ofNetwork(deps, 'reset', remoteAddress),
    { name: 'reset:email', key: emailKey(deps, email) },
  ]);
  inBackground(deps, 'mail for a new password', (ending) => mailLink(deps, email, ending));
}

async function mailLink(deps: Deps, email: string, ending: AbortSignal): Promise<void> {
  const user = await findUserByEmail(deps.db, email);
  if (!user) return;
  const message =
    user.passwordHash === null
      ? noPasswordLetter(deps.env, email, deps.env.oidc?.name ?? null)
      : resetLetter(
          email,
          await makeResetLink(deps.db, user, {
            at: deps.clock.now(),
            publicUrl: deps.env.publicUrl,
            mailed: true,
          }),
        );
  await sendAccountMail(deps, message, ending);
}

/** Tells whose password a link is for. @throws DomainError 404 for a link that does not hold, or no longer */
export async function previewReset(
  deps: Deps,
  token: string,
): Promise<{ readonly email: string; readonly name: string }> {
  const { email, name } = await requireReset(deps, token);
  return { email, name };
}

/**
 * Gives the person behind a link another password. All their sessions end; they sign in with the new one. A link
 * that was mailed to an address nobody had proven gives the account to the person who reads the mail there.
 * @throws DomainError 404 for a link that does not hold, or no longer, 422, 429
 */
export async function resetPassword(
  deps: Deps,
  { token, password }: { readonly token: string; readonly password: string },
  origin: CallOrigin,
): Promise<void> {
  const found = await requireReset(deps, token);
  await requireGoodPassword(password, found);
  const passwordHash = await hashPassword(password, { isKnown: true, account: found.id, site: '' });
  const { id, email, wasTakenOver } = await deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const taken = await takeAccountToken(tx, ['reset'], digestOfToken(token), at);
    const user = taken && (await lockUser(tx, taken.userId));
    if (!user) throw notFound('Link');
    const isProof = taken.mailed && taken.email === user.email;
    const claimed =
      isProof && user.emailProvenAt === null
        ? await claimAccount(tx, user, byMail(at, origin))
        : null;
    const endedSessions = await replacePassword(tx, user.id, passwordHash, null, at);
    const detail = claimed
      ? { ...claimed.detail, password: 'replaced', address_was_proven: false }
      : { ended_sessions: endedSessions };
    await recordAccountChange(tx, user, { at, origin, what: 'password_reset', detail });
    return { id: user.id, email: user.email, wasTakenOver: claimed?.wasInUse ?? false };
  });
  // The holder of the link reads the person's mail: where they are now, they are no stranger.
  const { remoteAddress } = origin;
  await rememberNetwork(deps, id, remoteAddress);
  await forgetAttempts(deps, { email, remoteAddress });
  sendInBackground(
    deps,
    wasTakenOver
      ? accountTakenOverLetter(deps.env, email, null)
      : passwordChangedLetter(deps.env, email),
  );
}

/** Claims an account by mail: the reader of an unproven address's mail need not have set the account up. */
function byMail(at: Date, origin: CallOrigin): Claim {
  return { by: 'reset', provider: null, actorName: 'Password reset', at, origin };
}

async function requireReset(deps: Deps, token: string): Promise<UserRow> {
  requirePasswordLogin(deps);
  const found = await findAccountToken(deps.db, ['reset'], digestOfToken(token), deps.clock.now());
  const user = found && (await findUser(deps.db, found.userId));
  if (!user) throw notFound('Link');
  return user;
}
