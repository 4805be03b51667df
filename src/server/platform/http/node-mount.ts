import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from './pipeline';
import { askForBody } from './expectations';

/** Verbs whose requests carry no body worth reading. */
const BODYLESS = new Set(['GET', 'HEAD']);

/** Verbs that a `Request` refuses to name. */
const UNNAMEABLE = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** Answers a node request with the REST handler, without going through Next. */
export async function answerInNode(
  handler: RequestHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  origin: { path: string; remoteAddress: string },
): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  const response = await handler(toRequest(incoming, outgoing, gone.signal), origin);
  const body = response.body === null ? null : Buffer.from(await response.arrayBuffer());
  const headers: Record<string, string | number> = Object.fromEntries(response.headers);
  if (body) headers['content-length'] = body.byteLength;
  outgoing.writeHead(response.status, headers);
  outgoing.end(incoming.method === 'HEAD' ? undefined : (body ?? undefined));
}

function toRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  signal: AbortSignal,
): Request {
  const asked = incoming.method ?? 'GET';
  // No path has these verbs, as none has OPTIONS: the answer is the same 405.
  const method = UNNAMEABLE.has(asked) ? 'OPTIONS' : asked;
  const headers = new Headers();
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    headers.append(incoming.rawHeaders[index] ?? '', incoming.rawHeaders[index + 1] ?? '');
  }
  // The handler reads the query alone from it, and not everything on a request line is a URL.
  const url = `http://localhost/?${/\?([^#]*)/.exec(incoming.url ?? '')?.[1] ?? ''}`;
  if (BODYLESS.has(method)) return new Request(url, { method, headers, signal });
  // `duplex` is required for a streamed body, and not yet in the DOM's types.
  const init: RequestInit & { duplex: 'half' } = {
    method,
    headers,
    signal,
    body: bodyOf(incoming, outgoing),
    duplex: 'half',
  };
  return new Request(url, init);
}

/** The body as a web stream that can be given up without ending the connection, unlike node's own. */
function bodyOf(incoming: IncomingMessage, outgoing: ServerResponse): ReadableStream<Uint8Array> {
  // Nothing sets an encoding, so every chunk is a Buffer.
  const chunks: AsyncIterator<Buffer> = incoming.iterator({ destroyOnReturn: false });
  return new ReadableStream(
    {
      async pull(controller) {
        askForBody(outgoing);
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
