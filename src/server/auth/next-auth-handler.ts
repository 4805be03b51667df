import NextAuth from 'next-auth';
import { NextRequest } from 'next/server';
import { announcePublicUrl } from '@/env';
import type { Deps } from '@/server/deps';
import { answerTo } from '@/server/rest/errors';
import { isDomainError } from '@/domain/errors';
import { readLimited } from '@/server/rest/limited-stream';
import { comesFromElsewhere } from '@/server/rest/same-origin';
import { nextAuthOptions } from './next-auth-options';

/** Of next-auth's actions, those that this service has a use for; its log for browsers is not one. */
const ACTIONS = ['csrf', 'providers', 'session', 'signin', 'callback', 'signout', 'error'];
const MAX_BODY_BYTES = 16_384;

export interface NextAuthContext {
  readonly params: Promise<{ readonly nextauth: string[] }>;
}

/** next-auth's endpoints, behind a limit on bodies and a look at where a form was sent from. */
export function createNextAuthHandler(deps: Deps) {
  announcePublicUrl(deps.env);
  const options = nextAuthOptions(deps);

  return async (request: NextRequest, context: NextAuthContext): Promise<Response> => {
    const [action, provider] = (await context.params).nextauth;
    if (action === undefined || !ACTIONS.includes(action)) return refuse(404, 'Not Found');
    // next-auth itself would answer with a 500: nothing but the form's POST leads here.
    if (action === 'callback' && provider === 'credentials' && request.method !== 'POST') {
      return refuse(405, 'Method Not Allowed', { allow: 'POST' });
    }
    if (request.method === 'POST' && comesFromElsewhere(request.headers, deps.env.publicUrl)) {
      return refuse(403, 'Forbidden');
    }
    try {
      // next-auth's types leave out what its App Router handler returns.
      return (await NextAuth(await bounded(request), context, options)) as Response;
    } catch (error) {
      if (!isDomainError(error)) throw error;
      const { status, detail } = answerTo(error);
      return refuse(status, detail);
    }
  };
}

function refuse(status: number, detail: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(
    { detail },
    { status, headers: { 'cache-control': 'no-store', ...headers } },
  );
}

/** The request with its body read, up to the limit: next-auth itself would read any length of it. */
async function bounded(request: NextRequest): Promise<NextRequest> {
  if (!request.body) return request;
  const body = Uint8Array.from(await readLimited(request, MAX_BODY_BYTES));
  return new NextRequest(request.url, { method: request.method, headers: request.headers, body });
}
