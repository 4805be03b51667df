import { describe, expect, it } from 'vitest';
import { navItemsFor } from './nav';

describe('the pages of the rail', () => {
  it('stand beside the others of their heading', () => {
    const groups = navItemsFor({ isOperator: true }).map(({ group }) => group);
    const changes = groups.filter((group, place) => group !== groups[place - 1]);
    expect(new Set(changes.filter(Boolean)).size).toBe(changes.filter(Boolean).length);
  });

  it('have each keys, an address and a name of their own', () => {
    const items = navItemsFor({ isOperator: true });
    for (const one of ['keys', 'href', 'label'] as const) {
      const all = items.map((item) => item[one]);
      expect(new Set(all).size, one).toBe(all.length);
    }
  });
});
