import { describe, expect, it } from 'vitest';
import { readText } from './testing/reading';

const spdx = (packages: Record<string, string | null>, relationships: string[]) =>
  readText({
    ...{ spdxVersion: 'SPDX-2.3', SPDXID: 'SPDXRef-DOCUMENT', name: 'image' },
    packages: Object.entries(packages).map(([id, purl]) => ({
      ...{ SPDXID: `SPDXRef-${id}`, name: id, versionInfo: '1' },
      externalRefs: purl === null ? [] : [{ referenceType: 'purl', referenceLocator: purl }],
    })),
    relationships: relationships.map((line) => {
      const [element = '', relationshipType, related = ''] = line.split(' ');
      return {
        ...{ spdxElementId: `SPDXRef-${element}`, relatedSpdxElement: `SPDXRef-${related}` },
        relationshipType,
      };
    }),
  });
const scopesOf = (...given: Parameters<typeof spdx>) =>
  Object.fromEntries(
    spdx(...given).components.map(({ component, scope }) => [component.name, scope]),
  );

describe('what a package of a distribution was built from', () => {
  const apk = { python: 'pkg:apk/wolfi/python-3.9@3.9.20-r0?distro=wolfi' };
  const source = { cpython: 'pkg:github/python/cpython@v3.9.20' };

  it.each([['python GENERATED_FROM cpython'], ['cpython GENERATES python']])(
    'does not ship, as the distribution supports what it built: %s',
    (line) => {
      const packages = { ...apk, ...source };
      expect(scopesOf(packages, [line])).toEqual({ python: null, cpython: 'development' });
    },
  );

  it('is found in source RPMs, as Red Hat lists them, in whatever order', () => {
    const packages = {
      origin: 'pkg:generic/openssl@3.0.7?download_url=https://openssl.org/openssl-3.0.7.tar.gz',
      archive: 'pkg:generic/openssl@3.0.7?download_url=https://example.com/openssl.tar.gz',
      srpm: 'pkg:rpm/redhat/openssl@3.0.7-18.el9_2?arch=src',
      rpm: 'pkg:rpm/redhat/openssl-libs@3.0.7-18.el9_2?arch=x86_64',
      other: 'pkg:generic/openssl@1.1.1',
    };
    const lines = [
      'archive GENERATED_FROM origin',
      'srpm CONTAINS archive',
      'rpm GENERATED_FROM srpm',
      'rpm CONTAINS other',
    ];
    const scopes = { origin: 'development', archive: 'development', srpm: null, rpm: null };
    expect(scopesOf(packages, lines)).toEqual({ ...scopes, other: null });
    expect(scopesOf(packages, lines.toReversed())).toEqual({ ...scopes, other: null });
  });

  it('ships where something needs it, too', () => {
    const packages = { ...apk, ...source, app: null };
    const lines = ['python GENERATED_FROM cpython', 'app DEPENDS_ON cpython'];
    expect(scopesOf(packages, lines)).toEqual({ python: null, cpython: null, app: null });
  });

  it('ships where nobody else says what was generated from it', () => {
    const packages = { app: null, wheel: 'pkg:pypi/acme@1', ...source };
    const lines = ['app GENERATED_FROM cpython', 'wheel GENERATED_FROM cpython'];
    expect(scopesOf(packages, lines)).toEqual({ app: null, wheel: null, cpython: null });
  });
});
