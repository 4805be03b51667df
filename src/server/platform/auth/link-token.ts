import { createHash, randomBytes } from 'node:crypto';

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

export function digestOfToken(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
