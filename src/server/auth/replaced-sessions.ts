import type { Deps } from '@/server/deps';
import { revokeSession } from '@/server/session/service';
import { sessionTokensIn } from './credentials';
import { sessionIdIn } from './session-token';

/** A session that the browser already had ends with the next sign-in, so that nobody can plant one beforehand. */
export async function endSessionsIn(cookieHeader: string, deps: Deps): Promise<void> {
  for (const token of sessionTokensIn(cookieHeader)) {
    const sessionId = await sessionIdIn(token, deps.env.authSecret);
    if (sessionId !== null) await revokeSession(deps, sessionId);
  }
}
