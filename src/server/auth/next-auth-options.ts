import type { AuthOptions } from 'next-auth';
import Credentials from 'next-auth/providers/credentials';
import { isDomainError } from '@/domain/errors';
import { ownAddressOf } from '@/domain/user/local-path';
import { signInFailureCode } from '@/domain/user/sign-in-failure';
import type { Deps } from '@/server/deps';
import type { Logger } from '@/server/logger';
import { REMOTE_ADDRESS_HEADER } from '@/server/rest/mount';
import { revokeSession, SESSION_LIFETIME_SECONDS } from '@/server/session/service';
import { signIn } from '@/server/user/sign-in';
import { sessionTokensIn } from './credentials';
import { findSession } from './queries';
import { sessionIdIn } from './session-token';

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

type SignInRequest = Parameters<ReturnType<typeof Credentials>['authorize']>[1];

/**
 * next-auth for this service. Its token holds a session's id and nothing else: whether that session still
 * holds, whose it is and what it may is read from the database on each request.
 */
export function nextAuthOptions(deps: Deps): AuthOptions {
  const { env } = deps;
  return {
    secret: env.authSecret,
    useSecureCookies: env.publicUrl.startsWith('https://'),
    session: { strategy: 'jwt', maxAge: SESSION_LIFETIME_SECONDS },
    pages: { signIn: SIGN_IN_PAGE, signOut: SIGN_IN_PAGE, error: SIGN_IN_PAGE },
    providers: [
      Credentials({
        credentials: { email: {}, password: {} },
        authorize: (credentials, request) =>
          admit(deps, credentials?.email ?? '', credentials?.password ?? '', request),
      }),
    ],
    callbacks: {
      // `user` is there at sign-in alone. What a page asks to put into its token is not looked at.
      jwt: ({ token, user }) =>
        // next-auth's types say that `user` is always there; after the sign-in it is not.
        (user as typeof user | undefined) ? { sessionId: user.sessionId } : token,
      session: async ({ token }) => {
        const id = token.sessionId;
        const row = id === undefined ? null : await findSession(deps.db, id, deps.clock.now());
        // next-auth answers with an empty session and takes the cookie away.
        if (!row) throw new Error('This session has ended');
        return {
          user: { name: row.name, email: row.email },
          expires: row.expires_at.toISOString(),
        };
      },
      // Only places of our own, so that a link to the sign-in page cannot lead elsewhere.
      redirect: ({ url, baseUrl }) => ownAddressOf(url, baseUrl),
    },
    events: {
      async signOut({ token }) {
        if (token.sessionId !== undefined) await revokeSession(deps, token.sessionId);
      },
    },
    logger: loggerFor(deps.logger),
  };
}

async function admit(deps: Deps, email: string, password: string, { headers }: SignInRequest) {
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
    });
    await endSessionsIn(header('cookie'), deps);
    return { id: userId, sessionId };
  } catch (error) {
    if (!isDomainError(error)) deps.logger.error({ err: error }, 'sign-in failed');
    // next-auth shows the message of whatever is thrown here to the browser.
    throw new Error(signInFailureCode(isDomainError(error) ? error : null));
  }
}

/** A session that the browser already had ends with the next sign-in, so that nobody can plant one beforehand. */
async function endSessionsIn(cookieHeader: string, deps: Deps): Promise<void> {
  for (const token of sessionTokensIn(cookieHeader)) {
    const sessionId = await sessionIdIn(token, deps.env.authSecret);
    if (sessionId !== null) await revokeSession(deps, sessionId);
  }
}

function loggerFor(logger: Logger): AuthOptions['logger'] {
  return {
    error: (code, metadata) => {
      const err = metadata instanceof Error ? metadata : metadata.error;
      // A token that was sealed with an earlier secret, or whose session has ended: nothing is wrong here.
      if (code === 'JWT_SESSION_ERROR') logger.debug({ code, err }, 'session not read');
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
