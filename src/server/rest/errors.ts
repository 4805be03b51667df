import { ZodError } from 'zod';
import { invalid, type DomainError, type DomainErrorCode, type Fault } from '@/domain/errors';
import { faultsOf } from '@/domain/validation/zod-faults';
import { knownErrorIn } from '@/server/trpc/errors';
import type { Route } from './route-table';

const STATUSES = {
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  too_many_requests: 429,
  unavailable: 503,
} as const satisfies Record<DomainErrorCode, number>;

export interface ErrorAnswer {
  readonly status: number;
  readonly detail: string | readonly Fault[];
  readonly headers: Record<string, string>;
}

/** The answer to an error that a request ended with. What is not ours becomes a 500 that says nothing of its cause. */
export function answerTo(error: DomainError | null): ErrorAnswer {
  if (!error) return { status: 500, detail: 'Internal server error', headers: {} };
  const retryAfter = error.retryAfterSeconds;
  return {
    status: STATUSES[error.code],
    detail: error.code === 'invalid' ? error.faults : error.message,
    headers: retryAfter === null ? {} : { 'retry-after': String(retryAfter) },
  };
}

/**
 * The domain error inside whatever a procedure call threw, or null when there is none. An input that its
 * schema refused becomes a 422 whose locations say where in the request each value stood.
 */
export function domainErrorIn(error: unknown, route: Route, input: unknown): DomainError | null {
  const known = knownErrorIn(error);
  return known instanceof ZodError ? invalid(requestFaults(known, route, input)) : known;
}

/** Puts faults found in a procedure's flat input back to where its values came from. */
function requestFaults(error: ZodError, route: Route, input: unknown): Fault[] {
  return faultsOf(error, 'body', input).map((fault) => {
    const [, key, ...rest] = fault.loc;
    if (key === 'body') return { ...fault, loc: ['body', ...rest] };
    const place = typeof key === 'string' && route.pathParameters.includes(key) ? 'path' : 'query';
    return { ...fault, loc: key === undefined ? ['body'] : [place, key, ...rest] };
  });
}
