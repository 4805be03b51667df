import { decode } from 'next-auth/jwt';
import { z } from 'zod';
import type { Deps } from '@/server/deps';
import { oncePer } from '@/server/once-per';
import { resolveAuthSecret } from './auth-secret';

const sessionIdSchema = z.uuid();

/** The secret that session tokens are sealed with; read once for each configuration. */
export const sessionSecret = oncePer((env: Deps['env']) => resolveAuthSecret(env));

/** The session id in a sealed token, or null when the token is not ours, was altered or has expired. */
export async function sessionIdIn(token: string, env: Deps['env']): Promise<string | null> {
  const secret = await sessionSecret(env);
  const payload = await decode({ token, secret }).catch(() => null);
  return sessionIdSchema.safeParse(payload?.sessionId).data ?? null;
}
