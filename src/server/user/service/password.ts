import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { DomainError } from '@/domain/errors';
import { networkOf, siteOf } from '@/domain/user/network';
import { PASSWORD_LENGTH } from '@/domain/user/password';
import { threadPoolSize } from '@/env';

/** The caller who wants a password hashed. */
export interface Hasher {
  /** Whether they have proved themselves before: by a session, a mailed link, or by where they are. */
  readonly isKnown: boolean;
  /** The account whose password it is meant to be; any text, compared alone. */
  readonly account: string;
  /** Origin of the request; any text, compared alone. */
  readonly site: string;
}

export interface LaneSizes {
  /** Hashes that are computed at once. */
  readonly atOnce: number;
  /** Hashes that may wait in each lane, in all. */
  readonly waiting: number;
  /** Hashes of one account that may wait in a lane. */
  readonly waitingPerAccount: number;
  /** Hashes of strangers from one site that may wait. */
  readonly waitingPerSite: number;
}

interface Waiting extends Hasher {
  readonly start: () => void;
}

/** Times in a row that a known person goes before a stranger who waits; then it is a stranger's turn. */
const KNOWN_IN_A_ROW = 4;
const RETRY_AFTER_SECONDS = 10;

/**
 * Shares the computing of hashes between people who are known and strangers, each in a lane of their own. The
 * known go first, and where more than one hash is computed at once, one slot is theirs alone: however many
 * strangers guess, a known person waits for one hash at most before their own. Strangers are not starved
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

// The node server and Next's bundle each carry a copy of this module; they share the cores.
const KEY = Symbol.for('eventide.hashing-lanes');
const shared = globalThis as typeof globalThis & { [KEY]?: HashingLanes };

/**
 * Gives the lanes of this process. All cores but one compute hashes, each with 128 MiB of memory, and all threads
 * of node's pool but one: files and names have to be read meanwhile.
 */
export function hashingLanes(): HashingLanes {
  shared[KEY] ??= new HashingLanes({
    atOnce: Math.max(1, Math.min(availableParallelism(), threadPoolSize()) - 1),
    waiting: 25,
    waitingPerAccount: 5,
    waitingPerSite: 10,
  });
  return shared[KEY];
}

/** Makes the hasher by which the lanes tell callers apart. */
export function hasherOf({
  isKnown,
  account,
  remoteAddress,
}: Omit<Hasher, 'site'> & { readonly remoteAddress: string }): Hasher {
  return { isKnown, account, site: siteOf(remoteAddress) ?? networkOf(remoteAddress) };
}

/** scrypt's parameters: N is 2 to the power of `logN`. Memory: 128 * N * r bytes. */
interface Cost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/** OWASP's first choice for scrypt: 128 MiB and some 400 ms for each hash. */
const COST: Cost = { logN: 17, r: 8, p: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const FORMAT =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

/** The service itself: at start, in a command. */
const INSIDE: Hasher = { isKnown: true, account: '', site: '' };

/**
 * Hashes a password with scrypt; the result is a PHC string that carries salt and parameters.
 * @throws DomainError 429 when too many are waiting in the hasher's lane
 */
export async function hashPassword(password: string, hasher: Hasher = INSIDE): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, { cost: COST, hasher });
  return `$scrypt$ln=${String(COST.logN)},r=${String(COST.r)},p=${String(COST.p)}$${unpadded(salt)}$${unpadded(hash)}`;
}

/**
 * Tells whether a password is the one behind a hash. With no hash (no such person, or one who signs in elsewhere)
 * it takes just as long and says no.
 * @throws DomainError 429 when too many are waiting in the hasher's lane
 */
export async function verifyPassword(
  password: string,
  stored: string | null,
  hasher: Hasher,
): Promise<boolean> {
  // Such a password was never accepted, so its length tells nothing about the account.
  if (password.length > PASSWORD_LENGTH.max) return false;
  const [, logN, r, p, salt, expected] = FORMAT.exec(stored ?? '') ?? [];
  if (salt === undefined || expected === undefined) {
    await derive(password, randomBytes(SALT_BYTES), { cost: COST, hasher });
    return false;
  }
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) };
  const hash = await derive(password, Buffer.from(salt, 'base64'), { cost, hasher });
  return timingSafeEqual(hash, Buffer.from(expected, 'base64'));
}

interface Derivation {
  readonly cost: Cost;
  readonly hasher: Hasher;
}

function derive(password: string, salt: Buffer, { cost, hasher }: Derivation): Promise<Buffer> {
  return hashingLanes().run(
    hasher,
    () =>
      new Promise<Buffer>((resolve, reject) => {
        const N = 2 ** cost.logN;
        const options = { N, r: cost.r, p: cost.p, maxmem: 2 * 128 * N * cost.r };
        // One keyboard types an accent as one code point, another as two: both are the same password.
        scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, hash) => {
          if (error) reject(error);
          else resolve(hash);
        });
      }),
  );
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
