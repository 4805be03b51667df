import { randomInt } from 'node:crypto';
import { inject } from 'vitest';
import { ApiClient } from './api-client';

export interface Mount {
  readonly name: 'node' | 'next';
  readonly origin: string;
}

const { node, next } = inject('startedServers');

/** Both places where the API is served; for `describe.each`. */
export const mounts: readonly Mount[] = [
  { name: 'node', origin: node.origin },
  { name: 'next', origin: next.origin },
];

// Whoever calls from elsewhere on the same servers draws another.
const network = randomInt(1 << 16);
let callers = 0;

/**
 * A client without credentials that calls from a site of its own (an IPv6 /48): failed authentication is
 * counted by network and by site, and one test must not use up another's attempts.
 */
export function clientOf({ origin }: { readonly origin: string }): ApiClient {
  callers += 1;
  const address = `fd00:${network.toString(16)}:${callers.toString(16)}::1`;
  return new ApiClient(origin, { 'x-forwarded-for': address });
}
