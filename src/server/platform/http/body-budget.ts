import type { Env } from '@/env';
import { DomainError } from '@/domain/errors';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Caller } from '@/server/platform/auth/principal';
import { systemDelay, type Delay } from '@/server/platform/delay';

/** Bodies up to here are read as they come. */
export const FREE_BYTES = 65_536;
/** The least that a body counts: each costs something more than its bytes. */
const LEAST_COST_BYTES = 2_097_152;
/** Below the 15 s after which a scanner gives up: it is to hear why. */
const MAX_WAIT_MS = 10_000;
const MAX_WAITING = 512;
const MAX_WAITING_OF_CALLER = 64;
const RETRY_AFTER_SECONDS = 15;

/** Whose body it is: a caller, or the server itself where it fetches one. */
export type BodyOwner =
  | Caller
  | {
      readonly kind: 'companion';
      readonly id: string;
      readonly active: { readonly organizationId: OrganizationId };
    };

/** Gives room back. More than once does no harm. */
export type LeaveBudget = () => void;

interface Waiting {
  readonly organization: string;
  readonly caller: string;
  readonly bytes: number;
  admit(): void;
}

export interface BodyBudgetOptions {
  /** The most that all bodies together may hold. */
  readonly totalBytes: number;
  /** The largest single body. */
  readonly largestBytes: number;
  readonly delay?: Delay;
}

/**
 * The room that this process has for request bodies that are on their way or being worked on. Who finds none waits,
 * with the body unread. Those come first whose organization, and then whose key or person, holds least; none may
 * hold more than a part, however much it sends.
 */
export class BodyBudget {
  private readonly waiting: Waiting[] = [];
  private readonly heldBy = new Map<string, number>();
  private readonly total: number;
  private readonly ofOrganization: number;
  private readonly ofCaller: number;
  private readonly delay: Delay;
  private held = 0;

  constructor({ totalBytes, largestBytes, delay = systemDelay }: BodyBudgetOptions) {
    const largest = Math.max(largestBytes, LEAST_COST_BYTES);
    this.total = Math.max(totalBytes, largest);
    this.ofOrganization = Math.max(this.total / 2, largest);
    this.ofCaller = Math.max(this.total / 4, largest);
    this.delay = delay;
  }

  /**
   * Waits for the room that a body needs.
   * @param bytes what it announces, or the most that is read of it
   * @param signal ends the waiting when the client goes away
   * @throws DomainError 503 when there is none in good time
   */
  async enter(caller: BodyOwner, bytes: number, signal: AbortSignal): Promise<LeaveBudget> {
    if (bytes <= FREE_BYTES) return () => undefined;
    const name = `${caller.kind} ${caller.id}`;
    const entry = {
      organization: `of ${caller.active?.organizationId ?? name}`,
      caller: name,
      bytes: Math.min(Math.max(bytes, LEAST_COST_BYTES), this.ofCaller),
    };
    const ofCaller = this.waiting.filter((other) => other.caller === name).length;
    if (this.waiting.length >= MAX_WAITING || ofCaller >= MAX_WAITING_OF_CALLER) throw noRoom();
    await this.turn(entry, signal);
    return this.leaveOnce(entry);
  }

  private turn(entry: Omit<Waiting, 'admit'>, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const timeout = this.delay(MAX_WAIT_MS);
      const settle = () => {
        timeout.cancel();
        signal.removeEventListener('abort', giveUp);
        this.waiting.splice(this.waiting.indexOf(waiting), 1);
      };
      const giveUp = () => {
        if (!this.waiting.includes(waiting)) return;
        settle();
        reject(noRoom());
      };
      const waiting: Waiting = {
        ...entry,
        admit: () => {
          settle();
          this.change(entry, entry.bytes);
          resolve();
        },
      };
      this.waiting.push(waiting);
      signal.addEventListener('abort', giveUp);
      void timeout.done.then(giveUp);
      this.admitNext();
    });
  }

  private leaveOnce(entry: Omit<Waiting, 'admit'>): LeaveBudget {
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.change(entry, -entry.bytes);
      this.admitNext();
    };
  }

  private admitNext(): void {
    for (;;) {
      const next = this.nextInTurn();
      // A body too large for now is not overtaken: it would wait for ever behind small ones.
      if (!next || this.held + next.bytes > this.total) return;
      next.admit();
    }
  }

  /** Of those within their shares the one whose owner holds least; of several the one that came first. */
  private nextInTurn(): Waiting | undefined {
    const within = this.waiting.filter(
      ({ organization, caller, bytes }) =>
        this.heldOf(organization) + bytes <= this.ofOrganization &&
        this.heldOf(caller) + bytes <= this.ofCaller,
    );
    const [first, ...others] = within;
    return others.reduce(
      (best, other) => (best && this.comparison(other, best) < 0 ? other : best),
      first,
    );
  }

  private comparison(one: Waiting, other: Waiting): number {
    return (
      this.heldOf(one.organization) - this.heldOf(other.organization) ||
      this.heldOf(one.caller) - this.heldOf(other.caller)
    );
  }

  private heldOf(owner: string): number {
    return this.heldBy.get(owner) ?? 0;
  }

  private change({ organization, caller }: Omit<Waiting, 'admit'>, bytes: number): void {
    this.held += bytes;
    for (const owner of new Set([organization, caller])) {
      const held = this.heldOf(owner) + bytes;
      if (held === 0) this.heldBy.delete(owner);
      else this.heldBy.set(owner, held);
    }
  }
}

/** The budget of a process, as it is configured. */
export function bodyBudgetOf({
  uploadBudgetBytes,
  maxScanBytes,
}: Pick<Env, 'uploadBudgetBytes' | 'maxScanBytes'>): BodyBudget {
  return new BodyBudget({ totalBytes: uploadBudgetBytes, largestBytes: maxScanBytes });
}

function noRoom(): DomainError {
  return new DomainError('unavailable', 'Too many uploads at once', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
