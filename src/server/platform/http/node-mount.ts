import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RequestHandler } from './pipeline';
import { askForBody } from './expectations';
import { type IncomingRequest, keptText } from './incoming-request';

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
  const response = await handler(new NodeRequest(incoming, outgoing), origin);
  const isFile = response.headers.has('content-disposition') && keptText(response) === undefined;
  if (isFile && response.body) {
    await sendFile(response, response.body, incoming, outgoing);
    return;
  }
  const body = await bytesOf(response);
  const headers: Record<string, string | number> = Object.fromEntries(response.headers);
  if (body) headers['content-length'] = body.byteLength;
  outgoing.writeHead(response.status, headers);
  outgoing.end(incoming.method === 'HEAD' ? undefined : (body ?? undefined));
}

/** Sends a file while it is written, however long it is. One that breaks off ends the connection: nobody takes it for whole. */
async function sendFile(
  { status, headers }: Response,
  body: ReadableStream<Uint8Array>,
  { method }: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  outgoing.writeHead(status, Object.fromEntries(headers));
  if (method === 'HEAD') {
    await body.cancel();
    outgoing.end();
    return;
  }
  // Whoever writes it tells the log.
  await pipeline(Readable.from(body), outgoing).catch(() => undefined);
}

async function bytesOf(response: Response): Promise<Buffer | null> {
  const text = keptText(response);
  if (text !== undefined) return Buffer.from(text);
  return response.body === null ? null : Buffer.from(await response.arrayBuffer());
}

/** A request of the node server. What few handlers ask for is made when it is asked for. */
class NodeRequest implements IncomingRequest {
  readonly method: string;
  readonly headers = new Headers();
  private aborting: AbortController | null = null;
  private stream: ReadableStream<Uint8Array<ArrayBuffer>> | null = null;

  constructor(
    private readonly incoming: IncomingMessage,
    private readonly outgoing: ServerResponse,
  ) {
    const asked = incoming.method ?? 'GET';
    // No path has these verbs, as none has OPTIONS: the answer is the same 405.
    this.method = UNNAMEABLE.has(asked) ? 'OPTIONS' : asked;
    for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
      this.headers.append(incoming.rawHeaders[index] ?? '', incoming.rawHeaders[index + 1] ?? '');
    }
  }

  /** Handlers read the query alone from it, and not everything on a request line is a URL. */
  get url(): string {
    return `http://localhost/?${/\?([^#]*)/.exec(this.incoming.url ?? '')?.[1] ?? ''}`;
  }

  /** Aborted when the client goes away before its answer. */
  get signal(): AbortSignal {
    if (this.aborting) return this.aborting.signal;
    const aborting = new AbortController();
    const { outgoing } = this;
    const abort = () => {
      if (!outgoing.writableFinished) aborting.abort();
    };
    if (outgoing.closed) abort();
    else outgoing.once('close', abort);
    this.aborting = aborting;
    return aborting.signal;
  }

  /** A web stream that can be given up without ending the connection, unlike node's own. */
  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    if (BODYLESS.has(this.method)) return null;
    this.stream ??= streamOf(this.chunks()[Symbol.asyncIterator]());
    return this.stream;
  }

  async *chunks(): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
    if (BODYLESS.has(this.method)) return;
    askForBody(this.outgoing);
    // Nothing sets an encoding, so every chunk is a Buffer.
    yield* this.incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer<ArrayBuffer>>;
  }
}

function streamOf(
  chunks: AsyncIterator<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      async pull(controller) {
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
