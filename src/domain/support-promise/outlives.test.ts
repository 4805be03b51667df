import { expect, test } from 'vitest';
import { type Day, parseDay } from '@/domain/eol/calendar';
import { countStandings, daysShort, meaningOf, standingOf } from './outlives';

const day = (text: string): Day => {
  const parsed = parseDay(text);
  if (!parsed) throw new Error(`${text} is no day`);
  return parsed;
};
const PROMISED = day('2030-06-30');
const known = (text: string) => ({ on: day(text), known: true });

test.each([
  ['2030-06-29', 'earlier', 2],
  ['2030-06-30', 'earlier', 1],
  ['2030-07-01', 'lasts', null],
  ['2020-06-30', 'earlier', 3653],
])('an end on %s is %s, %s days short', (end, standing, short) => {
  expect(standingOf(known(end), PROMISED)).toBe(standing);
  expect(daysShort(known(end), PROMISED)).toBe(short);
});

test('without a known end nothing is said to last', () => {
  expect(standingOf({ on: null, known: false }, PROMISED)).toBe('unknown');
  expect(daysShort({ on: null, known: false }, PROMISED)).toBeNull();
});

test('what has ended on an unknown day ends earlier, by an unknown number of days', () => {
  const seen = { on: day('2026-01-01'), known: false };
  expect(standingOf(seen, PROMISED)).toBe('earlier');
  expect(daysShort(seen, PROMISED)).toBeNull();
});

test('what was first seen ended only after the promise may have ended before or after it', () => {
  expect(standingOf({ on: day('2031-01-01'), known: false }, PROMISED)).toBe('unknown');
});

test('says what the counts mean, and of what nothing is known', () => {
  const meaning = (counts: ReturnType<typeof countStandings>) =>
    meaningOf(counts, PROMISED, (text) => text).join(' ');
  expect(meaning(countStandings(['earlier', 'lasts', 'unknown', 'earlier']))).toBe(
    'Support is promised until 2030-06-30, and 2 release cycles in it end earlier: until then you move off them, buy support, or maintain them yourself. Of 1 release cycle it is not known whether it lasts: nothing here says that it does.',
  );
  expect(meaning(countStandings(['lasts']))).toBe(
    'Nothing in it is known to end before support does on 2030-06-30.',
  );
  expect(meaning(countStandings(['unknown']))).toContain('it is not known whether it lasts');
  expect(meaning(countStandings([]))).toContain('not the same as supported');
});
