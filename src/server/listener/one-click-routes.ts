import type { RequestHandler } from '@/server/platform/http/pipeline';
import { answerInNext } from '@/server/platform/http/mount';
import { getDeps } from '@/server/runtime';
import { createOneClickHandler } from './one-click-handler';

let handler: Promise<RequestHandler> | null = null;

/** What mail programs ask to stop mails, as a Next route handler, for hosts that run Next themselves. */
async function serve(request: Request): Promise<Response> {
  handler ??= getDeps().then(createOneClickHandler);
  return answerInNext(await handler, request);
}

export {
  serve as GET,
  serve as HEAD,
  serve as POST,
  serve as PUT,
  serve as PATCH,
  serve as DELETE,
  serve as OPTIONS,
};
