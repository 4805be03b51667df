import { expect, test } from 'vitest';
import { validityOf } from './words';

const NOW = '2026-11-21T15:00:00.000Z';

test.each([
  ['2026-11-20T23:59:59.000Z', 'expired'],
  ['2026-11-21T08:00:00.000Z', 'expired'],
  ['2026-11-21T15:00:01.000Z', 'ends soon'],
  ['2026-12-21T23:59:59.000Z', 'ends soon'],
  ['2026-12-22T00:00:00.000Z', 'valid'],
])('a certificate that ends at %s is in the state "%s"', (not_after, expected) => {
  const certificate = { not_before: '2026-01-01T00:00:00.000Z', not_after };
  expect(validityOf(certificate, NOW)).toBe(expected);
});

test('a certificate that has not begun is not yet valid', () => {
  const until = { not_after: '2027-01-01T00:00:00Z' };
  const stateFrom = (not_before: string) => validityOf({ not_before, ...until }, NOW);
  expect(stateFrom('2026-11-21T15:00:01.000Z')).toBe('not yet');
  expect(stateFrom(NOW)).toBe('valid');
});
