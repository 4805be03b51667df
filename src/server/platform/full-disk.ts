import { open } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { DomainError } from '@/domain/errors';

/** Node's name for a disk that is full, and PostgreSQL's for its own. */
const FULL_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', '53100']);
/** A disk that is full for the user that the service runs as: node has the system's number for a quota, and no name. */
const QUOTA_ERRNO = -constants.errno.EDQUOT;
/** SQLite's number for a disk that is full for all, SQLITE_FULL. */
const SQLITE_FULL = 13;
/** And for whatever else keeps it from writing, SQLITE_IOERR_WRITE: a quota, and a disk that is broken. */
const SQLITE_IOERR_WRITE = 778;
/** More than a page of SQLite's, which there was no room for. */
const ASKED_BYTES = 64 * 1024;
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
  return isFullDisk(error) ? noRoom(message, error) : error;
}

/** Whether something failed since a disk was full, for all or for the user that the service runs as. */
export function isFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ('code' in error && FULL_CODES.has(error.code)) ||
    ('errno' in error && error.errno === QUOTA_ERRNO) ||
    ('errcode' in error && error.errcode === SQLITE_FULL) ||
    isFullDisk(error.cause)
  );
}

/**
 * Asks the disk under a folder why SQLite cannot write there, as SQLite keeps the system's number to itself.
 * @param folder is removed afterwards: a file is left in it
 * @returns what the disk says where it takes no other file either; else, and of other errors, the error itself
 */
export async function askedOfDisk(error: unknown, folder: string): Promise<unknown> {
  const isAsked =
    error instanceof Error && 'errcode' in error && error.errcode === SQLITE_IOERR_WRITE;
  if (!isAsked) return error;
  const write = async () => {
    const file = await open(join(folder, 'asked'), 'w');
    try {
      await file.writeFile(Buffer.alloc(ASKED_BYTES));
    } finally {
      await file.close();
    }
  };
  return write().then(
    () => error,
    (said: unknown) => said,
  );
}
