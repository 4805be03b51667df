import type { Day } from './calendar';

export type EolSource = 'scanner' | 'catalog' | 'override';

/** Everything that is known of a cycle's end. */
export interface EndFacts {
  readonly overrideOn: Day | null;
  readonly catalogOn: Day | null;
  readonly scannerOn: Day | null;
  /** The scanner says it has ended, whether or not it knows when. */
  readonly scannerEnded: boolean;
  /** The day the organization first saw the cycle. */
  readonly firstSeenOn: Day;
}

/** `on` null: nothing is known of the end. `known` false with a date: ended, on an unknown day before it. */
export interface EffectiveEnd {
  readonly on: Day | null;
  readonly known: boolean;
  readonly source: EolSource;
}

/**
 * The one date of a software cycle: the organization's override, else the catalogue's, else that of the
 * newest accepted scan; a cycle that ended on an unknown date takes the day it was first seen.
 * Source: "EOL dates and proximity" of the service's decisions.
 */
export function effectiveEnd(facts: EndFacts): EffectiveEnd {
  if (facts.overrideOn) return { on: facts.overrideOn, known: true, source: 'override' };
  if (facts.catalogOn) return { on: facts.catalogOn, known: true, source: 'catalog' };
  if (facts.scannerOn) return { on: facts.scannerOn, known: true, source: 'scanner' };
  return { on: facts.scannerEnded ? facts.firstSeenOn : null, known: false, source: 'scanner' };
}
