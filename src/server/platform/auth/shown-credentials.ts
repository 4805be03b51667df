import type { Deps } from '@/server/platform/deps';
import { noteRefusedKey } from './key-use';
import { countFailedCredentials } from '@/server/platform/limits/limits';
import { authenticate, type AuthOutcome } from './authenticate';

/** Where credentials were shown. */
export interface ShownAt {
  readonly remoteAddress: string;
  /** The path as the admins of a key's organization see it. */
  readonly path: string;
}

/**
 * Reads the caller out of a request, for every way in alike: credentials that do not hold are counted for the network
 * they come from, and a key that held once leaves a trace where its organization's admins see it.
 * @throws DomainError 429 when too many did not hold
 */
export async function admitCredentials(
  headers: Headers,
  deps: Deps,
  shownAt: ShownAt,
): Promise<AuthOutcome> {
  const outcome = await authenticate(headers, deps);
  if (outcome.result === 'refused') {
    // The count may refuse the request; the trace is left in any case.
    if (outcome.ended) noteRefusedKey(deps, outcome.ended, shownAt);
    await countFailedCredentials(deps, shownAt.remoteAddress);
  }
  return outcome;
}
