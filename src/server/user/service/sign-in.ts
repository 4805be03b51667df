import { NIL as NIL_UUID, v7 as uuidv7 } from 'uuid';
import { DomainError, isDomainError } from '@/domain/errors';
import { emailSchema } from '@/domain/user/account';
import { networkOf, siteOf } from '@/domain/user/network';
import type { CallOrigin, PersonCaller } from '@/server/platform/auth/principal';
import type { Database, Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { emailKey, networkKey } from '@/server/platform/limits/keys';
import { limitsOf, type SlowdownName } from '@/server/platform/limits/limits';
import { oncePer } from '@/server/platform/once-per';
import { familiarSince, openSession, sealedNetwork } from '@/server/session/service/sessions';
import { findUserToSignIn, lockUser } from '../repository/account';
import { findTrailOf, insertFailure } from '../repository/trail';
import { recordAccountChange } from '@/server/audit/service';
import { type Hasher, hasherOf, hashingLanes, verifyPassword } from './password';

/** One attempt to sign in. */
export interface GuardedAttempt {
  /** Lower case; "" when what was entered is no address. */
  readonly email: string;
  readonly remoteAddress: string;
  /** Whether it comes from a network in which the account's person has proved who they are. */
  readonly isFamiliar: boolean;
}

/** Outcomes of an attempt that may be tried. Until one of them is called, it counts as failed. */
export interface BegunAttempt {
  succeeded(): Promise<void>;
  /** The attempt was not made after all. */
  takeBack(): Promise<void>;
}

interface Step {
  readonly name: SlowdownName;
  readonly key: string;
}

/**
 * Slows down callers who guess passwords. One source is slowed by itself. Many sources that guess at one account
 * are slowed together, except those from which its person has signed in before: a stranger cannot lock a person
 * out. An address without an account is treated alike.
 * @throws DomainError 429; then the attempt counts nowhere
 */
export async function beginAttempt(deps: Deps, attempt: GuardedAttempt): Promise<BegunAttempt> {
  const { slowdowns, allowances } = limitsOf(deps);
  const [own, ...others] = stepsOf(deps, attempt);
  const undoing: (() => Promise<void>)[] = [];
  const takeBack = async () => {
    await Promise.all(undoing.map((undo) => undo()));
  };
  try {
    // The limit that the fewest share comes first: a caller refused there takes nothing of what others share.
    for (const { name, key } of [own, ...others]) undoing.push(await slowdowns[name].begin(key));
    await allowances['sign-in:account-at-network'].take(own.key);
  } catch (error) {
    await takeBack();
    throw error;
  }
  return {
    takeBack,
    succeeded: async () => {
      await Promise.all([
        slowdowns[own.name].clear(own.key),
        ...others.map(({ name, key }) => slowdowns[name].takeBack(key)),
      ]);
    },
  };
}

/**
 * Refuses callers whom this process has told to wait already: without a question to the database, and before it is
 * known who is meant.
 * @throws DomainError 429
 */
export async function refuseIfTold(
  deps: Deps,
  place: Omit<GuardedAttempt, 'isFamiliar'>,
): Promise<void> {
  const { slowdowns } = limitsOf(deps);
  for (const { name, key } of stepsOf(deps, { ...place, isFamiliar: true }))
    await slowdowns[name].refuseIfTold(key);
}

/** Forgets the failures at an account from a network, for a person who has shown in another way that it is them. */
export async function forgetAttempts(
  deps: Deps,
  place: Omit<GuardedAttempt, 'isFamiliar'>,
): Promise<void> {
  const [{ name, key }] = stepsOf(deps, { ...place, isFamiliar: true });
  await limitsOf(deps).slowdowns[name].clear(key);
}

function stepsOf(
  deps: Deps,
  { email, remoteAddress, isFamiliar }: GuardedAttempt,
): readonly [Step, ...Step[]] {
  const account = emailKey(deps, email);
  const network = networkKey(deps, remoteAddress);
  const site = siteOf(remoteAddress);
  return [
    { name: 'sign-in-failed:account-at-network', key: `${account} ${network}` },
    { name: 'sign-in-failed:network', key: network },
    ...(site === null ? [] : [{ name: 'sign-in-failed:site', key: site } as const]),
    ...(isFamiliar
      ? []
      : [{ name: 'sign-in-failed:account-for-strangers', key: account } as const]),
  ];
}

/** Refusals that a process remembers to have noted; those beyond them in one hour are in the log alone. */
const MAX_NOTED = 1_000;
const HOUR_MS = 3_600_000;
/** Networks counted apart; guesses from further ones share one row. */
const MAX_NETWORKS = 20;
const KEPT_MS = 90 * 24 * HOUR_MS;
/** More entries than anybody reads. */
const MAX_LISTED = 50;

export type SignInWay = 'password' | 'provider';

/** Notes that a person has signed in, in the transaction that opens the session. */
export function recordSignIn(
  tx: Transaction,
  person: { readonly id: string; readonly name: string },
  { way, at, origin }: { readonly way: SignInWay; readonly at: Date; readonly origin: CallOrigin },
): Promise<void> {
  return recordAccountChange(tx, person, { at, origin, what: 'sign_in', detail: { way } });
}

/**
 * Notes that a person could not sign in: not what they typed, which may be a password in the wrong field. The first
 * failure of an hour for an account from a network is a row of the trail; the later ones are counted with it, so
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
 * Notes that a sign-in was turned away by a limit, before anything was looked at: once an hour for an account from
 * a network, and not how often, so that a flood costs no more than the first of it.
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

/** Lists the events of the caller's account, newest first, failed sign-ins included. */
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
 * Signs a person in with e-mail and password: a new session, never one that a browser brought along. Failures slow
 * down those who make them, see {@link beginAttempt}; and however many strangers guess, a person who comes from
 * where they were before waits for one hash at most besides their own, see `HashingLanes`. An unknown account is
 * looked up and hashed for like any other, and answered alike.
 * @throws DomainError 401, 429
 */
export async function signIn(deps: Deps, attempt: SignInAttempt): Promise<SignedIn> {
  const { remoteAddress, userAgent, requestId = '' } = attempt;
  const origin = { requestId, remoteAddress };
  const email = emailSchema.safeParse(attempt.email).data ?? '';
  // A caller who was told to wait, and does not, costs nothing at all.
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
    // Computing took its time: by now the password may be another, or the account another person's.
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
