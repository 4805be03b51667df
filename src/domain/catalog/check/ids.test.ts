import { describe, expect, it } from 'vitest';
import type { FoundMatch } from '../match';
import { ask, end, found, nodejs, withSupport } from './testing/matches';

describe('ids follow from what they name', () => {
  const idsOf = (match: FoundMatch) => {
    const { version, lifecycles = [] } = ask(match).result ?? {};
    const life = lifecycles.map(({ id }) => id);
    return { component: version?.componentId, version: version?.id, life };
  };
  const ids = idsOf(found);

  it('are of their form, and each its own', () => {
    const all = [ids.component, ids.version, ...ids.life];
    expect(new Set(all).size).toBe(5);
    for (const id of all) expect(id).toMatch(/^(?:cv|c|life)_[1-9A-HJ-NP-Za-km-z]{20,22}$/);
  });

  it('stay when everything else changes', () => {
    const moved = withSupport(
      end('ACTIVE_SUPPORT', null),
      end('STANDARD_SUPPORT', '2030-01-01'),
      end('EXTENDED_SUPPORT', null, true),
    );
    const renamed = { ...nodejs, name: 'Node', source: 'import' } as const;
    expect(idsOf({ ...moved, name: 'node', product: renamed, by: 'x' })).toEqual(ids);
  });

  it('differ between versions, and for a product of the organization itself', () => {
    const other = idsOf({ ...found, version: '16.0.1' });
    expect(other.component).toBe(ids.component);
    expect(other.version).not.toBe(ids.version);
    expect(other.life[0]).not.toBe(ids.life[0]);
    const own = idsOf({ ...found, product: { ...nodejs, source: 'organization' } });
    expect(own.component).not.toBe(ids.component);
  });
});
