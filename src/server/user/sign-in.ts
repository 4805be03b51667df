import { DomainError } from '@/domain/errors';
import { emailSchema } from '@/domain/user/account';
import type { Deps } from '@/server/deps';
import { oncePer } from '@/server/once-per';
import { openSession } from '@/server/session/service';
import { verifyPassword } from './password';
import { findUserToSignIn, lockUser } from './queries';
import { SignInGuard } from './sign-in-guard';

/** The guard of all sign-ins of this process. */
export const signInGuardOf = oncePer((deps: Deps) => new SignInGuard(deps.clock));

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
 * Signs a person in with e-mail and password: a new session, never one that a browser brought along. Failures
 * slow down those who make them, see {@link SignInGuard}. An unknown account is looked up and hashed for like
 * any other, and answered alike.
 * @throws DomainError 401, 429
 */
export async function signIn(deps: Deps, attempt: SignInAttempt): Promise<SignedIn> {
  const { remoteAddress, userAgent } = attempt;
  const email = emailSchema.safeParse(attempt.email).data ?? '';
  const guard = signInGuardOf(deps);
  const guarded = { email, remoteAddress };
  guard.begin(guarded);
  const user = await findUserToSignIn(deps.db, email);
  const isStranger = guard.requireFamiliar(guarded, user?.seenFrom ?? []);
  const matches = await verifyPassword(attempt.password, user?.passwordHash ?? null);
  if (!user || !matches) {
    deps.logger.info({ event: 'sign-in refused', userId: user?.id ?? null, remoteAddress });
    throw refused();
  }
  guard.succeeded(guarded, isStranger);
  const sessionId = await deps.db.transaction(async (tx) => {
    // Computing took its time: the password may be another one by now, or the account somebody else's.
    const current = await lockUser(tx, user.id);
    if (current?.passwordHash !== user.passwordHash) throw refused();
    return openSession(deps, { userId: user.id, remoteAddress, userAgent }, tx);
  });
  deps.logger.info({ event: 'sign-in', userId: user.id, remoteAddress });
  return { userId: user.id, sessionId };
}

const refused = () =>
  new DomainError('unauthorized', 'The e-mail address or the password is wrong');
