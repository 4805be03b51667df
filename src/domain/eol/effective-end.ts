import type { Day } from './calendar';

export type EolSource = 'scanner' | 'catalog' | 'override';

/** Everything that is known of a cycle's end. */
export interface EndFacts {
  readonly overrideOn: Day | null;
  readonly catalogOn: Day | null;
  /** The catalogue says it has ended, whether or not it knows when. */
  readonly catalogEnded: boolean;
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
 * newest accepted scan; a cycle that ended on an unknown date, as either of the two says, takes the day it was
 * first seen. `src/server/catalog/follow-queries.ts` says the same in SQL.
 * Source: "EOL dates and proximity" of the service's decisions.
 */
export function effectiveEnd(facts: EndFacts): EffectiveEnd {
  if (facts.overrideOn) return { on: facts.overrideOn, known: true, source: 'override' };
  if (facts.catalogOn) return { on: facts.catalogOn, known: true, source: 'catalog' };
  if (facts.scannerOn) return { on: facts.scannerOn, known: true, source: 'scanner' };
  if (facts.catalogEnded) return { on: facts.firstSeenOn, known: false, source: 'catalog' };
  return { on: facts.scannerEnded ? facts.firstSeenOn : null, known: false, source: 'scanner' };
}
