import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

const PUBLIC_ID_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const PUBLIC_ID_LENGTH = 8;
const SECRET_BYTES = 32;
/** Without the prefix, which says what kind of secret it is. */
const FORMAT = /^([A-Za-z0-9]{8})_[A-Za-z0-9_-]{43}$/;

/** How each kind of secret begins. A feed token is no API key: what takes the one refuses the other. */
export const SECRET_PREFIXES = { apiKey: 'evt_', feedToken: 'evf_' } as const;
export type SecretKind = keyof typeof SECRET_PREFIXES;

/** A secret as its holder shows it, and the two things that are kept of it. */
export interface SecretText {
  /** The whole secret: the prefix, the public id, `_`, 32 random bytes in base64url. Shown once, never stored. */
  readonly text: string;
  readonly publicId: string;
  /** SHA-256 of the whole secret, so that a digest also vouches for the public id. */
  readonly sha256: Buffer;
}

export type ApiKeyText = SecretText;

/** Why a key that was given out holds no longer. */
export const END_REASONS = ['rotated', 'revoked', 'expired'] as const;
export type EndReason = (typeof END_REASONS)[number];

/** Makes a new key. */
export function generateApiKey(): ApiKeyText {
  return generateSecret('apiKey');
}

/** Makes a new secret of a kind. */
export function generateSecret(kind: SecretKind): SecretText {
  const publicId = Array.from({ length: PUBLIC_ID_LENGTH }, () =>
    PUBLIC_ID_ALPHABET.charAt(randomInt(PUBLIC_ID_ALPHABET.length)),
  ).join('');
  const random = randomBytes(SECRET_BYTES).toString('base64url');
  const text = `${SECRET_PREFIXES[kind]}${publicId}_${random}`;
  return { text, publicId, sha256: digestOf(text) };
}

/** Reads a key that someone has shown, or null when it has not the form of one. */
export function parseApiKey(text: string): ApiKeyText | null {
  return parseSecret('apiKey', text);
}

/** Whole secrets of any kind, and parts of them that are cut off. */
const IN_TEXT = /(ev[a-z]_[A-Za-z0-9]{8})_[A-Za-z0-9_-]+/g;

/** Takes secrets out of a text that is written down, such as a path: their public beginning stays. */
export function withoutSecrets(text: string): string {
  return text.replaceAll(IN_TEXT, '$1…');
}

/** Reads a secret that someone has shown, or null when it has not the form of one of this kind. */
export function parseSecret(kind: SecretKind, text: string): SecretText | null {
  const prefix = SECRET_PREFIXES[kind];
  const publicId = text.startsWith(prefix)
    ? FORMAT.exec(text.slice(prefix.length))?.[1]
    : undefined;
  return publicId === undefined ? null : { text, publicId, sha256: digestOf(text) };
}

/** Whether two digests are the same, in a time that does not tell how much of them is. */
export function isSameDigest(left: Uint8Array, right: Uint8Array): boolean {
  return left.byteLength === right.byteLength && timingSafeEqual(left, right);
}

/**
 * SHA-256 without salt or stretching: the secret holds 256 random bits, so there is nothing to guess, and a
 * request costs microseconds.
 */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
