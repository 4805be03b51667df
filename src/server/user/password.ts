import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { PASSWORD_LENGTH } from '@/domain/user/password-length';
import { hashingLanes } from './hashing';
import type { Hasher } from './hashing-lanes';

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
 * Whether a password is the one behind a hash. With no hash (no such person, or one who signs in elsewhere)
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
