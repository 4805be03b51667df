import type { AuthOptions } from 'next-auth';
import { ownAddressOf, signInFailureCode } from '@/domain/user/sign-in';
import { SESSION_LIFETIME_SECONDS, usesSecureCookies } from '@/server/platform/auth/credentials';
import type { Deps } from '@/server/platform/deps';
import type { Logger } from '@/server/platform/log';
import { endSessionsIn, revokeSession } from '@/server/session/service/sessions';
import { nextAuthProvider, PROVIDER_ID } from '@/server/single-sign-on/service/next-auth-provider';
import { findSession } from '@/server/platform/auth/repository';
import type { Visit } from './visit';
import Credentials from 'next-auth/providers/credentials';
import { isDomainError } from '@/domain/errors';
import { HeldRefusals } from '@/server/platform/limits/limited';
import { REMOTE_ADDRESS_HEADER } from '@/server/platform/http/mount';
import { signIn } from '@/server/user/service/sign-in';

declare module 'next-auth' {
  interface User {
    /** Of the session that this sign-in has opened. */
    readonly sessionId: string;
  }
}
declare module 'next-auth/jwt' {
  interface JWT {
    readonly sessionId?: string;
  }
}

/** Where people sign in; the one page that next-auth may send them to. */
const SIGN_IN_PAGE = '/sign-in';

/**
 * Sets up next-auth for this service, and for one request. Its token holds only a session's id: whether that
 * session still holds, whose it is and what it may is read from the database on each request.
 */
export function nextAuthOptions(deps: Deps, visit: Visit): AuthOptions {
  const { env } = deps;
  return {
    secret: env.authSecret,
    useSecureCookies: usesSecureCookies(env.publicUrl),
    session: { strategy: 'jwt', maxAge: SESSION_LIFETIME_SECONDS },
    pages: { signIn: SIGN_IN_PAGE, signOut: SIGN_IN_PAGE, error: SIGN_IN_PAGE },
    providers: [
      ...(env.passwordLogin ? [passwordProvider(deps, visit)] : []),
      ...(env.oidc ? [nextAuthProvider(env.oidc, visit.provider)] : []),
    ],
    callbacks: {
      signIn: async ({ account, profile }) => {
        if (account?.provider !== PROVIDER_ID) return true;
        const admitted = await visit.admit({ ...profile }, account.id_token ?? '');
        // By way of next-auth's own address, which remembers where the person wanted to go.
        return admitted === true || `${env.publicUrl}/api/auth/signin?error=${admitted}`;
      },
      // `user` is there at sign-in alone. Data that a page asks to put into its token is not looked at.
      jwt: ({ token, user }) =>
        // next-auth's types say that `user` is always there; after the sign-in it is not.
        (user as typeof user | undefined)
          ? { sessionId: visit.sessionId ?? user.sessionId }
          : token,
      session: async ({ token }) => {
        const id = token.sessionId;
        const row = id === undefined ? null : await findSession(deps.db, id, deps.clock.now());
        // next-auth answers with an empty session and takes the cookie away.
        if (!row) throw new Error('This session has ended');
        return {
          user: { name: row.name, email: row.email },
          expires: row.expiresAt.toISOString(),
        };
      },
      // Only addresses of our own, so that a link to the sign-in page cannot lead elsewhere.
      redirect: ({ url, baseUrl }) => ownAddressOf(url, baseUrl),
    },
    events: {
      async signOut({ token }) {
        if (token.sessionId === undefined) return;
        await revokeSession(deps, token.sessionId);
        await visit.leave(token.sessionId);
      },
    },
    logger: loggerFor(deps.logger),
  };
}

function loggerFor(logger: Logger): AuthOptions['logger'] {
  return {
    error: (code, metadata) => {
      const err = metadata instanceof Error ? metadata : metadata.error;
      // A token that was sealed with an earlier secret, or whose session has ended: nothing is wrong here.
      if (code === 'JWT_SESSION_ERROR') logger.debug({ code, err }, 'session not read');
      // A page that was left open for too long, an answer that was sent twice, a provider that is down.
      else if (code.startsWith('OAUTH_') || code === 'SIGNIN_OAUTH_ERROR')
        logger.warn({ code, err }, 'sign-in at the provider failed');
      else logger.error({ code, err }, 'sign-in error');
    },
    warn: (code) => {
      logger.warn({ code }, 'sign-in warning');
    },
    debug: (code) => {
      logger.debug({ code }, 'sign-in');
    },
  };
}

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
    // next-auth shows the message of any error thrown here to the browser.
    throw new Error(signInFailureCode(isDomainError(error) ? error : null));
  }
}
