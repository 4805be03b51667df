import type { Deps } from '@/server/platform/deps';
import { noteRefusedBuild } from './build-use';
import { IssuerUnreachable } from './build-token';
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
 * they come from, and a key that held once, or a build's token, leaves a trace where its organization's admins see it.
 * @throws DomainError 429 when too many did not hold, 503 while the keys of a token's issuer cannot be had
 */
export async function admitCredentials(
  headers: Headers,
  deps: Deps,
  shownAt: ShownAt,
): Promise<AuthOutcome> {
  const outcome = await authenticate(headers, deps).catch((error: unknown) => {
    if (error instanceof IssuerUnreachable) noteRefusedBuild(deps, error.refused, shownAt);
    throw error;
  });
  if (outcome.result === 'refused') {
    // The count may refuse the request; the trace is left in any case.
    if (outcome.ended) noteRefusedKey(deps, outcome.ended, shownAt);
    if (outcome.build) noteRefusedBuild(deps, outcome.build, shownAt);
    await countFailedCredentials(deps, shownAt.remoteAddress);
  }
  return outcome;
}
