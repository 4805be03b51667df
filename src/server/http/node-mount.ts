import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { RestHandler } from '@/server/rest/handler';

/** Verbs whose requests carry no body worth reading. */
const BODYLESS = new Set(['GET', 'HEAD']);

/** Answers a node request with the REST handler, without going through Next. */
export async function answerInNode(
  handler: RestHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  origin: { path: string; remoteAddress: string },
): Promise<void> {
  const response = await handler(toRequest(incoming), origin);
  const body = response.body === null ? null : Buffer.from(await response.arrayBuffer());
  const headers: Record<string, string | number> = Object.fromEntries(response.headers);
  if (body) headers['content-length'] = body.byteLength;
  // A body that was refused half-way is still arriving: this connection cannot carry another request.
  if (!incoming.complete) headers.connection = 'close';
  outgoing.writeHead(response.status, headers);
  outgoing.end(incoming.method === 'HEAD' ? undefined : (body ?? undefined));
}

function toRequest(incoming: IncomingMessage): Request {
  const method = incoming.method ?? 'GET';
  const headers = new Headers();
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    headers.append(incoming.rawHeaders[index] ?? '', incoming.rawHeaders[index + 1] ?? '');
  }
  const url = new URL(incoming.url ?? '/', 'http://localhost');
  if (BODYLESS.has(method)) return new Request(url, { method, headers });
  // node's and the DOM's types of one and the same web stream differ in name only.
  const body = Readable.toWeb(incoming) as unknown as ReadableStream<Uint8Array>;
  // `duplex` is required for a streamed body, and not yet in the DOM's types.
  const init: RequestInit & { duplex: 'half' } = { method, headers, body, duplex: 'half' };
  return new Request(url, init);
}
