import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { DomainError, isDomainError } from '@/domain/errors';
import { refusalOfUnmeasurable } from '@/domain/validation/unmeasurable';

/**
 * Finds the error that a procedure call ended with, without tRPC's wrapping: a domain error, the fault list of an input
 * that its schema refused, or null for an error that nobody foresaw.
 */
export function knownErrorIn(error: unknown): DomainError | ZodError | null {
  if (isDomainError(error)) return error;
  // Of an upload's part that is read before its procedure.
  if (!(error instanceof TRPCError)) return refusalOfUnmeasurable(error);
  if (isDomainError(error.cause)) return error.cause;
  if (error.code === 'BAD_REQUEST' && error.cause instanceof ZodError) return error.cause;
  if (error.code === 'UNAUTHORIZED') return new DomainError('unauthorized', 'Unauthorized');
  if (error.code === 'FORBIDDEN') return new DomainError('forbidden', 'Forbidden');
  return null;
}
