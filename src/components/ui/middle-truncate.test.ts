import { describe, expect, it } from 'vitest';
import { splitForMiddle } from './middle-truncate';

describe('splitForMiddle', () => {
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
    const [head, kept] = splitForMiddle(text);
    expect(kept).toBe(tail);
    expect(head + kept).toBe(text);
  });

  it('caps the tail of a very long last part', () => {
    expect(splitForMiddle(`a/${'x'.repeat(200)}`)[1]).toHaveLength(28);
  });
});
