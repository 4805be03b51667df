import { DomainError, isDomainError } from '@/domain/errors';
import { emailSchema } from '@/domain/user/account';
import type { Deps } from '@/server/deps';
import { familiarSince, sealedNetwork, openSession } from '@/server/session/service';
import { hasherOf, hashingLanes } from './hashing';
import type { Hasher } from './hashing-lanes';
import { verifyPassword } from './password';
import { findUserToSignIn, lockUser } from './repository/account';
import {
  beginAttempt,
  refuseIfTold,
  type BegunAttempt,
  type GuardedAttempt,
} from './sign-in-guard';
import { recordFailedSignIn, recordLimitedSignIn, recordSignIn } from './sign-in-trail';

export interface SignInAttempt {
  readonly email: string;
  readonly password: string;
  readonly remoteAddress: string;
  readonly userAgent: string;
  /** Of the request that brought it; "" without one. */
  readonly requestId?: string;
}

export interface SignedIn {
  readonly userId: string;
  readonly sessionId: string;
}

/**
 * Signs a person in with e-mail and password: a new session, never one that a browser brought along. Failures
 * slow down those who make them, see {@link beginAttempt}; and however many strangers guess, a person who comes
 * from where they were before waits for one hash at most beside their own, see `HashingLanes`. An unknown
 * account is looked up and hashed for like any other, and answered alike.
 * @throws DomainError 401, 429
 */
export async function signIn(deps: Deps, attempt: SignInAttempt): Promise<SignedIn> {
  const { remoteAddress, userAgent, requestId = '' } = attempt;
  const origin = { requestId, remoteAddress };
  const email = emailSchema.safeParse(attempt.email).data ?? '';
  // Whoever was told to wait, and does not, costs nothing at all.
  await refuseIfTold(deps, { email, remoteAddress });
  const user = await findUserToSignIn(deps.db, email, {
    networkHash: sealedNetwork(deps, remoteAddress),
    since: familiarSince(deps),
  });
  const isFamiliar = user?.isFamiliar ?? false;
  const hasher = hasherOf({ isKnown: isFamiliar, account: email, remoteAddress });
  const begun = await begin(deps, { email, remoteAddress, isFamiliar }, hasher).catch(
    async (error: unknown) => {
      if (isDomainError(error))
        await recordLimitedSignIn(deps, user?.id ?? null, { way: 'password', origin });
      throw error;
    },
  );
  const matches = await verifyPassword(attempt.password, user?.passwordHash ?? null, hasher).catch(
    async (error: unknown) => {
      await begun.takeBack();
      throw error;
    },
  );
  if (!user || !matches) {
    deps.logger.info({ event: 'sign-in refused', userId: user?.id ?? null, ...origin });
    await recordFailedSignIn(deps, user?.id ?? null, { way: 'password', origin });
    throw refused();
  }
  await begun.succeeded();
  const sessionId = await deps.db.transaction(async (tx) => {
    // Computing took its time: the password may be another one by now, or the account somebody else's.
    const current = await lockUser(tx, user.id);
    if (!current || current.passwordHash !== user.passwordHash) throw refused();
    await recordSignIn(tx, current, { way: 'password', at: deps.clock.now(), origin });
    return openSession(deps, { userId: user.id, remoteAddress, userAgent }, tx);
  });
  deps.logger.info({ event: 'sign-in', userId: user.id, ...origin });
  return { userId: user.id, sessionId };
}

/** @throws DomainError 429 */
async function begin(deps: Deps, attempt: GuardedAttempt, hasher: Hasher): Promise<BegunAttempt> {
  // Before anything is counted: a flood that fills the strangers' lane costs one look-up each.
  hashingLanes().requireRoom(hasher);
  return beginAttempt(deps, attempt);
}

const refused = () =>
  new DomainError('unauthorized', 'The e-mail address or the password is wrong');
