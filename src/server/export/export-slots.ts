import pLimit, { type LimitFunction } from 'p-limit';
import { DomainError } from '@/domain/errors';

/** More of one organization than wait for a turn in any good hour. */
const MAX_WAITING_OF_ONE = 20;
/** And of all: each is a request that is held. */
const MAX_WAITING = 100;
const RETRY_AFTER_SECONDS = 30;

/** Gives up a turn. */
export type LeaveSlot = () => void;

/** Waits for a turn. @throws DomainError 503 when too many wait already */
export type EnterSlot = (organizationId: string | null) => Promise<LeaveSlot>;

/** What an organization has under way, and what of it waits. */
interface Own {
  readonly limit: LimitFunction;
  requests: number;
}

/**
 * Turns for exports: each holds a connection of the database for as long as its reader takes. One organization has all but one
 * of them at most, so that its exports keep nobody else's out; null: whoever it is, it waits behind those before it alone.
 * @param refusal what is said to those for whom there is no turn
 */
export function exportSlots(
  slots: number,
  refusal = 'Too many lists are being exported',
): EnterSlot {
  const all = pLimit(slots);
  const owns = new Map<string | null, Own>();
  let waiting = 0;
  return async (organizationId) => {
    const most = organizationId === null ? slots : Math.max(1, slots - 1);
    const own = owns.get(organizationId) ?? { limit: pLimit(most), requests: 0 };
    if (own.limit.pendingCount >= MAX_WAITING_OF_ONE || waiting >= MAX_WAITING) {
      throw new DomainError('unavailable', refusal, {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    owns.set(organizationId, own);
    own.requests += 1;
    waiting += 1;
    const left = () => {
      own.requests -= 1;
      if (own.requests === 0) owns.delete(organizationId);
    };
    return new Promise((enter) => {
      const turn = () =>
        new Promise<void>((leave) => {
          waiting -= 1;
          enter(leave);
        });
      void own.limit(() => all(turn)).finally(left);
    });
  };
}
