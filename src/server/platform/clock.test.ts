import { expect, test } from 'vitest';
import { manualClock, systemClock } from './clock';

test('the system clock tells the time', () => {
  expect(Math.abs(systemClock.now().getTime() - Date.now())).toBeLessThan(1000);
});

test('a manual clock stands still until it is moved', () => {
  const clock = manualClock('2026-01-31T10:00:00Z');
  expect(clock.now()).toEqual(new Date('2026-01-31T10:00:00Z'));
  clock.advance(1500);
  expect(clock.now().toISOString()).toBe('2026-01-31T10:00:01.500Z');
  clock.set('2030-01-01');
  expect(clock.now().toISOString()).toBe('2030-01-01T00:00:00.000Z');
});
