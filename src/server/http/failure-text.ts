import { ConfigurationError } from '@/env';
import { DatabaseStartError } from '@/server/database/start-error';
import { ScannerTlsError } from './scanner-tls/scanner-tls-error';

/**
 * What a process that cannot go on says of the reason. What is the operator's to mend says all in its
 * message; a stack would bury it.
 */
export function failureText(error: unknown): string {
  const isOperatorFault =
    error instanceof ConfigurationError ||
    error instanceof ScannerTlsError ||
    error instanceof DatabaseStartError;
  if (isOperatorFault) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
