import Credentials from 'next-auth/providers/credentials';
import { isDomainError } from '@/domain/errors';
import { signInFailureCode } from '@/domain/user/sign-in-failure';
import type { Deps } from '@/server/deps';
import { HeldRefusals } from '@/server/limits/held-refusals';
import { REMOTE_ADDRESS_HEADER } from '@/server/rest/mount';
import { signIn } from '@/server/user/service/sign-in';
import { endSessionsIn } from './replaced-sessions';
import type { Visit } from './visit';

/** Of sign-ins: guessers whose guesses are not looked at come no faster than that. */
const refusals = new HeldRefusals({ ms: 3_000, atMost: 500 });

type SignInRequest = Parameters<ReturnType<typeof Credentials>['authorize']>[1];

/** E-mail address and password, as next-auth takes them. */
export function passwordProvider(deps: Deps, { requestId }: Pick<Visit, 'requestId'>) {
  return Credentials({
    credentials: { email: {}, password: {} },
    authorize: (credentials, request) =>
      admit(deps, credentials?.email ?? '', credentials?.password ?? '', request, requestId),
  });
}

async function admit(
  deps: Deps,
  email: string,
  password: string,
  { headers }: SignInRequest,
  requestId: string,
) {
  const header = (name: string): string => {
    const value: unknown = headers?.[name];
    return typeof value === 'string' ? value : '';
  };
  try {
    const { userId, sessionId } = await signIn(deps, {
      email,
      password,
      remoteAddress: header(REMOTE_ADDRESS_HEADER),
      userAgent: header('user-agent'),
      requestId,
    });
    await endSessionsIn(header('cookie'), deps);
    return { id: userId, sessionId };
  } catch (error) {
    if (!isDomainError(error)) deps.logger.error({ err: error }, 'sign-in failed');
    else if (error.code === 'too_many_requests') await refusals.hold();
    // next-auth shows the message of whatever is thrown here to the browser.
    throw new Error(signInFailureCode(isDomainError(error) ? error : null));
  }
}
