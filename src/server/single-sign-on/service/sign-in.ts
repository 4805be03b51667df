import { z } from 'zod';
import { type Claims, type ProviderRefusal, roleIn } from '@/domain/user/provider';
import type { CallOrigin } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { openSession, updateActiveOrganization } from '@/server/session/service/sessions';
import {
  accountLinkedLetter,
  accountTakenOverLetter,
  sendInBackground,
} from '@/server/user/service/letters';
import { recordFailedSignIn, recordSignIn } from '@/server/user/service/sign-in';
import { applyClaimedRole, joinByDomain, joiningOrganization, roleToJoinWith } from './membership';
import { emailOfJoiningDomain, findOrMakePerson, type FoundPerson } from './person';
import { keepIdToken } from './provider-session';

/** Source: OpenID Connect Core 1.0, section 2: a subject has at most 255 ASCII characters. */
const identitySchema = z.object({
  iss: z.string().min(1).max(1000),
  sub: z.string().regex(/^[\x20-\x7e]{1,255}$/),
});

export interface ProviderSignIn {
  /** Of a person whom the provider has just named; its signature has been checked. */
  readonly claims: Claims;
  /** "" when it is not to be kept. */
  readonly idToken: string;
  readonly userAgent: string;
  readonly origin: CallOrigin;
}

export type ProviderSignInOutcome =
  | { readonly sessionId: string; readonly refused: null }
  | { readonly sessionId: null; readonly refused: ProviderRefusal };

/**
 * Signs a person in by the word of the configured provider: finds or makes their account, lets them join,
 * gives them the role that the provider names, and opens a new session.
 * @throws DomainError 409 when two first sign-ins of one person meet; ZodError for claims without issuer and subject
 */
export async function signInByProvider(
  deps: Deps,
  { claims, idToken, userAgent, origin }: ProviderSignIn,
): Promise<ProviderSignInOutcome> {
  const { remoteAddress } = origin;
  const roleClaim = deps.env.oidc?.roleClaim ?? null;
  const claimed = roleClaim === null ? null : roleIn(claims, roleClaim);
  const found = await settle(deps, claims, roleToJoinWith(deps, claimed ?? 'silent'), origin);
  if ('refused' in found) {
    deps.logger.info({
      event: 'sign-in refused',
      by: 'provider',
      why: found.refused,
      remoteAddress,
    });
    await recordFailedSignIn(deps, null, { way: 'provider', origin });
    return { sessionId: null, refused: found.refused };
  }
  const { userId, email, became, hasPassword, subject } = found;
  await deps.identityProvider.memberships?.bringUpToDate(deps, { userId, subject }, origin);
  if (claimed !== null) await applyClaimedRole(deps, userId, claimed, origin);
  const sessionId = await deps.db.transaction(async (tx) => {
    const person = { id: userId, name: found.name };
    await recordSignIn(tx, person, { way: 'provider', at: deps.clock.now(), origin });
    return openSession(deps, { userId, remoteAddress, userAgent }, tx);
  });
  await keepIdToken(deps, sessionId, idToken);
  if (became === 'taken_over') await enterOwnOrganization(deps, sessionId);
  const provider = providerName(deps);
  if (became === 'taken_over')
    sendInBackground(deps, accountTakenOverLetter(deps.env, email, provider));
  if (became === 'linked' && hasPassword)
    sendInBackground(deps, accountLinkedLetter(deps.env, email, provider));
  deps.logger.info({ event: 'sign-in', by: 'provider', account: became, userId, remoteAddress });
  return { sessionId, refused: null };
}

/**
 * Has a person who has just got an account that was set up by another begin in the organization of the provider's
 * people, if they belong to it: the others may be the other's.
 */
async function enterOwnOrganization(deps: Deps, sessionId: string): Promise<void> {
  const organizationId = await joiningOrganization(deps);
  if (organizationId !== null) await updateActiveOrganization(organizationId, deps.db, sessionId);
}

/** Settles the account and its membership: both or neither. */
async function settle(
  deps: Deps,
  claims: Claims,
  role: ReturnType<typeof roleToJoinWith>,
  origin: CallOrigin,
): Promise<FoundPerson & { readonly subject: string }> {
  const { iss: issuer, sub: subject } = identitySchema.parse(claims);
  const email = emailOfJoiningDomain(deps, claims);
  const organizationId = email === null ? null : await joiningOrganization(deps);
  const { memberships } = deps.identityProvider;
  const mayJoin =
    organizationId !== null || ((await memberships?.isMember(deps, subject)) ?? false);
  return deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const identity = { issuer, subject };
    const arrival = { identity, provider: providerName(deps), claims, mayJoin, origin };
    const found = await findOrMakePerson(tx, arrival, at);
    if (organizationId !== null && email !== null && 'userId' in found) {
      const { userId } = found;
      if (await joinByDomain(tx, organizationId, { userId, email, role }, { at, origin }))
        deps.logger.info({ event: 'joined by domain', userId, organizationId, role });
    }
    return { ...found, subject };
  });
}

/** Gives the name people know the provider by. */
function providerName({ env }: Deps): string {
  return env.oidc?.name ?? 'single sign-on';
}
