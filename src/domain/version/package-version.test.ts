import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCommitHash, packagedVersion, type VersionScheme } from './package-version';

const SCHEMES: readonly VersionScheme[] = ['plain', 'deb', 'rpm', 'apk', 'golang', 'pypi'];

describe('packagedVersion', () => {
  it.each<[VersionScheme, string, string]>([
    ['deb', '1:2.34-0ubuntu1.2', '2.34'],
    ['deb', '9.6.24-1.pgdg90+1', '9.6.24'],
    ['deb', '1.18.0-6+deb11u3', '1.18.0'],
    ['deb', '25.2.3+dfsg-1', '25.2.3'],
    ['deb', '1:1.20.5+really1.20.2-1.1', '1.20.2'],
    ['deb', '1:10.11.6+maria~deb11', '10.11.6'],
    ['deb', '16.20.2-deb-1nodesource1', '16.20.2'],
    ['deb', '3.134', '3.134'],
    ['rpm', '1:1.0.2k-25.el7_9', '1.0.2k'],
    ['rpm', '1.8.0.362.b09-2.el8_7', '1.8.0.362.b09'],
    ['apk', '3.20.3-r1', '3.20.3'],
    ['apk', '1.36.1_rc1-r12', '1.36.1_rc1'],
    ['apk', '1.0-rc1', '1.0-rc1'],
    ['golang', 'go1.15.15', '1.15.15'],
    ['golang', 'v1.8.1', '1.8.1'],
    ['golang', 'v20.10.7+incompatible', '20.10.7+incompatible'],
    ['golang', 'v0.0.0-20210101000000-abcdef123456', ''],
    ['golang', 'v1.2.4-0.20210101000000-abcdef123456', ''],
    ['golang', 'v17.12.0-ce-rc1.0.20200618181300-9dc6525e6118+incompatible', ''],
    ['pypi', '1!2.0', '2.0'],
    ['plain', 'v1.22.3', '1.22.3'],
    ['plain', '2.7.8p225', '2.7.8p225'],
    ['plain', '1:2.34-0ubuntu1.2', '2.34-0ubuntu1.2'],
    ['plain', 'vanilla', 'vanilla'],
  ])('%s %s is %j', (scheme, version, expected) => {
    expect(packagedVersion(version, scheme)).toBe(expected);
  });

  it('only ever leaves something out', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SCHEMES), fc.string({ maxLength: 30 }), (scheme, version) => {
        // `1_2` is read as `1.2`.
        const dotted = (text: string) => text.replaceAll('_', '.');
        expect(dotted(version)).toContain(dotted(packagedVersion(version, scheme)));
      }),
    );
  });
});

describe('isCommitHash', () => {
  it.each([
    ['2b66a3f9d0aa', true],
    ['2b66a3f', true],
    ['20230101', false],
    ['1.2.3', false],
    ['2b66', false],
    ['bookworm', false],
  ])('%s: %s', (text, expected) => {
    expect(isCommitHash(text)).toBe(expected);
  });
});
