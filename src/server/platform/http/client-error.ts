import type { Socket } from 'node:net';

const ANSWERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
    ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  }),
);
const MALFORMED = '400 Bad Request';

/**
 * Answers what never became a request (headers that are too large, no HTTP at all) as the API answers all
 * else: with JSON. Node would send an empty body.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = ANSWERS.get(error.code ?? '') ?? MALFORMED;
  const body = JSON.stringify({ detail: status.slice(4) });
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json',
    'x-content-type-options: nosniff',
    `content-length: ${String(Buffer.byteLength(body))}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
