import { expect, test } from 'vitest';
import { claimedRepository } from './claims';

test.each([
  [{ repository: 'acme/shop' }, 'acme/shop'],
  [{ project_path: 'acme/shop' }, 'acme/shop'],
  [{ repository: 'a\0b\ud800c' }, 'a b c'],
  [{ repository: 'x'.repeat(300) }, 'x'.repeat(255)],
  [{ repository: `${'x'.repeat(254)}😀` }, `${'x'.repeat(254)}\ufffd`],
  [{ repository: 7 }, ''],
])('what a token claims before it is verified is told as text: %j', (claims, told) => {
  expect(claimedRepository(claims)).toBe(told);
});
