/** Kinds of errors in the product's own terms. Adapters translate: one exhaustive map to a status each. */
export type DomainErrorCode =
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'invalid'
  | 'too_many_requests'
  | 'unavailable';

/**
 * One fault of a request, in pydantic v2's vocabulary: `loc` starts with `path`, `query` or `body`,
 * then object keys and array indexes; `type` is pydantic's error type name.
 */
export interface Fault {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

interface Details {
  readonly faults?: readonly Fault[];
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/**
 * The only error services throw on purpose. `message` is public: it is shown to the caller as it is.
 * Details that must stay inside go into `cause`.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly faults: readonly Fault[];
  readonly retryAfterSeconds: number | null;

  constructor(
    readonly code: DomainErrorCode,
    message: string,
    details: Details = {},
  ) {
    super(message, { cause: details.cause });
    this.faults = details.faults ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}

/**
 * Whether a caught value is a {@link DomainError}. By name, not by class: the node server and the Next
 * bundle each carry a copy of the class, and share one process.
 */
export function isDomainError(error: unknown): error is DomainError {
  return error instanceof Error && error.name === 'DomainError' && 'code' in error;
}

/** Says why something was refused; null for what is no refusal, as a database that is not there. */
export function refusalOf(error: unknown): string | null {
  if (!isDomainError(error) || error.code === 'unavailable') return null;
  return error.faults[0]?.msg ?? error.message;
}

/** 404 for a record that does not exist or belongs to another organization: the two look the same. */
export function notFound(thing: string): DomainError {
  return new DomainError('not_found', `${thing} not found`);
}

export function forbidden(message = 'Forbidden'): DomainError {
  return new DomainError('forbidden', message);
}

export function conflict(why: string): DomainError {
  return new DomainError('conflict', why);
}

/** A 422 with the faults it lists. */
export function invalid(faults: readonly Fault[]): DomainError {
  return new DomainError('invalid', 'Validation failed', { faults });
}
