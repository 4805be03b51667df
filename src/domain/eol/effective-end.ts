import type { Day } from './calendar';

/** `inferred`: nobody says so; it came before a cycle that has ended. */
export const EOL_SOURCES = ['scanner', 'catalog', 'override', 'inferred'] as const;
export type EolSource = (typeof EOL_SOURCES)[number];

/** Everything that is known of a cycle's end. */
export interface EndFacts {
  readonly overrideOn: Day | null;
  readonly catalogOn: Day | null;
  /** The catalogue says it has ended, whether or not it knows when. */
  readonly catalogEnded: boolean;
  /** The cycle of the catalogue, which has ended, that came after this one, which the catalogue does not have. */
  readonly catalogInferredFrom: string | null;
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
 * newest accepted scan; a cycle that ended on an unknown date, as either of the two says or as follows from the
 * catalogue, takes the day it was first seen. `src/server/catalog/repository/follow.ts` says the same in SQL.
 * Source: "EOL dates and proximity" of the service's decisions.
 */
export function effectiveEnd(facts: EndFacts): EffectiveEnd {
  if (facts.overrideOn) return { on: facts.overrideOn, known: true, source: 'override' };
  if (facts.catalogOn) return { on: facts.catalogOn, known: true, source: 'catalog' };
  if (facts.scannerOn) return { on: facts.scannerOn, known: true, source: 'scanner' };
  if (facts.catalogEnded) return { on: facts.firstSeenOn, known: false, source: 'catalog' };
  if (facts.scannerEnded) return { on: facts.firstSeenOn, known: false, source: 'scanner' };
  return facts.catalogInferredFrom === null
    ? { on: null, known: false, source: 'scanner' }
    : { on: facts.firstSeenOn, known: false, source: 'inferred' };
}
