import { describe, expect, it } from 'vitest';
import { missingInPlace } from './palette-found';

const NOTHING = { software: [], images: [], place: 'payments' };

describe('what a search in a place says', () => {
  it('is that there is none of it, in the words looked for', () => {
    expect(missingInPlace(NOTHING, 'Node 20 in Payments')).toBe(
      'Nothing called “node 20” is in “payments”.',
    );
  });

  it('is nothing where it was looked for anywhere', () => {
    expect(missingInPlace({ ...NOTHING, place: null }, 'node 20')).toBeNull();
  });
});
