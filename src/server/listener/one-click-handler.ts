import { stopMail } from '@/server/inbox/service/unsubscribe';
import type { Deps } from '@/server/platform/deps';
import {
  handle,
  methodNotAllowed,
  originOf,
  type Passage,
  type RequestHandler,
} from '@/server/platform/http/pipeline';

const PATH = /^\/unsubscribe\/([\w.-]{1,400})\/one-click\/?$/;

/** Whether mail programs ask this address to stop mails (RFC 8058). */
export function isOneClickPath(pathname: string): boolean {
  return PATH.test(pathname);
}

/**
 * Stops the mails that a header of a mail names, where a mail program asks for it with a POST: without a sign-in, and
 * whatever the body says. Opening the address stops nothing: it leads to the page with the button. The log does not get
 * the token. Never rejects.
 */
export function createOneClickHandler(deps: Deps): RequestHandler {
  return (request, origin = originOf(request)) => {
    const token = PATH.exec(origin.path)?.[1] ?? '';
    const shown = { ...origin, path: '/unsubscribe/…/one-click' };
    return handle(deps, request, shown, (passage) => answer(passage, token));
  };
}

async function answer(passage: Passage, token: string): Promise<Response> {
  const { deps, request } = passage;
  passage.route = '/unsubscribe/{token}/one-click';
  if (request.method === 'GET' || request.method === 'HEAD') {
    const headers = { location: `${deps.env.publicUrl}/unsubscribe/${token}` };
    return new Response(null, { status: 303, headers });
  }
  if (request.method !== 'POST') return methodNotAllowed('GET, HEAD, POST');
  await request.body?.cancel();
  await stopMail(deps, token);
  return new Response('No more of these mails.\n', {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}
