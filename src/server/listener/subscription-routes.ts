import type { RequestHandler } from '@/server/platform/http/pipeline';
import { answerInNext } from '@/server/platform/http/mount';
import { getDeps } from '@/server/runtime';
import { createSubscriptionHandler } from './subscription-handler';

let handler: Promise<RequestHandler> | null = null;

/** Calendars, feeds and badges as a Next route handler, for hosts that run Next themselves. */
async function serve(request: Request): Promise<Response> {
  handler ??= getDeps().then(createSubscriptionHandler);
  return answerInNext(await handler, request);
}

/** All verbs: the feeds themselves answer 405 to those they do not have. */
export {
  serve as GET,
  serve as HEAD,
  serve as POST,
  serve as PUT,
  serve as PATCH,
  serve as DELETE,
  serve as OPTIONS,
};
