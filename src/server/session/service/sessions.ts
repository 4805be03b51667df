import { v7 as uuidv7 } from 'uuid';
import { notFound } from '@/domain/errors';
import { type Device, deviceOf } from '@/domain/user/device';
import { networkOf } from '@/domain/user/network';
import { mintOrganizationId } from '@/server/platform/auth/organization-id';
import type { CallOrigin, PersonCaller } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import {
  SESSION_LIFETIME_SECONDS,
  sessionIdIn,
  sessionTokenIn,
} from '@/server/platform/auth/credentials';
import type { Deps } from '@/server/platform/deps';
import { sealed } from '@/server/platform/limits/keys';
import { recordAccountChange } from '@/server/audit/service';
import {
  deleteNetworks,
  findSessionsOf,
  insertSession,
  markSessionRevoked,
  pruneNetworks,
  revokeSessionOf,
  revokeSessionsOf,
  updateActiveOrganization,
  upsertNetwork,
} from '../repository';

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

const FORGET_AFTER_MS = 90 * 24 * 60 * 60_000;
const MAX_NETWORKS = 32;

/** Seals a network for storing: it cannot be read back without the installation's secret. */
export function sealedNetwork(deps: Deps, remoteAddress: string): Buffer {
  return sealed(deps, 'familiar-network', networkOf(remoteAddress));
}

/** Gives the instant before which a network's last use makes it strange again. */
export function familiarSince({ clock }: Deps): Date {
  return new Date(clock.now().getTime() - FORGET_AFTER_MS);
}

/**
 * Remembers from where a person has proved who they are: guesses from elsewhere do not slow them down there.
 * The 32 networks used last, for 90 days.
 */
export async function rememberNetwork(
  deps: Deps,
  userId: string,
  remoteAddress: string,
  tx: Transaction = deps.db,
): Promise<void> {
  if (remoteAddress === '') return;
  const networkHash = sealedNetwork(deps, remoteAddress);
  await upsertNetwork(tx, { userId, networkHash, lastUsedAt: deps.clock.now() });
  await pruneNetworks(tx, userId, { since: familiarSince(deps), max: MAX_NETWORKS });
}

/** Makes every network strange: another person may have been there. */
export function forgetNetworks(tx: Transaction, userId: string): Promise<void> {
  return deleteNetworks(tx, userId);
}

/** More sessions than anybody reads; all of them can be ended at once. */
const MAX_LISTED = 100;

/** A browser in which a person is signed in. */
export interface OwnSession {
  readonly id: string;
  readonly device: Device;
  /** Address from which it was signed in; "" when that is not known. */
  readonly remoteAddress: string;
  readonly createdAt: string;
  /** To the minute. */
  readonly lastSeenAt: string;
  /** Whether it is the one that asks. */
  readonly isCurrent: boolean;
}

/** Lists the browsers in which the caller is signed in: this one first, then those used last. */
export async function listOwnSessions(
  { db, clock }: Deps,
  person: PersonCaller,
): Promise<OwnSession[]> {
  const rows = await findSessionsOf(db, person.id, clock.now(), MAX_LISTED);
  const sessions = rows.map((row) => ({
    id: row.id,
    device: deviceOf(row.userAgent),
    remoteAddress: row.remoteAddress,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    isCurrent: row.id === person.sessionId,
  }));
  return sessions.sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
}

/**
 * Signs the caller out of one browser; its next request is refused.
 * @throws DomainError 404 for a session that is not theirs, or has ended
 */
export function endOwnSession(
  deps: Deps,
  person: PersonCaller,
  id: string,
  origin: CallOrigin,
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    if (!(await revokeSessionOf(tx, person.id, id, at))) throw notFound('Session');
    const detail = { session_id: id };
    await recordAccountChange(tx, person, { at, origin, what: 'session_end', detail });
  });
}

/** Signs the caller out of every browser but this one. @returns how many those were */
export function endOtherSessions(
  deps: Deps,
  person: PersonCaller,
  origin: CallOrigin,
): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const ended = await revokeSessionsOf(tx, person.id, person.sessionId, at);
    if (ended === 0) return 0;
    const detail = { ended_sessions: ended };
    await recordAccountChange(tx, person, { at, origin, what: 'other_sessions_end', detail });
    return ended;
  });
}

/** Functions on sessions that other nouns use as steps of their own. */
export {
  copySession,
  deleteSessionsOf,
  holdSession,
  moveSessionsOff,
  revokeSessionsIn,
  revokeSessionsOf,
  updateActiveOrganization,
} from '@/server/session/repository';

/** Ends, at a sign-in, a session that the browser already had, so that nobody can plant one beforehand. */
export async function endSessionsIn(cookieHeader: string, deps: Deps): Promise<void> {
  const token = sessionTokenIn(cookieHeader, deps.env.publicUrl);
  const sessionId = token === null ? null : await sessionIdIn(token, deps.env.authSecret);
  if (sessionId !== null) await revokeSession(deps, sessionId);
}
