import { DomainError } from '@/domain/errors';

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
  request: Request,
  maxBytes: number,
  onChunk: (chunk: Uint8Array) => void | Promise<void>,
): Promise<void> {
  requireAnnouncedSize(request.headers, maxBytes);
  if (!request.body) return;
  let received = 0;
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new DomainError('invalid', 'Validation failed', {
        cause,
        faults: [{ loc: ['body'], msg: 'The body ended early', type: 'json_invalid' }],
      });
    });
    if (done) return;
    received += value.byteLength;
    if (received > maxBytes) {
      await reader.cancel().catch(() => undefined);
      throw tooLarge(maxBytes);
    }
    await onChunk(value);
  }
}

/** The whole body, at most `maxBytes` of it. */
export async function readLimited(request: Request, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  await forEachChunk(request, maxBytes, (chunk) => {
    chunks.push(chunk);
  });
  return Buffer.concat(chunks);
}
