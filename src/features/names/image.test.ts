import { describe, expect, it } from 'vitest';
import { referenceOf } from './image';

describe('referenceOf', () => {
  const digest = `sha256:${'0f'.repeat(32)}`;
  it.each([
    ['image', 'ghcr.io/acme/shop', '2.4.1', 'ghcr.io/acme/shop:2.4.1'],
    ['image', 'ghcr.io/acme/shop', digest, `ghcr.io/acme/shop@${digest}`],
    ['directory', './services/shop', 'latest', './services/shop'],
  ] as const)('%s %s %s', (kind, name, tag, reference) => {
    expect(referenceOf({ kind, name, tag })).toBe(reference);
  });
});
