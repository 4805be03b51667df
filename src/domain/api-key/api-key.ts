import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

const PUBLIC_ID_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const PUBLIC_ID_LENGTH = 8;
const SECRET_BYTES = 32;
const FORMAT = /^evt_([A-Za-z0-9]{8})_[A-Za-z0-9_-]{43}$/;

/** A key as its holder shows it, and the two things that are kept of it. */
export interface ApiKeyText {
  /** The whole key: `evt_`, the public id, `_`, 32 random bytes in base64url. Shown once, never stored. */
  readonly text: string;
  readonly publicId: string;
  /** SHA-256 of the whole key, so that a digest also vouches for the public id. */
  readonly sha256: Buffer;
}

/** Why a key that was given out holds no longer. */
export const END_REASONS = ['rotated', 'revoked', 'expired'] as const;
export type EndReason = (typeof END_REASONS)[number];

/** Makes a new key. */
export function generateApiKey(): ApiKeyText {
  const publicId = Array.from({ length: PUBLIC_ID_LENGTH }, () =>
    PUBLIC_ID_ALPHABET.charAt(randomInt(PUBLIC_ID_ALPHABET.length)),
  ).join('');
  const text = `evt_${publicId}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { text, publicId, sha256: digestOf(text) };
}

/** Reads a key that someone has shown, or null when it has not the form of one. */
export function parseApiKey(text: string): ApiKeyText | null {
  const publicId = FORMAT.exec(text)?.[1];
  return publicId === undefined ? null : { text, publicId, sha256: digestOf(text) };
}

/** Whether two digests are the same, in a time that does not tell how much of them is. */
export function isSameDigest(left: Uint8Array, right: Uint8Array): boolean {
  return left.byteLength === right.byteLength && timingSafeEqual(left, right);
}

/**
 * SHA-256 without salt or stretching: the key holds 256 random bits, so there is nothing to guess, and a
 * request costs microseconds.
 */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
