import pLimit from 'p-limit';
import { DomainError } from '@/domain/errors';

/** More than wait for a turn in any good hour. */
const MAX_WAITING = 20;
const RETRY_AFTER_SECONDS = 30;

/** Gives up a turn. */
export type LeaveSlot = () => void;

/**
 * Turns for exports: each holds a connection of the database for as long as its reader takes.
 * @param refusal what is said to those for whom there is no turn
 * @returns waits for a turn; throws DomainError 503 when too many wait already
 */
export function exportSlots(
  slots: number,
  refusal = 'Too many lists are being exported',
): () => Promise<LeaveSlot> {
  const limit = pLimit(slots);
  return async () => {
    if (limit.pendingCount >= MAX_WAITING) {
      throw new DomainError('unavailable', refusal, {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    return new Promise((enter) => {
      void limit(() => new Promise<void>((leave) => enter(leave)));
    });
  };
}
