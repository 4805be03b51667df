import type { IncomingMessage } from 'node:http';

/**
 * The address a request came from; behind a proxy that is trusted, the one the proxy reports. That proxy stands
 * before the plain port: what arrives over TLS of this process's own (the scanners' listener, which is reached
 * directly) says nothing about itself that is believed.
 */
export function remoteAddressOf(request: IncomingMessage, trustProxy: boolean): string {
  const direct = request.socket.remoteAddress ?? '';
  if (!trustProxy || 'encrypted' in request.socket) return direct;
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',');
  // The last entry is what the proxy itself saw; those before it are the client's word.
  return forwarded.split(',').at(-1)?.trim() || direct;
}
