import { v7 as uuidv7 } from 'uuid';
import { notFound } from '@/domain/errors';
import { mintOrganizationId } from '@/server/auth/organization-id';
import type { PersonCaller } from '@/server/auth/principal';
import type { Transaction } from '@/server/db';
import type { Deps } from '@/server/deps';
import { rememberNetwork } from './familiar-networks';
import { insertSession, markSessionRevoked, updateActiveOrganization } from './repository';

/** How long a sign-in lasts, whatever is done with it meanwhile. */
export const SESSION_LIFETIME_SECONDS = 30 * 24 * 60 * 60;
const MAX_USER_AGENT_LENGTH = 400;

export interface NewSession {
  readonly userId: string;
  readonly remoteAddress: string;
  readonly userAgent: string;
}

/**
 * Opens a session for a person who has just proved who they are, and gives its id.
 * @param tx in which what they proved themselves with cannot change before the session is there
 */
export async function openSession(
  deps: Deps,
  session: NewSession,
  tx: Transaction = deps.db,
): Promise<string> {
  const id = uuidv7();
  const createdAt = deps.clock.now();
  await insertSession(tx, {
    ...session,
    id,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + SESSION_LIFETIME_SECONDS * 1000),
    userAgent: session.userAgent.slice(0, MAX_USER_AGENT_LENGTH),
  });
  await rememberNetwork(deps, session.userId, session.remoteAddress, tx);
  return id;
}

/** Ends a session; the next request that shows it is refused. */
export function revokeSession(deps: Deps, sessionId: string): Promise<void> {
  return markSessionRevoked(deps.db, sessionId, deps.clock.now());
}

/**
 * Makes a person's session act in another of their organizations from the next request on.
 * @throws DomainError 404 for an organization that the person is not a member of
 */
export async function switchOrganization(
  deps: Deps,
  caller: PersonCaller,
  organizationId: string,
): Promise<void> {
  // The statement itself asks for the membership, and changes nothing without one.
  const wanted = mintOrganizationId(organizationId);
  const done = await updateActiveOrganization(wanted, deps.db, caller.sessionId);
  if (!done) throw notFound('Organization');
}
