import { isDomainError } from '@/domain/errors';
import { providerFailureCode, signInFailureCode } from '@/domain/user/sign-in-failure';
import type { Deps } from '@/server/deps';
import { oncePer } from '@/server/once-per';
import { FailureDelay } from '@/server/user/failure-delay';
import type { Visit } from './visit';

/** Each return asks the provider something: nobody may make this service ask without end. */
const FREE_ATTEMPTS = 30;
const delayOf = oncePer((deps: Deps) => new FailureDelay(deps.clock, FREE_ATTEMPTS));

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
  const delay = delayOf(deps);
  try {
    delay.require(remoteAddress);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return toSignIn(deps, signInFailureCode(error));
  }
  delay.count(remoteAddress);
  const response = await answer();
  if (visit.sessionId !== undefined) delay.takeBack(remoteAddress);
  return response;
}

/** By way of next-auth's own address, which remembers where the person wanted to go. */
function toSignIn({ env }: Deps, code: string): Response {
  const location = `${env.publicUrl}/api/auth/signin?error=${code}`;
  return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } });
}
