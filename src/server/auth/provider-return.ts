import { isDomainError } from '@/domain/errors';
import { providerFailureCode, signInFailureCode } from '@/domain/user/sign-in-failure';
import type { Deps } from '@/server/deps';
import { networkKey } from '@/server/limits/keys';
import { limitsOf } from '@/server/limits/limits';
import { recordFailedSignIn, recordLimitedSignIn } from '@/server/user/service/sign-in';
import type { Visit } from './visit';

/**
 * The way back from the provider. When it says no, or too many attempts from this address came to nothing, the
 * sign-in page says so, and next-auth, which `answer` stands for, is not asked.
 */
export async function returnFromProvider(
  deps: Deps,
  visit: Visit,
  query: URLSearchParams,
  answer: () => Promise<Response>,
): Promise<Response> {
  const { origin } = visit;
  const failed = limitsOf(deps).slowdowns['provider-failed:network'];
  const network = networkKey(deps, origin.remoteAddress);
  try {
    await failed.begin(network);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    await recordLimitedSignIn(deps, null, { way: 'provider', origin });
    return toSignIn(deps, signInFailureCode(error));
  }
  const said = query.get('error');
  if (said !== null) {
    deps.logger.info({
      event: 'sign-in refused by the provider',
      said: said.slice(0, 100),
      ...origin,
    });
    await recordFailedSignIn(deps, null, { way: 'provider', origin });
    return toSignIn(deps, providerFailureCode(said === 'access_denied' ? 'cancelled' : 'failed'));
  }
  const response = await answer();
  if (visit.sessionId !== undefined) await failed.takeBack(network);
  else if (!visit.isHeard) await recordFailedSignIn(deps, null, { way: 'provider', origin });
  return response;
}

/** By way of next-auth's own address, which remembers where the person wanted to go. */
function toSignIn({ env }: Deps, code: string): Response {
  const location = `${env.publicUrl}/api/auth/signin?error=${code}`;
  return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } });
}
