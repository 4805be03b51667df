import type { RequestHandler } from './pipeline';
import type { IncomingMessage } from 'node:http';
import { randomUUID } from 'node:crypto';

const ROOT_PATH =
  /^\/(?:v1|v2)\/|^\/(?:certificate|healthz|livez|readyz|version|eol\/check(?:\/batch)?)\/?$/;
/** Below `/api`, but not of the REST API: the dashboard's own endpoints. */
const DASHBOARD_PATH = /^\/api\/(?:trpc|auth)(?:\/|$)/;

/**
 * The path below the API's base when a request is for the API, else null. The API lives under `/api`;
 * what stock scanners call answers at the root too, and on the host named by `API_HOST` everything does.
 */
export function apiPathOf(
  pathname: string,
  host: string | null,
  apiHost: string | undefined,
): string | null {
  if (DASHBOARD_PATH.test(pathname)) return null;
  if (pathname === '/api' || pathname.startsWith('/api/'))
    return pathname.slice('/api'.length) || '/';
  if (ROOT_PATH.test(pathname)) return pathname;
  return apiHost !== undefined && isHost(host, apiHost) ? pathname : null;
}

/** Host names compare without case; the port counts only when `API_HOST` names one. */
function isHost(host: string | null, apiHost: string): boolean {
  const given = host?.toLowerCase() ?? '';
  return given === apiHost || (!apiHost.includes(':') && given.replace(/:\d+$/, '') === apiHost);
}

/** The header that tells Next's handlers who called; this process writes it, over whatever a client sends. */
export const REMOTE_ADDRESS_HEADER = 'x-eventide-remote-address';

/** Answers a request that reached a Next route handler. */
export async function answerInNext(handler: RequestHandler, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  return handler(request, {
    path: apiPathOf(pathname, null, undefined) ?? pathname,
    remoteAddress: request.headers.get(REMOTE_ADDRESS_HEADER) ?? '',
  });
}

/** Longer than any address with its zone and port: what is longer could not be kept. */
const MAX_ADDRESS_LENGTH = 255;

/**
 * The address a request came from; behind a proxy that is trusted, the one the proxy reports. That proxy stands
 * before the plain port: what arrives over TLS of this process's own (the scanners' listener, which is reached
 * directly) says nothing about itself that is believed.
 */
export function remoteAddressOf(request: IncomingMessage, trustProxy: boolean): string {
  // A port at `::` tells of IPv4 so: one client is not two for that.
  const direct = (request.socket.remoteAddress ?? '').replace(/^::ffff:(?=[\d.]+$)/, '');
  if (!trustProxy || 'encrypted' in request.socket) return direct;
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',');
  // The last entry is what the proxy itself saw; those before it are the client's word.
  const seen = forwarded.split(',').at(-1)?.trim() ?? '';
  return seen === '' || seen.length > MAX_ADDRESS_LENGTH ? direct : seen;
}

const ACCEPTABLE = /^[A-Za-z0-9._-]{8,64}$/;

/** The caller's request id when it is one that a log can hold as it is, else a new one. */
export function requestIdOf(headers: Headers): string {
  return acceptedRequestId(headers.get('x-request-id'));
}

/** The same of what stands in the header alone. */
export function acceptedRequestId(given: unknown): string {
  return typeof given === 'string' && ACCEPTABLE.test(given) ? given : randomUUID();
}
