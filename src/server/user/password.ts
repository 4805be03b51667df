import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import pLimit from 'p-limit';
import { PASSWORD_LENGTH } from '@/domain/user/password-length';
import { DomainError } from '@/domain/errors';

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

/** One hash at a time, so that a flood of sign-ins takes neither the memory nor every thread of the pool. */
const oneAtATime = pLimit(1);
const MAX_WAITING = 25;
const RETRY_AFTER_SECONDS = 10;

/**
 * Hashes a password with scrypt; the result is a PHC string that carries salt and parameters.
 * @throws DomainError 429 when too many hashes are already waiting
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, COST);
  return `$scrypt$ln=${String(COST.logN)},r=${String(COST.r)},p=${String(COST.p)}$${unpadded(salt)}$${unpadded(hash)}`;
}

/**
 * Whether a password is the one behind a hash. With no hash (no such person, or one who signs in elsewhere)
 * it takes just as long and says no.
 * @throws DomainError 429 when too many hashes are already waiting
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  // Such a password was never accepted, so its length tells nothing about the account.
  if (password.length > PASSWORD_LENGTH.max) return false;
  const [, logN, r, p, salt, expected] = FORMAT.exec(stored ?? '') ?? [];
  if (salt === undefined || expected === undefined) {
    await derive(password, randomBytes(SALT_BYTES), COST);
    return false;
  }
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) };
  const hash = await derive(password, Buffer.from(salt, 'base64'), cost);
  return timingSafeEqual(hash, Buffer.from(expected, 'base64'));
}

function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  if (oneAtATime.pendingCount >= MAX_WAITING) {
    const details = { retryAfterSeconds: RETRY_AFTER_SECONDS };
    throw new DomainError('too_many_requests', 'Too many people are signing in', details);
  }
  return oneAtATime(
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
