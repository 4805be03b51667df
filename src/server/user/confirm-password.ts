import { conflict, invalid } from '@/domain/errors';
import type { PersonCaller } from '@/server/auth/principal';
import type { Deps } from '@/server/deps';
import { oncePer } from '@/server/once-per';
import { FailureDelay } from './failure-delay';
import { verifyPassword } from './password';
import { findUser, type UserRow } from './queries';

const FREE_ATTEMPTS = 5;
/** By session: whoever got hold of one must not keep the person's other browsers from changing the password. */
const delayOf = oncePer((deps: Deps) => new FailureDelay(deps.clock, FREE_ATTEMPTS));

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
  const delay = delayOf(deps);
  delay.require(person.sessionId);
  const user = await findUser(deps.db, person.id);
  if (!user || user.passwordHash === null) throw conflict('This account has no password');
  delay.count(person.sessionId);
  if (!(await verifyPassword(password, user.passwordHash))) {
    throw invalid([
      {
        loc: ['body', 'currentPassword'],
        msg: 'This is not your current password',
        type: 'password_wrong',
      },
    ]);
  }
  delay.clear(person.sessionId);
  return { ...user, passwordHash: user.passwordHash };
}
