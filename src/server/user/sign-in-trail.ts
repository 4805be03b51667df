import { NIL as NIL_UUID, v7 as uuidv7 } from 'uuid';
import { networkOf } from '@/domain/user/network';
import type { CallOrigin, PersonCaller } from '@/server/auth/principal';
import type { Database, Transaction } from '@/server/db';
import type { Deps } from '@/server/deps';
import { oncePer } from '@/server/once-per';
import { recordAccountChange } from './account-audit';
import { findTrailOf, insertFailure } from './repository/trail';

/** Refusals that a process remembers to have noted; what is beyond them in one hour is in the log alone. */
const MAX_NOTED = 1_000;
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
  deps: TrailDeps,
  userId: string | null,
  failed: FailedSignIn,
): Promise<void> {
  await insertFailed(deps, userId, failed, false);
}

/**
 * Notes that a sign-in was turned away by a limit, with nothing looked at: once an hour for an account from a network,
 * and not how often, so that a flood costs no more than the first of it.
 * @param userId null: no account has what was typed, or it was not looked up
 */
export async function recordLimitedSignIn(
  deps: TrailDeps,
  userId: string | null,
  failed: FailedSignIn,
): Promise<void> {
  const hour = hourOf(deps.clock.now()).getTime();
  const noted = notedRefusals(deps.db);
  if (noted.hour !== hour) Object.assign(noted, { hour, keys: new Set() });
  const key = JSON.stringify([userId, failed.way, networkOf(failed.origin.remoteAddress)]);
  if (noted.keys.has(key) || noted.keys.size >= MAX_NOTED) return;
  noted.keys.add(key);
  await insertFailed(deps, userId, failed, true);
}

type TrailDeps = Pick<Deps, 'db' | 'clock'>;

interface FailedSignIn {
  readonly way: SignInWay;
  readonly origin: CallOrigin;
}

const notedRefusals = oncePer((_db: Database) => ({ hour: 0, keys: new Set<string>() }));

const hourOf = (at: Date) => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);

async function insertFailed(
  { db, clock }: TrailDeps,
  userId: string | null,
  { way, origin }: FailedSignIn,
  isLimited: boolean,
): Promise<void> {
  const at = clock.now();
  const hour = hourOf(at);
  await insertFailure(db, {
    ...origin,
    eventId: uuidv7(),
    at,
    hour,
    userId: userId ?? NIL_UUID,
    way,
    isLimited,
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
