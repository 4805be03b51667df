import { DomainError, invalid } from '@/domain/errors';
import { chunksOf, type IncomingRequest } from './incoming-request';

/** Large enough for a certificate bundle and a policy document, small enough to hold. */
export const MAX_JSON_BYTES = 1_048_576;
/** Bytes read at most from an unknown caller: more than any form they can fill in. */
export const MAX_ANONYMOUS_BYTES = 16_384;

/**
 * The JSON document of a request, or undefined when there is none.
 * @throws DomainError 413 above `maxBytes`, 415 when it is not JSON by its type, 422 when it does not parse
 */
export async function readJsonBody(
  request: IncomingRequest,
  { optional, maxBytes }: { readonly optional: boolean; readonly maxBytes: number },
): Promise<unknown> {
  const bytes = await readLimited(request, maxBytes);
  if (bytes.length === 0) {
    if (optional) return undefined;
    requireJsonType(request.headers, optional);
    throw invalid([{ loc: ['body'], msg: 'Field required', type: 'missing' }]);
  }
  requireJsonType(request.headers, optional);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return JSON.parse(text);
  } catch {
    throw invalid([{ loc: ['body'], msg: 'JSON decode error', type: 'json_invalid' }]);
  }
}

/**
 * The text of a request, whatever type it says to be.
 * @throws DomainError 413 above `maxBytes`, 415 when it is packed, 422 when there is none or it is not UTF-8
 */
export async function readTextBody(request: IncomingRequest, maxBytes: number): Promise<string> {
  const coding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (coding !== 'identity') {
    throw new DomainError('unsupported_media_type', 'Request body must not be packed');
  }
  const bytes = await readLimited(request, maxBytes);
  if (bytes.length === 0) {
    throw invalid([{ loc: ['body'], msg: 'Field required', type: 'missing' }]);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const msg = 'Value error, the body is not UTF-8';
    throw invalid([{ loc: ['body'], msg, type: 'value_error' }]);
  }
}

/** @throws DomainError 415 unless the request says that its body is JSON, in no coding but its own */
export function requireJsonType(headers: Headers, bodyMayBeAbsent: boolean): void {
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const coding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  const isJson = type === 'application/json' || /^application\/[\w.+-]+\+json$/.test(type);
  if ((!isJson && !(bodyMayBeAbsent && type === '')) || coding !== 'identity') {
    throw new DomainError('unsupported_media_type', 'Request body must be application/json');
  }
}

function tooLarge(maxBytes: number): DomainError {
  return new DomainError(
    'payload_too_large',
    `Request body is larger than ${String(maxBytes)} bytes`,
  );
}

/** @throws DomainError 413 when the request announces more than `maxBytes` */
export function requireAnnouncedSize(headers: Headers, maxBytes: number): void {
  const announced = Number(headers.get('content-length') ?? '0');
  if (announced > maxBytes) throw tooLarge(maxBytes);
}

/**
 * Hands a request's body on, chunk by chunk, and stops at the limit whatever the request announced.
 * @throws DomainError 413 when more than `maxBytes` arrive, 422 when the client breaks off
 */
export async function forEachChunk(
  request: IncomingRequest,
  maxBytes: number,
  onChunk: (chunk: Uint8Array) => void | Promise<void>,
): Promise<void> {
  requireAnnouncedSize(request.headers, maxBytes);
  let received = 0;
  const chunks = chunksOf(request);
  try {
    for (;;) {
      const { done, value } = await chunks.next().catch((cause: unknown) => {
        throw new DomainError('invalid', 'Validation failed', {
          cause,
          faults: [{ loc: ['body'], msg: 'The body ended early', type: 'json_invalid' }],
        });
      });
      if (done) return;
      received += value.byteLength;
      if (received > maxBytes) throw tooLarge(maxBytes);
      await onChunk(value);
    }
  } finally {
    // Whoever stops early wants no more of it.
    await chunks.return().catch(() => undefined);
  }
}

/** The whole body, at most `maxBytes` of it. */
export async function readLimited(request: IncomingRequest, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  await forEachChunk(request, maxBytes, (chunk) => {
    chunks.push(chunk);
  });
  return Buffer.concat(chunks);
}
