import { expect, it } from 'vitest';
import { dayOf } from '@/domain/eol/calendar';
import { quickEnds } from './quick-ends';

const on = (day: string, latest?: string) =>
  quickEnds(dayOf(new Date(`${day}T12:00:00Z`)), latest).map(({ words, day: end }) => [words, end]);

it('counts days from today, and the quarter to its last one', () => {
  expect(on('2026-11-28')).toEqual([
    ['30 days', '2026-12-28'],
    ['90 days', '2027-02-26'],
    ['End of the quarter', '2026-12-31'],
  ]);
  expect(on('2028-02-29').at(-1)).toEqual(['End of the quarter', '2028-03-31']);
});

it('leaves out what may not be chosen', () => {
  expect(on('2026-11-28', '2026-12-28').map(([words]) => words)).toEqual(['30 days']);
  expect(on('2026-11-28', '2026-11-30')).toEqual([]);
});
