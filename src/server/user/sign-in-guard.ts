import { siteOf } from '@/domain/user/network';
import type { Deps } from '@/server/deps';
import { emailKey, networkKey } from '@/server/limits/keys';
import { limitsOf, type SlowdownName } from '@/server/limits/limits';

/** One attempt to sign in. */
export interface GuardedAttempt {
  /** Lower case; "" when what was entered is no address. */
  readonly email: string;
  readonly remoteAddress: string;
  /** Whether it comes from a network in which the account's person has proved who they are. */
  readonly isFamiliar: boolean;
}

/** What becomes of an attempt that may be tried. Until one of them is called, it counts as failed. */
export interface BegunAttempt {
  succeeded(): Promise<void>;
  /** Nothing was tried after all. */
  takeBack(): Promise<void>;
}

interface Step {
  readonly name: SlowdownName;
  readonly key: string;
}

/**
 * Slows down whoever guesses passwords. One source is slowed by itself. Many sources that guess at one account
 * are slowed together, except those from which its person has signed in before: a stranger cannot lock
 * somebody out. An address without an account is treated alike.
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
    // What is shared with the fewest comes first: who is refused there takes nothing of what others share.
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
 * Refuses whom this process has told to wait already: without a question to the database, and before it is known who
 * is meant.
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

/** Forgets what failed in a place, for a person who has shown in another way that it is them. */
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
