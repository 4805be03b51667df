import { decode, encode } from 'next-auth/jwt';
import { z } from 'zod';
import { SESSION_LIFETIME_SECONDS } from '@/server/platform/auth/credentials';
import type { Deps } from '@/server/platform/deps';
import { lastKnownProvider } from './discovery';
import { insertProviderSession, takeProviderSession } from '../repository';

/** A longer one would make an address that servers refuse. */
const MAX_HINT_CHARACTERS = 4_000;
const sealedSchema = z.object({ idToken: z.string() });

/** The session id salts the key: what was sealed for one session opens for no other. */
const sealFor = (deps: Deps, sessionId: string) => ({
  secret: deps.env.authSecret,
  salt: `provider-session ${sessionId}`,
});

/** Keeps a session's ID token for the sign-out, sealed. */
export async function keepIdToken(deps: Deps, sessionId: string, idToken: string): Promise<void> {
  const kept = idToken.length <= MAX_HINT_CHARACTERS ? idToken : '';
  const sealed = await encode({
    token: { idToken: kept },
    maxAge: SESSION_LIFETIME_SECONDS,
    ...sealFor(deps, sessionId),
  });
  await insertProviderSession(deps.db, sessionId, sealed);
}

/**
 * Gives the address for the browser of a session that has ended, so that it ends at the provider too, and comes
 * back to the sign-in page. Null when the session was not opened there or the provider has no such address. Source:
 * OpenID Connect RP-Initiated Logout 1.0, section 2.
 */
export async function endSessionAddress(deps: Deps, sessionId: string): Promise<string | null> {
  const { oidc, publicUrl } = deps.env;
  const sealed = await takeProviderSession(deps.db, sessionId);
  if (sealed === null || !oidc) return null;
  const end = (await lastKnownProvider(deps))?.end_session_endpoint;
  if (end === undefined) return null;
  const opened = await decode({ token: sealed, ...sealFor(deps, sessionId) }).catch(() => null);
  const idToken = sealedSchema.safeParse(opened).data?.idToken ?? '';
  const address = new URL(end);
  address.searchParams.set('client_id', oidc.clientId);
  address.searchParams.set('post_logout_redirect_uri', `${publicUrl}/sign-in`);
  if (idToken !== '') address.searchParams.set('id_token_hint', idToken);
  return address.href;
}
