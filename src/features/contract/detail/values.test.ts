import { expect, test } from 'vitest';
import { endDay } from './values';

test.each([
  ['today', { written: '2026-11-30', pressed: '2026-11-30' }, '2026-11-30'],
  ['the day of the press', { written: '2026-11-30', pressed: '2026-12-01' }, '2026-12-01'],
  [
    'the server’s day, of a slow clock',
    { written: '2026-11-30', pressed: '2026-11-29' },
    '2026-11-30',
  ],
  ['its own, which came meanwhile', { written: '2026-11-30', pressed: '2026-12-03' }, '2026-12-02'],
  [
    'its own, of a clock that is years ahead',
    { written: '2026-11-30', pressed: '2031-01-01' },
    '2026-12-02',
  ],
])('a contract is ended on %s', (_, days, ended) => {
  expect(endDay({ endsOn: '2026-12-02', ...days })).toBe(ended);
});
