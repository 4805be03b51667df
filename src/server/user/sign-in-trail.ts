import { NIL as NIL_UUID, v7 as uuidv7 } from 'uuid';
import { networkOf } from '@/domain/user/network';
import type { CallOrigin, PersonCaller } from '@/server/auth/principal';
import type { Transaction } from '@/server/db';
import type { Deps } from '@/server/deps';
import { recordAccountChange } from './account-audit';
import { findTrailOf, insertFailure } from './sign-in-trail-queries';

const HOUR_MS = 3_600_000;
/** Whoever guesses from more networks than this is counted in one row for all the others. */
const MAX_NETWORKS = 20;
const KEPT_MS = 90 * 24 * HOUR_MS;
/** More than anybody reads. */
const MAX_LISTED = 50;

export type SignInWay = 'password' | 'provider';

/** Notes that somebody has signed in, in the transaction that opens the session. */
export function recordSignIn(
  tx: Transaction,
  person: { readonly id: string; readonly name: string },
  { way, at, origin }: { readonly way: SignInWay; readonly at: Date; readonly origin: CallOrigin },
): Promise<void> {
  return recordAccountChange(tx, person, { at, origin, what: 'sign_in', detail: { way } });
}

/**
 * Notes that somebody could not sign in: not what they typed, which may be a password in the wrong field. The first
 * failure of an hour for an account from a network is a row of the trail; those after it are counted beside it, so
 * that guessing fills nothing.
 * @param userId null: no account has what was typed
 */
export async function recordFailedSignIn(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string | null,
  { way, origin }: { readonly way: SignInWay; readonly origin: CallOrigin },
): Promise<void> {
  const at = clock.now();
  const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
  await insertFailure(db, {
    ...origin,
    eventId: uuidv7(),
    at,
    hour,
    userId: userId ?? NIL_UUID,
    way,
    network: networkOf(origin.remoteAddress),
    maxNetworks: MAX_NETWORKS,
    forgetBefore: new Date(hour.getTime() - KEPT_MS),
  });
}

/** One entry of a person's own trail. */
export interface OwnTrailEntry {
  readonly id: string;
  readonly at: string;
  /** Such as `account.sign_in`. */
  readonly action: string;
  /** Whether the person did it themselves; else the name of who did. */
  readonly by: string | null;
  /** "" when it is not known. */
  readonly remoteAddress: string;
  /** How many failures stand for one entry, and when the last was; null for everything else. */
  readonly count: number | null;
  readonly lastAt: string | null;
}

/** What happened to the caller's account, newest first, failed sign-ins included. */
export async function listOwnTrail(
  { db }: Pick<Deps, 'db'>,
  person: Pick<PersonCaller, 'id'>,
): Promise<OwnTrailEntry[]> {
  const rows = await findTrailOf(db, person.id, MAX_LISTED);
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    by: row.actorId === person.id ? null : row.actorName,
    remoteAddress: row.remoteAddress,
    count: row.count,
    lastAt: row.lastAt?.toISOString() ?? null,
  }));
}
