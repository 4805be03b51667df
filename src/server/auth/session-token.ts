import { decode } from 'next-auth/jwt';
import { z } from 'zod';

const sessionIdSchema = z.uuid();

/** The session id in a sealed token, or null when the token is not ours, was altered or has expired. */
export async function sessionIdIn(token: string, secret: string): Promise<string | null> {
  const payload = await decode({ token, secret }).catch(() => null);
  return sessionIdSchema.safeParse(payload?.sessionId).data ?? null;
}
