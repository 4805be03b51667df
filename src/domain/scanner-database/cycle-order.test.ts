import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inScannerOrder, isScannerVersion } from './cycle-order';

function ordered(...names: string[]): string[] {
  return inScannerOrder(names.map((name) => ({ name }))).map(({ name }) => name);
}

describe('inScannerOrder', () => {
  it('puts longer versions before shorter ones, and keeps the order otherwise', () => {
    expect(ordered('4', '3', '3.10', '3.9', '1.2.3')).toEqual(['1.2.3', '3.10', '3.9', '4', '3']);
  });

  it('puts names with a suffix after plain ones, since each claims one number more than it shows', () => {
    expect(ordered('13.0-sp3', '11-hotspot', '13', '11.0')).toEqual([
      '11.0',
      '13',
      '13.0-sp3',
      '11-hotspot',
    ]);
  });

  it('puts what the scanner cannot read last', () => {
    expect(ordered('bullseye', '2.361.x', '10.0.19041.1', '1')).toEqual([
      '1',
      'bullseye',
      '2.361.x',
      '10.0.19041.1',
    ]);
  });

  it('loses nothing and ends with all names that are no versions', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^v?[0-9]{1,2}(\.[0-9x]){0,4}(-[a-z.]{1,3})?$/)),
        (names) => {
          const result = ordered(...names);
          expect([...result].sort()).toEqual([...names].sort());
          const firstUnread = result.findIndex((name) => !isScannerVersion(name));
          if (firstUnread >= 0)
            expect(result.slice(firstUnread).some(isScannerVersion)).toBe(false);
        },
      ),
    );
  });
});
