import { notFound } from '@/domain/errors';
import { deviceOf, type Device } from '@/domain/user/device';
import type { CallOrigin, PersonCaller } from '@/server/auth/principal';
import type { Deps } from '@/server/deps';
import { recordAccountChange } from '@/server/user/account-audit';
import { findSessionsOf, revokeSessionOf, revokeSessionsOf } from '../repository';

/** More than anybody reads; all of them can be ended at once. */
const MAX_LISTED = 100;

/** A browser in which somebody is signed in. */
export interface OwnSession {
  readonly id: string;
  readonly device: Device;
  /** From where it was signed in; "" when that is not known. */
  readonly remoteAddress: string;
  readonly createdAt: string;
  /** To the minute. */
  readonly lastSeenAt: string;
  /** Whether it is the one that asks. */
  readonly isCurrent: boolean;
}

/** The browsers in which the caller is signed in: this one first, then those used last. */
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
