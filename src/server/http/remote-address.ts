import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { REMOTE_ADDRESS_HEADER, sealedAddress } from '@/server/remote-address';

/** The address a request came from; behind a proxy that is trusted, the one the proxy reports. */
export function remoteAddressOf(request: IncomingMessage, trustProxy: boolean): string {
  const direct = request.socket.remoteAddress ?? '';
  if (!trustProxy) return direct;
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',');
  // The last entry is what the proxy itself saw; those before it are the client's word.
  return forwarded.split(',').at(-1)?.trim() || direct;
}

/** What node's `http.server.request.start` channel tells; its types leave it open. */
interface RequestStart {
  readonly request: IncomingMessage;
}

/**
 * Writes the caller's address into every request of this process before any handler sees it. Next's route
 * handlers see headers alone, and under `next start` nobody else would tell them.
 */
export function noteRemoteAddresses(trustProxy: boolean): void {
  subscribe('http.server.request.start', (message) => {
    const { request } = message as RequestStart; // published by node itself
    request.headers[REMOTE_ADDRESS_HEADER] = sealedAddress(remoteAddressOf(request, trustProxy));
  });
}
