import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '@/server/platform/log';
import { tellOfRequest } from './answered-request';
import { acceptedRequestId, REMOTE_ADDRESS_HEADER } from './mount';
import { withoutToken } from './secret-pages';

const ID_HEADER = 'x-request-id';

/**
 * Gives a request that goes past the handlers of the API (a page, a file, what is refused before either) what theirs
 * have: an id, which the answer says, and once all of it is sent a measurement and a line in the log. To be called
 * before anything is answered.
 * @param asked the path without query, and its template; null where there is none
 * @returns the id
 */
export function noteRequest(
  logger: Logger,
  request: IncomingMessage,
  response: ServerResponse,
  { pathname, route }: { readonly pathname: string; readonly route: string | null },
): string {
  const startedAtMs = performance.now();
  const { headers, method = '' } = request;
  const requestId = acceptedRequestId(headers[ID_HEADER]);
  // A page that fails shows it, and logs it.
  headers[ID_HEADER] = requestId;
  response.setHeader(ID_HEADER, requestId);
  const onClose = () => {
    const asked = { requestId, method, path: withoutToken(pathname), route };
    const remoteAddress = String(headers[REMOTE_ADDRESS_HEADER] ?? '');
    if (response.headersSent) {
      const { statusCode: status } = response;
      tellOfRequest(logger, { ...asked, status, remoteAddress, startedAtMs });
    } else logger.info({ event: 'request broken off', ...asked, remoteAddress });
  };
  // Node calls it wherever the connection is; the line belongs to the trace that it is made in.
  response.once('close', AsyncResource.bind(onClose));
  return requestId;
}
