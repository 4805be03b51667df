import { expect, test } from 'vitest';
import { validityOf } from './words';

test.each([
  ['2026-11-20T23:59:59.000Z', 'expired'],
  ['2026-11-21T00:00:00.000Z', 'ends soon'],
  ['2026-12-21T00:00:00.000Z', 'ends soon'],
  ['2026-12-22T00:00:00.000Z', 'valid'],
])('a certificate that ends at %s is in the state "%s"', (not_after, expected) => {
  const certificate = { not_before: '2026-01-01T00:00:00.000Z', not_after };
  expect(validityOf(certificate, '2026-11-21')).toBe(expected);
});

test('a certificate that has not begun is not yet valid', () => {
  const certificate = { not_before: '2026-11-22T00:00:00.000Z', not_after: '2027-01-01T00:00:00Z' };
  expect(validityOf(certificate, '2026-11-21')).toBe('not yet');
});
