import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Env } from '@/env';
import type { Logger } from '@/server/platform/log';
import { REMOTE_ADDRESS_HEADER, remoteAddressOf } from './mount';
import { BodyWatch } from './body-watch';

/** A message of node's `http.server.request.start` channel; its types leave it open. */
interface RequestStart {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** For answers that are no pages. Pages come with a policy of their own, which takes the place of this one. */
const NOTHING_RUNS = "default-src 'none'; frame-ancestors 'none'";
/** A year, as browsers want it for their own lists. Other names below the host may not have TLS. */
const TLS_FROM_NOW_ON = 'max-age=31536000';

/**
 * Does what has to be done for every request of this process before any handler sees it, whichever server
 * takes it: ours, the scanners' listener, or one that runs Next itself.
 *
 * The caller's address is written into the request: Next's route handlers see headers alone, and a header that
 * only some servers overwrite would be the client's own word. The answer begins with the headers that every
 * answer has; handlers may replace them, and none can forget them. A body that does not come to an end is ended.
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
    response.setHeader('referrer-policy', 'same-origin');
    response.setHeader('content-security-policy', NOTHING_RUNS);
    // The names that the scanners' listener answers to are not ours to promise anything for.
    if (isSecure && !('encrypted' in request.socket)) {
      response.setHeader('strict-transport-security', TLS_FROM_NOW_ON);
    }
    bodies.add(request, response);
  });
}
