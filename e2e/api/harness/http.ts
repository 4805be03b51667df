import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as requestByTls, type Agent as TlsAgent } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export type SentHeaders = Readonly<Record<string, string>>;

export interface SentRequest {
  readonly method: string;
  /** Sent to the letter: nothing is normalized or encoded. */
  readonly target: string;
  readonly headers?: SentHeaders;
  /** Chunks are sent with chunked coding, so that the request announces no length. */
  readonly body?: string | Buffer | Iterable<Buffer> | AsyncIterable<Buffer>;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Next leads away from an odd address with two headers that repeat it, and a server of ours reads addresses of 64 KiB. */
const MAX_HEAD_BYTES = 262_144;

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/**
 * One request, answered even when the server stops reading the body half-way.
 * @param tls how a server is reached that wants TLS; undefined: over plain HTTP
 */
export function sendHttp(origin: string, sent: SentRequest, tls?: TlsAgent): Promise<HttpAnswer> {
  const { hostname, port } = new URL(origin);
  const { method, target: path, headers = {}, body } = sent;
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const options = { hostname, port, method, path, headers, maxHeaderSize: MAX_HEAD_BYTES };
    const hear = (response: IncomingMessage) => {
      isAnswered = true;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    };
    const outgoing = tls
      ? requestByTls({ ...options, agent: tls }, hear)
      : request({ ...options, agent }, hear);
    // A server that refuses a body early closes the connection under our writing.
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (isAnswered) return;
      // A server may close a connection that rests just when it is used once more: nothing was heard of the request then.
      const isUnheard = outgoing.reusedSocket && error.code === 'ECONNRESET';
      const canRepeat = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
      if (isUnheard && canRepeat) resolve(sendHttp(origin, sent, tls));
      else reject(error);
    });
    if (body === undefined) outgoing.end();
    else if (typeof body === 'string' || Buffer.isBuffer(body)) {
      outgoing.setHeader('content-length', Buffer.byteLength(body));
      outgoing.end(body);
    } else pipeline(Readable.from(body), outgoing).catch(() => undefined);
  });
}
