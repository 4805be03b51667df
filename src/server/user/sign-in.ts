import { DomainError } from '@/domain/errors';
import { emailSchema } from '@/domain/user/account';
import type { Deps } from '@/server/deps';
import { oncePer } from '@/server/once-per';
import { openSession } from '@/server/session/service';
import { FailureDelay } from './failure-delay';
import { verifyPassword } from './password';
import { findUserByEmail } from './queries';

const FREE_ATTEMPTS = { account: 5, address: 30 };

const delaysOf = oncePer((deps: Deps) => ({
  account: new FailureDelay(deps.clock, FREE_ATTEMPTS.account),
  address: new FailureDelay(deps.clock, FREE_ATTEMPTS.address),
}));

export interface SignInAttempt {
  readonly email: string;
  readonly password: string;
  readonly remoteAddress: string;
  readonly userAgent: string;
}

export interface SignedIn {
  readonly userId: string;
  readonly sessionId: string;
}

/**
 * Signs a person in with e-mail and password: a new session, never one that a browser brought along.
 * Failures slow down one address, and one account as seen from that address: nobody can lock somebody else
 * out. An unknown account takes as long as a wrong password and is answered alike.
 * @throws DomainError 401, 429
 */
export async function signIn(deps: Deps, attempt: SignInAttempt): Promise<SignedIn> {
  const { remoteAddress, userAgent } = attempt;
  const email = emailSchema.safeParse(attempt.email).data ?? '';
  const delays = delaysOf(deps);
  const account = `${remoteAddress} ${email}`;
  delays.account.require(account);
  delays.address.require(remoteAddress);
  delays.account.count(account);
  delays.address.count(remoteAddress);
  const user = email === '' ? null : await findUserByEmail(deps.db, email);
  const matches = await verifyPassword(attempt.password, user?.passwordHash ?? null);
  if (!user || !matches) {
    deps.logger.info({ event: 'sign-in refused', userId: user?.id ?? null, remoteAddress });
    throw new DomainError('unauthorized', 'The e-mail address or the password is wrong');
  }
  delays.account.clear(account);
  delays.address.takeBack(remoteAddress);
  const sessionId = await openSession(deps, { userId: user.id, remoteAddress, userAgent });
  deps.logger.info({ event: 'sign-in', userId: user.id, remoteAddress });
  return { userId: user.id, sessionId };
}
