import { DomainError } from '@/domain/errors';

/** Who wants a password hashed. */
export interface Hasher {
  /** Whether it is somebody who has proved themselves before: by a session, a mailed link, or from where they are. */
  readonly isKnown: boolean;
  /** Whose password it is meant to be; any text, compared alone. */
  readonly account: string;
  /** Where the request comes from; any text, compared alone. */
  readonly site: string;
}

export interface LaneSizes {
  /** Hashes that are computed at once. */
  readonly atOnce: number;
  /** How many may wait in each lane, in all. */
  readonly waiting: number;
  /** How many of one account may wait in a lane. */
  readonly waitingPerAccount: number;
  /** How many strangers from one site may wait. */
  readonly waitingPerSite: number;
}

interface Waiting extends Hasher {
  readonly start: () => void;
}

/** So often in a row somebody known goes before a stranger who waits; then it is a stranger's turn. */
const KNOWN_IN_A_ROW = 4;
const RETRY_AFTER_SECONDS = 10;

/**
 * Shares the computing of hashes between people who are known and strangers, each in a lane of their own. The
 * known go first, and where more than one hash is computed at once, one place is theirs alone: however many
 * strangers guess, somebody known waits for one hash at most before their own. Strangers are not starved
 * either, and no account and no site fills their lane.
 */
export class HashingLanes {
  private readonly known: Waiting[] = [];
  private readonly strangers: Waiting[] = [];
  private running = 0;
  private runningStrangers = 0;
  private knownInARow = 0;

  constructor(private readonly sizes: LaneSizes) {}

  /**
   * Does the work when it is the caller's turn.
   * @throws DomainError 429 when too many wait in the lane already
   */
  async run<T>(hasher: Hasher, work: () => Promise<T>): Promise<T> {
    this.requireRoom(hasher);
    await new Promise<void>((start) => {
      this.laneOf(hasher).push({ ...hasher, start });
      this.startNext();
    });
    try {
      return await work();
    } finally {
      this.running -= 1;
      if (!hasher.isKnown) this.runningStrangers -= 1;
      this.startNext();
    }
  }

  /** @throws DomainError 429 when too many wait in the lane already */
  requireRoom(hasher: Hasher): void {
    const lane = this.laneOf(hasher);
    const sameAccount = lane.filter(({ account }) => account === hasher.account).length;
    const sameSite = lane.filter(({ site }) => site === hasher.site).length;
    if (
      lane.length < this.sizes.waiting &&
      sameAccount < this.sizes.waitingPerAccount &&
      (hasher.isKnown || sameSite < this.sizes.waitingPerSite)
    )
      return;
    throw new DomainError('too_many_requests', 'Too many people are signing in', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }

  private laneOf({ isKnown }: Hasher): Waiting[] {
    return isKnown ? this.known : this.strangers;
  }

  private startNext(): void {
    if (this.running >= this.sizes.atOnce) return;
    const mayStrangersRun = this.runningStrangers < Math.max(1, this.sizes.atOnce - 1);
    const isStrangersTurn =
      this.strangers.length > 0 &&
      mayStrangersRun &&
      (this.known.length === 0 || this.knownInARow >= KNOWN_IN_A_ROW);
    const next = (isStrangersTurn ? this.strangers : this.known).shift();
    if (!next) return;
    this.running += 1;
    if (next.isKnown) this.knownInARow += 1;
    else {
      this.knownInARow = 0;
      this.runningStrangers += 1;
    }
    next.start();
    this.startNext();
  }
}
