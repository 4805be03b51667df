import { describe, expect, it } from 'vitest';
import { tailOf } from './middle-truncate';

describe('tailOf', () => {
  it.each([
    ['registry.example.com/team/shop-api:2.4.1', 'shop-api:2.4.1'],
    ['shop-api:2.4.1', ':2.4.1'],
    ['a/checkout-frontend-service-with-a-long-name:2026.11.20-rc3', '-a-long-name:2026.11.20-rc3'],
    ['abcdefgh', 'efgh'],
    [`sha256:${'0123456789abcdef'.repeat(4)}`, '89abcdef'],
    [`registry/x@sha256:${'0123456789abcdef'.repeat(4)}`, '89abcdef'],
    ['a/b/', 'b/'],
    ['', ''],
  ])('%s keeps %j', (text, tail) => {
    expect(tailOf(text)).toBe(tail);
  });

  it('caps the tail of a very long last part', () => {
    expect(tailOf(`a/${'x'.repeat(200)}`)).toHaveLength(28);
  });
});
