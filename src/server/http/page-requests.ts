import type { IncomingMessage, ServerResponse } from 'node:http';

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);
/** What else Next answers beside pages; these know which verbs they have. */
const ENDPOINTS = /^\/(?:api\/(?:auth|trpc)|export)(?:\/|$)/;
/** Where the pages of `npm run dev` ask for what they show of an error. */
const DEVELOPMENT_ENDPOINTS = /^\/__nextjs/;
const HOT_RELOAD_PATH = '/_next/hmr';

interface Mode {
  readonly dev: boolean;
}

/**
 * Answers 405 to whoever wants anything of a page but to read it, and says whether it did. Next would take in what
 * is sent, up to 10 MB for each connection and for as long as it lasts, and then show the page.
 */
export function refuseVerbOfPage(
  { method = '' }: IncomingMessage,
  response: ServerResponse,
  pathname: string,
  { dev }: Mode,
): boolean {
  const isPage = !ENDPOINTS.test(pathname) && !(dev && DEVELOPMENT_ENDPOINTS.test(pathname));
  if (!isPage || READS.has(method)) return false;
  const text = 'Method Not Allowed';
  response.writeHead(405, {
    allow: 'GET, HEAD',
    'cache-control': 'no-store',
    'content-type': 'text/plain; charset=utf-8',
    'content-length': text.length,
  });
  response.end(text);
  return true;
}

/** Whether a request that offers another protocol is meant: pages that are compiled anew hear of it that way. */
export function isMeantUpgrade({ headers, url = '' }: IncomingMessage, { dev }: Mode): boolean {
  return dev && headers.upgrade?.toLowerCase() === 'websocket' && url.startsWith(HOT_RELOAD_PATH);
}
