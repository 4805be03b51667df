import { availableParallelism } from 'node:os';
import { networkOf, siteOf } from '@/domain/user/network';
import { threadPoolSize } from '@/env';
import { HashingLanes, type Hasher } from './hashing-lanes';

// The node server and Next's bundle each carry a copy of this module; they share the cores.
const KEY = Symbol.for('eventide.hashing-lanes');
const shared = globalThis as typeof globalThis & { [KEY]?: HashingLanes };

/**
 * The lanes of this process. All cores but one compute hashes, each with 128 MiB of memory, and all threads of
 * node's pool but one: files and names have to be read meanwhile.
 */
export function hashingLanes(): HashingLanes {
  shared[KEY] ??= new HashingLanes({
    atOnce: Math.max(1, Math.min(availableParallelism(), threadPoolSize()) - 1),
    waiting: 25,
    waitingPerAccount: 5,
    waitingPerSite: 10,
  });
  return shared[KEY];
}

/** Who wants a password hashed, as the lanes tell them apart. */
export function hasherOf({
  isKnown,
  account,
  remoteAddress,
}: Omit<Hasher, 'site'> & { readonly remoteAddress: string }): Hasher {
  return { isKnown, account, site: siteOf(remoteAddress) ?? networkOf(remoteAddress) };
}
