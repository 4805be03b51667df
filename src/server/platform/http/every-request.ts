import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isFeedPath } from '@/domain/feed/path';
import type { Env } from '@/env';
import type { Logger } from '@/server/platform/log';
import { REMOTE_ADDRESS_HEADER, remoteAddressOf } from './mount';
import { BodyWatch } from './body-watch';
import { originForm, pathnameOf } from './request-target';

/** A message of node's `http.server.request.start` channel; its types leave it open. */
interface RequestStart {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** For answers that are no pages. Pages come with a policy of their own, which takes the place of this one. */
const NOTHING_RUNS = "default-src 'none'; frame-ancestors 'none'";
/** For feeds: a badge is a picture, also where somebody opens it by itself. */
const NOTHING_RUNS_ALONE = `${NOTHING_RUNS}; sandbox`;
/** A year, as browsers want it for their own lists. Other names below the host may not have TLS. */
const TLS_FROM_NOW_ON = 'max-age=31536000';

/**
 * Does what has to be done for every request of this process before any handler sees it, whichever server
 * takes it: ours, the scanners' listener, or one that runs Next itself.
 *
 * The caller's address is written into the request: Next's route handlers see headers alone, and a header that
 * only some servers overwrite would be the client's own word. The answer begins with the headers that every
 * answer has; handlers may replace them under the node server, and none can forget them. A body that does not come to an end is ended.
 */
export function prepareEveryRequest(
  { trustProxy, publicUrl }: Pick<Env, 'trustProxy' | 'publicUrl'>,
  logger: Logger,
): void {
  const bodies = new BodyWatch({ logger });
  const isSecure = publicUrl.startsWith('https://');
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as RequestStart; // published by node itself
    request.headers[REMOTE_ADDRESS_HEADER] = remoteAddressOf(request, trustProxy);
    response.setHeader('x-content-type-options', 'nosniff');
    // The address of a feed holds its token. Here, since Next does not replace what is set already.
    const isFeed = isFeedPath(pathnameOf(originForm(request.url)));
    response.setHeader('referrer-policy', isFeed ? 'no-referrer' : 'same-origin');
    response.setHeader('content-security-policy', isFeed ? NOTHING_RUNS_ALONE : NOTHING_RUNS);
    // The names that the scanners' listener answers to are not ours to promise anything for.
    if (isSecure && !('encrypted' in request.socket)) {
      response.setHeader('strict-transport-security', TLS_FROM_NOW_ON);
    }
    bodies.add(request, response);
  });
}
