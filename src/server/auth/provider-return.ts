import { isDomainError } from '@/domain/errors';
import { providerFailureCode, signInFailureCode } from '@/domain/user/sign-in-failure';
import type { Deps } from '@/server/deps';
import { networkKey } from '@/server/limits/keys';
import { limitsOf } from '@/server/limits/limits';
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
  const { remoteAddress } = visit;
  const said = query.get('error');
  if (said !== null) {
    deps.logger.info({ event: 'sign-in refused by the provider', said: said.slice(0, 100) });
    return toSignIn(deps, providerFailureCode(said === 'access_denied' ? 'cancelled' : 'failed'));
  }
  const failed = limitsOf(deps).slowdowns['provider-failed:network'];
  const network = networkKey(deps, remoteAddress);
  try {
    await failed.begin(network);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return toSignIn(deps, signInFailureCode(error));
  }
  const response = await answer();
  if (visit.sessionId !== undefined) await failed.takeBack(network);
  return response;
}

/** By way of next-auth's own address, which remembers where the person wanted to go. */
function toSignIn({ env }: Deps, code: string): Response {
  const location = `${env.publicUrl}/api/auth/signin?error=${code}`;
  return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } });
}
