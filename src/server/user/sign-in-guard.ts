import { networkOf } from '@/domain/user/network';
import type { Clock } from '@/server/clock';
import { FailureDelay } from './failure-delay';

/**
 * What is free of waiting: for one account as seen from one network, for one network, and for one account as
 * seen from all networks that are strange to it.
 */
const FREE_ATTEMPTS = { account: 5, network: 30, strangers: 50 };
/** The wait of strangers: short, as it is shared with a person who signs in from a new place. */
const MAX_STRANGER_DELAY_MS = 60_000;
/** How long a person who has just proved themselves by mail is no stranger where they did. */
const VOUCHED_FOR_MS = 15 * 60_000;
const MAX_VOUCHED = 1_000;

/** One attempt to sign in. */
export interface GuardedAttempt {
  /** Lower case; "" when what was entered is no address. */
  readonly email: string;
  readonly remoteAddress: string;
}

/**
 * Slows down whoever guesses passwords. One source is slowed by itself. Many sources that guess at one account
 * are slowed together, except those from which its person has signed in before: a stranger cannot lock
 * somebody out. An address without an account is treated alike.
 */
export class SignInGuard {
  private readonly account: FailureDelay;
  private readonly network: FailureDelay;
  private readonly strangers: FailureDelay;
  private readonly vouchedUntilMs = new Map<string, number>();

  constructor(private readonly clock: Clock) {
    this.account = new FailureDelay(clock, FREE_ATTEMPTS.account);
    this.network = new FailureDelay(clock, FREE_ATTEMPTS.network);
    this.strangers = new FailureDelay(clock, FREE_ATTEMPTS.strangers, MAX_STRANGER_DELAY_MS);
  }

  /** Before anything is looked up. The attempt counts as failed until `succeeded`. @throws DomainError 429 */
  begin(attempt: GuardedAttempt): void {
    const network = networkOf(attempt.remoteAddress);
    const key = keyOf(attempt);
    this.account.require(key);
    this.network.require(network);
    this.account.count(key);
    this.network.count(network);
  }

  /**
   * Before the password is looked at.
   * @param seenFrom remote addresses from which the account's person has signed in before
   * @returns whether the attempt comes from a strange place
   * @throws DomainError 429
   */
  requireFamiliar(attempt: GuardedAttempt, seenFrom: readonly string[]): boolean {
    const network = networkOf(attempt.remoteAddress);
    const isFamiliar = seenFrom.some((address) => networkOf(address) === network);
    if (isFamiliar || this.isVouchedFor(attempt)) return false;
    try {
      this.strangers.require(attempt.email);
    } catch (error) {
      // Nothing was tried: others' guesses must not add to this one's own waiting.
      this.account.takeBack(keyOf(attempt));
      this.network.takeBack(network);
      throw error;
    }
    this.strangers.count(attempt.email);
    return true;
  }

  succeeded(attempt: GuardedAttempt, wasStranger: boolean): void {
    this.account.clear(keyOf(attempt));
    this.network.takeBack(networkOf(attempt.remoteAddress));
    if (wasStranger) this.strangers.takeBack(attempt.email);
  }

  /** A person has shown in another way that it is them, in this place. */
  vouchFor(attempt: GuardedAttempt): void {
    const key = keyOf(attempt);
    this.account.clear(key);
    this.vouchedUntilMs.delete(key);
    this.vouchedUntilMs.set(key, this.clock.now().getTime() + VOUCHED_FOR_MS);
    const oldest =
      this.vouchedUntilMs.size > MAX_VOUCHED ? this.vouchedUntilMs.keys().next() : null;
    if (oldest?.done === false) this.vouchedUntilMs.delete(oldest.value);
  }

  private isVouchedFor(attempt: GuardedAttempt): boolean {
    const untilMs = this.vouchedUntilMs.get(keyOf(attempt));
    return untilMs !== undefined && this.clock.now().getTime() < untilMs;
  }
}

function keyOf({ email, remoteAddress }: GuardedAttempt): string {
  return `${networkOf(remoteAddress)} ${email}`;
}
