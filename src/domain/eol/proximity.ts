import { addMonths, type Day } from './calendar';

/**
 * How near the end of life of a software cycle is. The one place that says so: the API's filters, the
 * dashboard's badges and the SQL (through {@link proximityBounds}) all follow from it.
 * Source: "EOL dates and proximity" of the service's decisions; months are calendar months in UTC,
 * clamped to the month's last day.
 */
export const EOL_FILTERS = [
  'All',
  'EOL',
  'EOL LESS THAN 6MO',
  'EOL LESS THAN 12MO',
  'EOL MORE THAN 12MO',
] as const;
export type EolFilter = (typeof EOL_FILTERS)[number];

/** The five states of the status scale. `soon` is within 6 months, `next` 6 to 12, `later` beyond. */
export const EOL_STATES = ['ended', 'soon', 'next', 'later', 'unknown'] as const;
export type EolState = (typeof EOL_STATES)[number];

/** `[after, until]`: a date falls in when `after < date <= until`; null is unbounded. */
export interface DayRange {
  readonly after: Day | null;
  readonly until: Day | null;
}

/** The days at which the classes change, as of `today`. */
export function proximityBounds(today: Day): { today: Day; in6Months: Day; in12Months: Day } {
  return { today, in6Months: addMonths(today, 6), in12Months: addMonths(today, 12) };
}

/** The dates a filter keeps, or null when it keeps everything. */
export function rangeOfFilter(filter: EolFilter | null | undefined, today: Day): DayRange | null {
  const bounds = proximityBounds(today);
  switch (filter) {
    case 'EOL':
      return { after: null, until: bounds.today };
    case 'EOL LESS THAN 6MO':
      return { after: bounds.today, until: bounds.in6Months };
    case 'EOL LESS THAN 12MO':
      return { after: bounds.today, until: bounds.in12Months };
    case 'EOL MORE THAN 12MO':
      return { after: bounds.in12Months, until: null };
    case 'All':
    case null:
    case undefined:
      return null;
  }
}

/** Whether a cycle with this effective end falls in; one with no known end never does. */
export function isInRange(eolOn: Day | null, { after, until }: DayRange): boolean {
  if (eolOn === null) return false;
  return (after === null || eolOn > after) && (until === null || eolOn <= until);
}

/** The state of a cycle with this effective end; null means nothing is known of its end. */
export function stateOf(eolOn: Day | null, today: Day): EolState {
  return statesAsOf(today)(eolOn);
}

/** {@link stateOf} for many ends: the bounds are computed once. */
export function statesAsOf(today: Day): (eolOn: Day | null) => EolState {
  const bounds = proximityBounds(today);
  return (eolOn) => {
    if (eolOn === null) return 'unknown';
    if (eolOn <= bounds.today) return 'ended';
    if (eolOn <= bounds.in6Months) return 'soon';
    if (eolOn <= bounds.in12Months) return 'next';
    return 'later';
  };
}

/** The contract's `EolCount`: `high` reached, `med` within 12 months, `low` later. */
export interface EolCount {
  low: number;
  med: number;
  high: number;
}

/** Counts effective end dates; dates that are not known are left out, as the contract's lists do. */
export function countByProximity(endDates: Iterable<Day | null>, today: Day): EolCount {
  const count: EolCount = { low: 0, med: 0, high: 0 };
  const state = statesAsOf(today);
  for (const eolOn of endDates) {
    switch (state(eolOn)) {
      case 'ended':
        count.high += 1;
        break;
      case 'soon':
      case 'next':
        count.med += 1;
        break;
      case 'later':
        count.low += 1;
        break;
      case 'unknown':
        break;
    }
  }
  return count;
}

/**
 * `inferred`: nobody says so; it came before a cycle that has ended. `contract`: one that lasts longer than what anybody
 * else says.
 */
export const EOL_SOURCES = ['scanner', 'catalog', 'override', 'inferred', 'contract'] as const;
export type EolSource = (typeof EOL_SOURCES)[number];

/** Everything that is known of a cycle's end. */
export interface EndFacts {
  readonly overrideOn: Day | null;
  readonly catalogOn: Day | null;
  /** The catalog says it has ended, whether or not it knows when. */
  readonly catalogEnded: boolean;
  /** The cycle of the catalog, which has ended, that came after this one, which the catalog does not have. */
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
 * The one date of a software cycle: the organization's override, else the catalog's, else that of the
 * newest accepted scan; a cycle that ended on an unknown date, as either of the two says or as follows from the
 * catalog, takes the day it was first seen. Where the catalog says that it has ended, a scanner's day tells since when
 * at most: one after the cycle was seen would deny the catalog, whose word goes before it.
 * `src/server/catalog/repository/follow.ts` says the same in SQL.
 * Source: "EOL dates and proximity" of the service's decisions.
 */
export function effectiveEnd(facts: EndFacts): EffectiveEnd {
  const { scannerOn, catalogEnded, firstSeenOn } = facts;
  if (facts.overrideOn) return { on: facts.overrideOn, known: true, source: 'override' };
  if (facts.catalogOn) return { on: facts.catalogOn, known: true, source: 'catalog' };
  if (scannerOn && !(catalogEnded && scannerOn > firstSeenOn))
    return { on: scannerOn, known: true, source: 'scanner' };
  if (catalogEnded) return { on: facts.firstSeenOn, known: false, source: 'catalog' };
  if (facts.scannerEnded) return { on: facts.firstSeenOn, known: false, source: 'scanner' };
  return facts.catalogInferredFrom === null
    ? { on: null, known: false, source: 'scanner' }
    : { on: facts.firstSeenOn, known: false, source: 'inferred' };
}
