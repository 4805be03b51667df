import { DomainError, invalid } from '@/domain/errors';
import { readLimited } from './limited-stream';

/** Large enough for a certificate bundle and a policy document, small enough to hold. */
export const MAX_JSON_BYTES = 1_048_576;
/** What is read from somebody of whom nothing is known: more than any form they can fill in. */
export const MAX_ANONYMOUS_BYTES = 16_384;

/**
 * The JSON document of a request, or undefined when there is none.
 * @throws DomainError 413 above `maxBytes`, 415 when it is not JSON by its type, 422 when it does not parse
 */
export async function readJsonBody(
  request: Request,
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

/** @throws DomainError 415 unless the request says that its body is JSON, in no coding but its own */
export function requireJsonType(headers: Headers, bodyMayBeAbsent: boolean): void {
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const coding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  const isJson = type === 'application/json' || /^application\/[\w.+-]+\+json$/.test(type);
  if ((!isJson && !(bodyMayBeAbsent && type === '')) || coding !== 'identity') {
    throw new DomainError('unsupported_media_type', 'Request body must be application/json');
  }
}
