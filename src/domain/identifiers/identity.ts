import { hash } from 'node:crypto';

/**
 * The identity of a list of texts: equal lists have equal identities, on every instance and for good.
 * SHA-256 over the parts with their lengths, so that `["ab", "c"]` and `["a", "bc"]` differ; its first 16
 * bytes as a UUID of version 8 (RFC 9562: the kind whose bits are the application's own), since strict
 * readers refuse a UUID without version and variant.
 */
export function identityOf(...parts: readonly string[]): string {
  return identityOfList(parts);
}

/** As {@link identityOf}, for lists of any length: a call takes some hundred thousand arguments at most. */
export function identityOfList(parts: readonly string[]): string {
  const digest = hash('sha256', oneText(parts).toWellFormed(), 'hex');
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
}

/** Joins texts with their lengths: different lists are different texts. A key where nothing has to last or to be short. */
export function oneText(parts: readonly string[]): string {
  return parts.map((part) => `${String(part.length)}:${part}`).join('');
}
