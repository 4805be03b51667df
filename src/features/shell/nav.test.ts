import { describe, expect, it } from 'vitest';
import { navItemsFor } from './nav';

describe('the pages of the rail', () => {
  it('have each keys, an address and a name of their own', () => {
    const items = navItemsFor({ isOperator: true });
    for (const one of ['keys', 'href', 'label'] as const) {
      const all = items.map((item) => item[one]);
      expect(new Set(all).size, one).toBe(all.length);
    }
  });
});
