import { expect, test } from 'vitest';
import { dayOf } from '@/domain/eol/calendar';
import { isTold, toldSince } from './age';

const day = (text: string) => dayOf(new Date(text));

test('what a registry said is told for thirty days, the day of its reading and the last of them included', () => {
  const readOn = day('2026-11-21');
  expect(isTold(readOn, readOn)).toBe(true);
  expect(isTold(readOn, day('2026-12-21'))).toBe(true);
  expect(isTold(readOn, day('2026-12-22'))).toBe(false);
  expect(toldSince(day('2026-12-21'))).toBe(readOn);
});
