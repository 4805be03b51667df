import { createHash, randomBytes } from 'node:crypto';

export interface InvitationToken {
  /** 32 random bytes in base64url: the end of the accept link, shown once and never stored. */
  readonly text: string;
  /** What is stored of it. No salt: there is nothing to guess in 256 random bits. */
  readonly sha256: Buffer;
}

export function newInvitationToken(): InvitationToken {
  const text = randomBytes(32).toString('base64url');
  return { text, sha256: digestOfToken(text) };
}

export function digestOfToken(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
