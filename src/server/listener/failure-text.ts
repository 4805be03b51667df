import { BackupError } from '@/domain/backup/fault';
import { TransferError } from '@/domain/transfer/fault';
import { ConfigurationError } from '@/env';
import { isConnectionError, isTurnedAway } from '@/server/platform/db/connection-errors';
import { mappedStack } from '@/server/platform/mapped-stack';
import { DatabaseStartError } from '@/server/platform/db/embedded/start-error';
import { ScannerTlsError } from './scanner-tls/contracts';

/**
 * Words the reason why a process cannot go on. The message of a fault that the operator can mend says all; a stack
 * would bury it.
 */
export function failureText(error: unknown): string {
  const isOperatorFault =
    error instanceof ConfigurationError ||
    error instanceof ScannerTlsError ||
    error instanceof DatabaseStartError ||
    error instanceof BackupError ||
    error instanceof TransferError;
  if (isOperatorFault) return error.message;
  if (!(error instanceof Error)) return String(error);
  const call = 'syscall' in error ? error.syscall : undefined;
  if (call === 'listen')
    return `The service cannot listen (${error.message}). Set HOST and PORT to an address of this machine and a port that is free.`;
  // The message names host and port, never the password. A host that does not answer gives an empty one.
  if (isConnectionError(error) || isTurnedAway(error))
    return `The database that DATABASE_URL names cannot be reached: ${reasonOf(error)}`;
  return error.stack === undefined ? error.message : mappedStack(error.stack);
}

/** A name with several addresses fails with one error for each. */
function reasonOf(error: Error): string {
  const reasons = error instanceof AggregateError ? error.errors : [error];
  return reasons.map((one) => (one instanceof Error ? one.message : String(one))).join(', ');
}
