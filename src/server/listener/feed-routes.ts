import { answerInNext } from '@/server/platform/http/mount';
import type { RequestHandler } from '@/server/platform/http/pipeline';
import { getDeps } from '@/server/runtime';
import { createFeedHandler } from './feed-handler';

let handler: Promise<RequestHandler> | null = null;

/** The feed for scanners as a Next route handler, for hosts that run Next themselves. */
async function serve(request: Request): Promise<Response> {
  handler ??= getDeps().then((deps) => createFeedHandler(deps));
  return answerInNext(await handler, request);
}

/** All verbs: the feed itself answers 405 to those it does not have. */
export {
  serve as GET,
  serve as HEAD,
  serve as POST,
  serve as PUT,
  serve as PATCH,
  serve as DELETE,
  serve as OPTIONS,
};
