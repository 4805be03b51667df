import { v7 as uuidv7 } from 'uuid';
import { conflict, invalid } from '@/domain/errors';
import type { CallOrigin, PersonCaller } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import { SESSION_LIFETIME_SECONDS } from '@/server/platform/auth/credentials';
import type { Deps } from '@/server/platform/deps';
import { limitsOf } from '@/server/platform/limits/limits';
import { copySession, revokeSessionsOf } from '@/server/session/service/sessions';
import { voidLinksOf } from '@/server/waiver/service/void-links';
import { findUser, lockUser, updatePasswordHash, type UserRow } from '../repository/account';
import { removeAccountTokens } from '../repository/token';
import { recordAccountChange } from '@/server/audit/service';
import { passwordChangedLetter, sendInBackground } from './letters';
import { hashPassword, verifyPassword } from './password';
import { requireGoodPassword, requirePasswordLogin } from './password-faults';

/**
 * Makes sure that it is the person who sits at the browser, before something that could lock them out.
 * @returns the person as they are stored
 * @throws DomainError 409 when the account has no password, 422 for a wrong one, 429
 */
export async function confirmPassword(
  deps: Deps,
  person: PersonCaller,
  password: string,
): Promise<UserRow & { readonly passwordHash: string }> {
  const failed = limitsOf(deps).slowdowns['password-failed:session'];
  const undo = await failed.begin(person.sessionId);
  const user = await findUser(deps.db, person.id);
  if (!user || user.passwordHash === null) {
    await undo();
    throw conflict('This account has no password');
  }
  const hasher = { isKnown: true, account: person.id, site: '' };
  if (!(await verifyPassword(password, user.passwordHash, hasher))) {
    throw invalid([
      {
        loc: ['body', 'currentPassword'],
        msg: 'This is not your current password',
        type: 'password_wrong',
      },
    ]);
  }
  await failed.clear(person.sessionId);
  return { ...user, passwordHash: user.passwordHash };
}

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/**
 * Gives a person another password. All their sessions end, and so do links that were mailed before; the
 * browser that asked goes on in a new session, so that nobody who knew the old one stays in.
 * @returns the id of the new session
 * @throws DomainError 404 where passwords are not in use, 409, 422, 429
 */
export async function changePassword(
  deps: Deps,
  person: PersonCaller,
  { currentPassword, newPassword }: PasswordChange,
  origin: CallOrigin,
): Promise<string> {
  requirePasswordLogin(deps);
  await requireGoodPassword(newPassword, person, 'newPassword');
  const confirmed = await confirmPassword(deps, person, currentPassword);
  const passwordHash = await hashPassword(newPassword, {
    isKnown: true,
    account: person.id,
    site: '',
  });
  const sessionId = uuidv7();
  await deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const user = await lockUser(tx, person.id);
    if (user?.passwordHash !== confirmed.passwordHash) {
      throw conflict('The password has been changed meanwhile');
    }
    const expiresAt = new Date(at.getTime() + SESSION_LIFETIME_SECONDS * 1000);
    await copySession(tx, person.sessionId, { id: sessionId, createdAt: at, expiresAt });
    const endedSessions = await replacePassword(tx, person.id, passwordHash, sessionId, at);
    await recordAccountChange(tx, person, {
      at,
      origin,
      what: 'password_change',
      detail: { ended_sessions: endedSessions },
    });
  });
  sendInBackground(deps, passwordChangedLetter(deps.env, person.email));
  return sessionId;
}

/**
 * Ends every way to another password alike: earlier sessions and mailed links are void.
 *
 * @param keptSessionId the one session that stays; null: none
 * @returns how many sessions ended
 */
export async function replacePassword(
  tx: Transaction,
  userId: string,
  passwordHash: string,
  keptSessionId: string | null,
  at: Date,
): Promise<number> {
  await updatePasswordHash(tx, userId, passwordHash, at);
  await removeAccountTokens(tx, userId);
  await voidLinksOf(tx, userId);
  return revokeSessionsOf(tx, userId, keptSessionId, at);
}
