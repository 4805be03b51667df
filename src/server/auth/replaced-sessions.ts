import type { Deps } from '@/server/deps';
import { revokeSession } from '@/server/session/service';
import { sessionTokenIn } from './credentials';
import { sessionIdIn } from './session-token';

/** A session that the browser already had ends with the next sign-in, so that nobody can plant one beforehand. */
export async function endSessionsIn(cookieHeader: string, deps: Deps): Promise<void> {
  const token = sessionTokenIn(cookieHeader, deps.env.publicUrl);
  const sessionId = token === null ? null : await sessionIdIn(token, deps.env.authSecret);
  if (sessionId !== null) await revokeSession(deps, sessionId);
}
