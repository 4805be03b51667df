import { isDomainError } from '@/domain/errors';
import type { Deps } from '@/server/deps';
import { noteRefusedKey } from '@/server/key-use/service';
import { countFailedCredentials } from '@/server/limits/limits';
import type { RestHandler } from '@/server/rest/handler';
import { authenticate, type AuthOutcome } from './authenticate';

/** Where credentials were shown. */
export interface ShownAt {
  readonly remoteAddress: string;
  /** As it is told to the admins of a key's organization. */
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
    // What is counted may be refused; the trace is left in any case.
    if (outcome.ended) noteRefusedKey(deps, outcome.ended, shownAt);
    await countFailedCredentials(deps, shownAt.remoteAddress);
  }
  return outcome;
}

/**
 * The handler of something public, with the same done for credentials that are shown although nobody asks for them: a
 * key that ended is noted wherever it is still in use. The answer waits for none of it, and tells nothing of it.
 */
export function noticingCredentials(handler: RestHandler, deps: Deps): RestHandler {
  return (request, origin) => {
    const { headers } = request;
    if (headers.has('authorization') || headers.has('x-api-key')) {
      admitCredentials(headers, deps, origin).catch((error: unknown) => {
        if (!isDomainError(error)) deps.logger.warn({ err: error }, 'could not read credentials');
      });
    }
    return handler(request, origin);
  };
}
