import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { DomainError, invalid, isDomainError, type DomainErrorCode, type Fault } from '@/domain/errors';
import { faultsOf } from '@/domain/validation/zod-faults';
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
  if (isDomainError(error)) return error;
  if (!(error instanceof TRPCError)) return null;
  if (isDomainError(error.cause)) return error.cause;
  if (error.code === 'BAD_REQUEST' && error.cause instanceof ZodError) {
    return invalid(requestFaults(error.cause, route, input));
  }
  if (error.code === 'UNAUTHORIZED') return new DomainError('unauthorized', 'Unauthorized');
  if (error.code === 'FORBIDDEN') return new DomainError('forbidden', 'Forbidden');
  return null;
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
