import { type Day, daysBetween } from '@/domain/eol/calendar';
import { stateOf } from '@/domain/eol/proximity';
import { STATE_WORDS } from '@/domain/eol/words';

/**
 * What in a product of one's own ends before the support that was promised for it. The ends are those that everything else
 * goes by; there is no second rule here, but the promised day in the place of today.
 * Source: Regulation (EU) 2024/2847 (CRA), Art. 13(8) and (19).
 */

/** Longer than any name or note that says which promise it is. */
export const MAX_PROMISE_PRODUCT = 255;
export const MAX_PROMISE_NOTE = 2_000;

/** What an end is to a promise. Of `unknown` it is not known whether it lasts. */
export const OUTLIVES_STANDINGS = ['earlier', 'unknown', 'lasts'] as const;
export type OutlivesStanding = (typeof OUTLIVES_STANDINGS)[number];

/** The standings as labels. */
export const STANDING_WORDS: Readonly<Record<OutlivesStanding, string>> = {
  earlier: 'Ends earlier',
  unknown: STATE_WORDS.unknown,
  lasts: 'Lasts',
};

/** The end of something that a product holds. `known` false with a day: ended, and the day is when it was first seen. */
export interface HeldEnd {
  readonly on: Day | null;
  readonly known: boolean;
}

/**
 * Tells what an end is to a promise: earlier where the thing has ended on the promised day, as any page of that day would
 * say. What has ended on an unknown day, and was first seen only after the promise, may have ended before or after it.
 */
export function standingOf({ on, known }: HeldEnd, promisedUntil: Day): OutlivesStanding {
  if (on === null) return 'unknown';
  if (stateOf(on, promisedUntil) === 'ended') return 'earlier';
  return known ? 'lasts' : 'unknown';
}

/**
 * Counts the promised days on which something has ended, the day of its end and the last promised one with it; null where
 * its day is not known, or it lasts.
 */
export function daysShort(end: HeldEnd, promisedUntil: Day): number | null {
  if (end.on === null || !end.known || standingOf(end, promisedUntil) !== 'earlier') return null;
  return daysBetween(end.on, promisedUntil) + 1;
}

/** Numbers of release cycles by standing. */
export type StandingCounts = Readonly<Record<OutlivesStanding, number>>;

/** Counts standings. */
export function countStandings(standings: Iterable<OutlivesStanding>): StandingCounts {
  const counts = { earlier: 0, unknown: 0, lasts: 0 };
  for (const standing of standings) counts[standing] += 1;
  return counts;
}

const cycles = (count: number) => `${String(count)} release ${count === 1 ? 'cycle' : 'cycles'}`;

/**
 * Says what the counts mean for who promised, in sentences.
 * @param day writes a day
 */
export function meaningOf(
  { earlier, unknown, lasts }: StandingCounts,
  promisedUntil: Day,
  day: (day: Day) => string,
): string[] {
  const total = earlier + unknown + lasts;
  if (total === 0) {
    return [
      'Nothing that this product holds is known: no live image of the project has software in it. That is not the same as supported.',
    ];
  }
  const last = day(promisedUntil);
  const first =
    earlier === 0
      ? `Nothing in it is known to end before support does on ${last}.`
      : `Support is promised until ${last}, and ${cycles(earlier)} in it ${earlier === 1 ? 'ends' : 'end'} earlier: until then you move off ${earlier === 1 ? 'it' : 'them'}, buy support, or maintain ${earlier === 1 ? 'it' : 'them'} yourself.`;
  const rest =
    unknown === 0
      ? []
      : [
          `Of ${cycles(unknown)} it is not known whether ${unknown === 1 ? 'it lasts' : 'they last'}: nothing here says that ${unknown === 1 ? 'it does' : 'they do'}.`,
        ];
  return [first, ...rest];
}

/** What the Cyber Resilience Act asks for, in a summary of our own. */
export const CLAUSES_OF_PROMISES = [
  {
    id: 'CRA Art. 13(8)',
    asks: 'Vulnerabilities of a product are handled for its whole support period, those of the components in it included. The period is five years at least, unless the product is in use for less.',
  },
  {
    id: 'CRA Art. 13(19)',
    asks: 'The end of the support period, with its month and year, is told at the time of purchase.',
  },
] as const;
