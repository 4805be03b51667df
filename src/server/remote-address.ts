import { randomBytes } from 'node:crypto';

/** The header that tells the parts that Next runs who called; written into each request as it arrives. */
export const REMOTE_ADDRESS_HEADER = 'x-eventide-remote-address';

// Both bundles of the process share one seal, which no client knows: the header is believed only with it.
const KEY = Symbol.for('eventide.remote-address-seal');
const shared = globalThis as typeof globalThis & { [KEY]?: string };
const seal = (shared[KEY] ??= randomBytes(16).toString('hex'));

/** The header's value for a caller's address. */
export function sealedAddress(address: string): string {
  return `${seal} ${address}`;
}

/** The caller's address that this process wrote into a request's headers; "" when it did not. */
export function addressIn(header: string | null | undefined): string {
  return header?.startsWith(`${seal} `) ? header.slice(seal.length + 1) : '';
}
