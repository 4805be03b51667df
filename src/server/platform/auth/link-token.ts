import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export interface LinkToken {
  /** 32 random bytes in base64url: the end of a link, shown or mailed once and never stored. */
  readonly text: string;
  /** The digest that is stored. No salt: there is nothing to guess in 256 random bits. */
  readonly sha256: Buffer;
}

export function newLinkToken(): LinkToken {
  const text = randomBytes(32).toString('base64url');
  return { text, sha256: digestOfToken(text) };
}

const KEY_BYTES = 32;

/**
 * Makes the token of a link that is mailed by whoever gets to it, perhaps twice: the same for the same parts, so that of two
 * mails each has a link that holds. Nobody guesses it who does not have the installation's secret.
 */
export function derivedLinkToken(authSecret: string, ...parts: readonly string[]): LinkToken {
  const key = Buffer.from(hkdfSync('sha256', authSecret, '', 'eventide mailed link', KEY_BYTES));
  const text = createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
  return { text, sha256: digestOfToken(text) };
}

export function digestOfToken(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
