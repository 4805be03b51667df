import { getDeps } from '@/server/runtime';
import { publicRouter } from '@/server/app-router';
import { createRestHandler } from './rest-handler';
import type { RequestHandler } from '@/server/platform/http/pipeline';
import { answerInNext } from '@/server/platform/http/mount';

let handler: Promise<RequestHandler> | null = null;

/** The REST API as a Next route handler, for hosts that run Next themselves. */
async function serve(request: Request): Promise<Response> {
  handler ??= getDeps().then((deps) => createRestHandler(publicRouter, deps));
  return answerInNext(await handler, request);
}

/** All verbs go to the API: it knows which of them a path has, and answers 405 for the others. */
export {
  serve as GET,
  serve as HEAD,
  serve as POST,
  serve as PUT,
  serve as PATCH,
  serve as DELETE,
  serve as OPTIONS,
};
