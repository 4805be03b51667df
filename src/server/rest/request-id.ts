import { randomUUID } from 'node:crypto';

const ACCEPTABLE = /^[A-Za-z0-9._-]{8,64}$/;

/** The caller's request id when it is one that a log can hold as it is, else a new one. */
export function requestIdOf(headers: Headers): string {
  const given = headers.get('x-request-id');
  return given !== null && ACCEPTABLE.test(given) ? given : randomUUID();
}
