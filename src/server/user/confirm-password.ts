import { conflict, invalid } from '@/domain/errors';
import type { PersonCaller } from '@/server/auth/principal';
import type { Deps } from '@/server/deps';
import { limitsOf } from '@/server/limits/limits';
import { verifyPassword } from './password';
import { findUser, type UserRow } from './repository/account';

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
