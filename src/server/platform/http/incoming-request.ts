/**
 * What handlers read of a request. Every `Request` is one; the node server makes smaller ones, since to make a `Request`
 * with a stream and a signal costs as much as a short answer.
 */
export interface IncomingRequest extends Pick<
  Request,
  'url' | 'method' | 'headers' | 'signal' | 'body'
> {
  /** The body without a stream around it, to be read once in the place of `body`; absent of a `Request`. */
  chunks?(): AsyncIterable<Uint8Array>;
}

/** Reads a body as it arrives, by whichever way is the shorter one. */
export async function* chunksOf(
  request: IncomingRequest,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (request.chunks) yield* request.chunks();
  // A stream of bytes; the declared chunks of a request's body are anything.
  else if (request.body) yield* request.body as unknown as AsyncIterable<Uint8Array>;
}

/** Bodies of answers to requests of the node server, which writes them itself. */
const texts = new WeakMap<Response, string>();

/** Answers with text. Whoever takes it from a stream is given one, and the node server, which would only read it again, none. */
export function textResponse(request: IncomingRequest, text: string, init: ResponseInit): Response {
  if (!request.chunks) return new Response(text, init);
  const response = new Response(null, init);
  texts.set(response, text);
  return response;
}

/** The text that {@link textResponse} has kept beside a response; undefined where it has a body of its own, or none. */
export function keptText(response: Response): string | undefined {
  return texts.get(response);
}
