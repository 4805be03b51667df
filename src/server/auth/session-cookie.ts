import { encode } from 'next-auth/jwt';
import type { Deps } from '@/server/deps';
import { SESSION_LIFETIME_SECONDS } from '@/server/session/service';
import { sessionCookieName, usesSecureCookies } from './credentials';

/** The value of a `Set-Cookie` header that makes a browser show a session, as next-auth sets it at a sign-in. */
export async function sessionCookie(
  { env, clock }: Pick<Deps, 'env' | 'clock'>,
  sessionId: string,
): Promise<string> {
  const maxAge = SESSION_LIFETIME_SECONDS;
  const token = await encode({ token: { sessionId }, secret: env.authSecret, maxAge });
  const expires = new Date(clock.now().getTime() + maxAge * 1000).toUTCString();
  const attributes = `Path=/; Expires=${expires}; HttpOnly; SameSite=Lax`;
  const secure = usesSecureCookies(env.publicUrl) ? '; Secure' : '';
  return `${sessionCookieName(env.publicUrl)}=${token}; ${attributes}${secure}`;
}
