import { DomainError } from '@/domain/errors';

/** Node's names for a disk that is full, for all or for the user that the service runs as. */
const FULL_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);
/** SQLite's number for a disk that is full for all, SQLITE_FULL. A quota is an error of input and output to it. */
const SQLITE_FULL = 13;
/** Room is made by people or by what is being cleaned up, not within moments. */
const RETRY_AFTER_SECONDS = 30;

/** Makes the refusal of what a disk has no room for. */
export function noRoom(message: string, cause?: unknown): DomainError {
  const retryAfterSeconds = RETRY_AFTER_SECONDS;
  return new DomainError('unavailable', message, { retryAfterSeconds, cause });
}

/**
 * Makes a refusal of an error that says that a disk is full, which is no fault of the program's, and passes; leaves any
 * other as it is.
 * @param message for the caller
 */
export function asNoRoom(error: unknown, message: string): unknown {
  return isFull(error) ? noRoom(message, error) : error;
}

function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ('code' in error && FULL_CODES.has(error.code)) ||
    ('errcode' in error && error.errcode === SQLITE_FULL)
  );
}
