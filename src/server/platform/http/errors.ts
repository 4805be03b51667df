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
 * cause. What does not validate is a 422 with all faults; in the envelope of the check endpoint it is a 400, told in
 * one line, and as Dependency-Track has it a 400 with the faults, or with a text where there are none.
 */
export function answerTo(error: DomainError | null, form: ErrorForm = 'detail'): ErrorAnswer {
  if (!error) return { status: 500, detail: 'Internal server error', headers: {} };
  const retryAfter = error.retryAfterSeconds;
  const headers: Record<string, string> =
    retryAfter === null ? {} : { 'retry-after': String(retryAfter) };
  if (error.code !== 'invalid')
    return { status: STATUSES[error.code], detail: error.message, headers };
  if (form === 'detail') return { status: STATUSES.invalid, detail: error.faults, headers };
  if (form === 'dependency-track') {
    return { status: 400, detail: error.faults.length > 0 ? error.faults : error.message, headers };
  }
  const faults = error.faults.length > 0 ? faultsInOneLine(error.faults) : error.message;
  return { status: 400, detail: `Json body validation failed: ${faults}`, headers };
}

/** An error as it is sent; without a type there is no body. */
export interface WrittenError {
  readonly type: string | null;
  readonly text: string;
}

/** Writes an error in the form of its path. */
export function writtenError(
  { status, detail }: Pick<ErrorAnswer, 'status' | 'detail'>,
  form: ErrorForm,
): WrittenError {
  if (form === 'dependency-track') return writtenForDependencyTrack(status, detail);
  const body = form === 'envelope' ? { result: null, error: { message: detail } } : { detail };
  return { type: 'application/json', text: JSON.stringify(body) };
}

/** Of an upload all that is wrong with its document stands below `bom`. */
const BOM_INVALID = 'The uploaded BOM is invalid';
const PROBLEM_TITLES: Readonly<Record<number, string>> = {
  400: 'The request is invalid',
  403: 'Forbidden',
  413: 'The request is too large',
  415: 'Unsupported media type',
  429: 'Too many requests',
  500: 'Internal server error',
  503: 'Service unavailable',
};

/** Without a body, a text or a problem (RFC 9457), by status: clients of Dependency-Track show what they get. */
function writtenForDependencyTrack(status: number, detail: ErrorAnswer['detail']): WrittenError {
  if (status === 401 || status === 405) return { type: null, text: '' };
  if (typeof detail === 'string' && [400, 404, 409].includes(status)) {
    return { type: 'text/plain; charset=utf-8', text: detail };
  }
  const faults = typeof detail === 'string' ? null : detail;
  const isOfBom = faults?.some(({ loc }) => loc[0] === 'body' && loc[1] === 'bom') ?? false;
  const problem = {
    status,
    title: isOfBom ? BOM_INVALID : PROBLEM_TITLES[status],
    detail: faults ? faultsInOneLine(faults) : detail,
    ...(faults && { errors: faults.map((fault) => faultsInOneLine([fault])) }),
  };
  return { type: 'application/problem+json', text: JSON.stringify(problem) };
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
