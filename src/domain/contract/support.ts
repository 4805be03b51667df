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

/** The end of a cycle, as lists and policies take it. */
export interface SupportedEnd {
  readonly on: Day | null;
  readonly known: boolean;
  /** Whether the contract decides: it lasts longer than what anybody else says. */
  readonly isByContract: boolean;
}

/**
 * Gives the end of covered software: the later of both. What has no known end upstream has none by a contract either, or
 * it would be said to end with it. `judge_covered_cycle` of the database says the same.
 */
export function supportedEnd(
  upstream: { readonly on: Day | null; readonly known: boolean },
  until: Day,
): SupportedEnd {
  const { on, known } = upstream;
  if (on === null || until <= on) return { on, known, isByContract: false };
  return { on: until, known: true, isByContract: true };
}
