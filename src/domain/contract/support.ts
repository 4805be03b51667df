import type { Day } from '@/domain/eol/calendar';
import type { ContractScope } from './contract';

/** A contract, and where it covers. */
export interface CoveringPlace {
  readonly contractId: string;
  readonly vendor: string;
  readonly scope: ContractScope;
  /** The name of that project or team; null: everywhere. */
  readonly place: string | null;
}

/** A contract that covers software where it was found. */
export interface Support extends CoveringPlace {
  /** The end of the contract. */
  readonly until: Day;
  /** When support ends without it; null: not known. */
  readonly upstreamOn: Day | null;
  /** False with a day: it has ended, and the day is the one on which it was first seen. */
  readonly upstreamOnKnown: boolean;
}

/** The end of a cycle as it is without a contract. */
export interface UpstreamEnd {
  readonly on: Day | null;
  /** False with a day: it has ended on an unknown day. */
  readonly known: boolean;
  /** The day on which it was known to have ended, where nobody knows when it did. */
  readonly endedBy: Day;
}

/** The end of a cycle, as lists and policies take it. */
export interface SupportedEnd {
  readonly on: Day | null;
  readonly known: boolean;
  /** Whether the contract decides: it lasts longer than what anybody else says. */
  readonly isByContract: boolean;
}

/**
 * Gives the end of covered software: the later of both. What has no known end upstream has none by a contract either, or
 * it would be said to end with it. What ended on an unknown day ends with a contract that lasts longer than that has been
 * known; it may have ended after one that was over before, and the day of neither is then that of both.
 * `judge_covered_cycle` of the database says the same.
 */
export function supportedEnd({ on, known, endedBy }: UpstreamEnd, until: Day): SupportedEnd {
  if (on === null || until <= (known ? on : endedBy)) return { on, known, isByContract: false };
  return { on: until, known: true, isByContract: true };
}
