import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { versionKey, wholeKey } from './version-key';

describe('versionKey', () => {
  it.each([
    ['1.22.3', '1.22.3'],
    ['v1.22.3', '1.22.3'],
    ['V.1', '1'],
    ['3.10rc1', '3.10-rc-1'],
    ['18.09', '18.9'],
    ['2012 R2', '2012-r-2'],
    ['2012-r2', '2012-r-2'],
    ['8u362-b09', '8-u-362-b-9'],
    ['1.1.1w', '1.1.1-w'],
    ['5.0.20.RELEASE', '5.0.20-release'],
    ['java17.al2023', 'java-17-al-2023'],
    ['10.0_u7', '10.0-u-7'],
    ['10-1', '10-1'],
    ['3+', '3-plus'],
    ['razr+-2026', 'razr-plus-2026'],
    ['1.2.3+build.5', '1.2.3-build-5'],
    ['16.*', '16'],
    ['8 (2111)', '8'],
    ['', ''],
    ['^4.17', ''],
    ['~1.2', ''],
    ['>=2', ''],
    ['bookworm/sid', ''],
    ['1:2', ''],
  ])('%j is %j', (version, key) => {
    expect(wholeKey(version)).toBe(key);
  });

  it('says where the version may be cut', () => {
    expect(versionKey('3.10.12-1', 9)).toEqual({ text: '3.10.12-1', ends: [1, 4, 7, 9] });
    expect(versionKey('3.10.12-1', 2)).toEqual({ text: '3.10', ends: [1, 4] });
  });

  it('reads no more tokens than asked, however long the version', () => {
    const reads = vi.spyOn(String.prototype, 'charCodeAt');
    versionKey('1.'.repeat(50_000), 4);
    const count = reads.mock.calls.length;
    reads.mockRestore();
    expect(count).toBeLessThan(200);
  });

  it('keeps its own keys, and cuts only between tokens', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), (version) => {
        const { text, ends } = versionKey(version, 50);
        expect(wholeKey(text)).toBe(text);
        for (const end of ends) expect(wholeKey(text.slice(0, end))).toBe(text.slice(0, end));
      }),
      { numRuns: 2_000 },
    );
  });
});
