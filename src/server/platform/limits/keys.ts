import { createHmac } from 'node:crypto';
import { networkOf } from '@/domain/user/network';
import type { Deps } from '@/server/platform/deps';

/**
 * Seals a text so that nobody can read it back without the installation's secret: for e-mail addresses, and for
 * networks that are kept for long.
 * @param purpose so that one text kept for two purposes cannot be recognised
 */
export function sealed({ env }: Deps, purpose: string, text: string): Buffer {
  return createHmac('sha256', env.authSecret).update(`${purpose}\n${text}`).digest();
}

/** Returns the key of an e-mail address: the same for all tags (`ada+x@…`), which lead to one mailbox. */
export function emailKey(deps: Deps, email: string): string {
  const mailbox = email.toLowerCase().replace(/^([^+@]+)\+[^@]*@/, '$1@');
  return `email-${sealed(deps, 'limits', mailbox).toString('base64url').slice(0, 22)}`;
}

/** Returns the key of a caller's network; an address that is not an IP address is kept as a digest. */
export function networkKey(deps: Deps, remoteAddress: string): string {
  const network = networkOf(remoteAddress);
  return /^[0-9a-f.:/]{1,64}$/.test(network)
    ? network
    : `other-${sealed(deps, 'limits', network).toString('base64url').slice(0, 22)}`;
}
