import { ZodError } from 'zod';
import { DomainError, invalid, type DomainErrorCode, type Fault } from '@/domain/errors';
import { bodyFaultText, faultsInOneLine } from '@/domain/validation/body-fault-text';
import { faultsOf } from '@/domain/validation/zod-faults';
import type { RestRoute } from '@/server/platform/trpc/meta';
import { knownErrorIn } from '@/server/platform/trpc/errors';
import type { Route } from '@/server/platform/trpc/route-table';

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

/** How a path's errors are written. */
export type ErrorForm = RestRoute['errorBody'];

/**
 * The answer to an error that a request ended with. What is not ours becomes a 500 that says nothing of its
 * cause. In the envelope of the check endpoint a body that does not validate is a 400, told in one line.
 */
export function answerTo(error: DomainError | null, form: ErrorForm = 'detail'): ErrorAnswer {
  if (!error) return { status: 500, detail: 'Internal server error', headers: {} };
  const retryAfter = error.retryAfterSeconds;
  const headers: Record<string, string> =
    retryAfter === null ? {} : { 'retry-after': String(retryAfter) };
  if (error.code !== 'invalid')
    return { status: STATUSES[error.code], detail: error.message, headers };
  if (form === 'detail') return { status: STATUSES.invalid, detail: error.faults, headers };
  const faults = error.faults.length > 0 ? faultsInOneLine(error.faults) : error.message;
  return { status: 400, detail: `Json body validation failed: ${faults}`, headers };
}

/** The document that says it. */
export function errorBodyOf({ detail }: Pick<ErrorAnswer, 'detail'>, form: ErrorForm): object {
  return form === 'envelope' ? { result: null, error: { message: detail } } : { detail };
}

/**
 * The domain error inside whatever a procedure call threw, or null when there is none. An input that its
 * schema refused becomes a 422 whose locations say where in the request each value stood.
 */
export function domainErrorIn(error: unknown, route: Route, input: unknown): DomainError | null {
  const known = knownErrorIn(error);
  if (!(known instanceof ZodError)) return known;
  return route.errorBody === 'envelope'
    ? new DomainError('invalid', bodyFaultText(known, input, ['body']))
    : invalid(requestFaults(known, route, input));
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
