import type { NextRequest } from 'next/server';
import { createNextAuthHandler, type NextAuthContext } from '@/server/sign-in/service/handler';
import { getDeps } from '@/server/runtime';

type Handler = ReturnType<typeof createNextAuthHandler>;
let handler: Promise<Handler> | null = null;

async function serve(request: NextRequest, context: NextAuthContext): Promise<Response> {
  handler ??= getDeps().then(createNextAuthHandler);
  return (await handler)(request, context);
}

export { serve as GET, serve as POST };
