import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPurl, parsePurl, type Purl } from './purl';

function read(text: string): Purl {
  const reading = parsePurl(text);
  if (!reading.ok) throw new Error(reading.fault);
  return reading.purl;
}

/** The parts in the order of the specification's own examples. */
function parts(text: string) {
  const { type, namespace, name, version, qualifiers, subpath } = read(text);
  return [type, namespace, name, version, Object.fromEntries(qualifiers), subpath];
}

describe('parsePurl', () => {
  it.each([
    ['pkg:npm/foobar@12.3.1', ['npm', null, 'foobar', '12.3.1', {}, null]],
    ['pkg:npm/%40angular/animation@12.3.1', ['npm', '@angular', 'animation', '12.3.1', {}, null]],
    ['pkg:npm/@angular/core@12.2.17', ['npm', '@angular', 'core', '12.2.17', {}, null]],
    ['pkg:npm/@angular/core', ['npm', '@angular', 'core', null, {}, null]],
    [
      'pkg:deb/debian/curl@7.50.3-1?arch=i386&distro=jessie',
      ['deb', 'debian', 'curl', '7.50.3-1', { arch: 'i386', distro: 'jessie' }, null],
    ],
    [
      'pkg:golang/google.golang.org/genproto#googleapis/api/annotations',
      ['golang', 'google.golang.org', 'genproto', null, {}, 'googleapis/api/annotations'],
    ],
    [
      'PKG:GitHub/Package-URL/purl-Spec@244fd47e07d1004',
      ['github', 'package-url', 'purl-spec', '244fd47e07d1004', {}, null],
    ],
    [
      'pkg://maven//org.apache.commons/io@1.3.4',
      ['maven', 'org.apache.commons', 'io', '1.3.4', {}, null],
    ],
    [
      'pkg:PYPI/Django_package@1.11.1.dev1',
      ['pypi', null, 'django-package', '1.11.1.dev1', {}, null],
    ],
    [
      'pkg:docker/cassandra@sha256:244fd47e07d1004f0aed9c',
      ['docker', null, 'cassandra', 'sha256:244fd47e07d1004f0aed9c', {}, null],
    ],
    [
      'pkg:deb/debian/libstdc++6@12.2.0-14+b1',
      ['deb', 'debian', 'libstdc++6', '12.2.0-14+b1', {}, null],
    ],
    [
      'pkg:rpm/RedHat/NetworkManager@1:1.40?empty=&epoch=1',
      ['rpm', 'redhat', 'NetworkManager', '1:1.40', { epoch: '1' }, null],
    ],
    [
      'pkg:nuget/EnterpriseLibrary.Common@6.0.1304',
      ['nuget', null, 'EnterpriseLibrary.Common', '6.0.1304', {}, null],
    ],
    [
      'pkg:go/github.com/gorilla/mux@v1.8.1',
      ['golang', 'github.com/gorilla', 'mux', 'v1.8.1', {}, null],
    ],
    ['pkg:generic/a@1#./b/../c', ['generic', null, 'a', '1', {}, 'b/c']],
    ['  pkg:gem/rails@7.0  ', ['gem', null, 'rails', '7.0', {}, null]],
  ])('reads %s', (text, expected) => {
    expect(parts(text)).toEqual(expected);
  });

  it.each([
    ['', 'pkg:'],
    ['npm/express@4', 'pkg:'],
    ['pkg:npm', 'package'],
    ['pkg:/express@4', 'package'],
    ['pkg:1npm/express', 'type'],
    ['pkg:npm/a%zz@1', '%'],
    ['pkg:npm/a@1%ff', '%'],
    ['pkg:npm/a%00@1', 'NUL'],
    ['pkg:npm/a@1.%00', 'NUL'],
    ['pkg:npm/%00/a@1#%00', 'NUL'],
    ['pkg:npm/a@1?b%=c', 'qualifier'],
    ['pkg:npm/a@1?b=%00', 'NUL'],
    ['pkg:npm/a@1?b=%ff', 'UTF-8'],
  ])('refuses %j and says why', (text, part) => {
    const reading = parsePurl(text);
    expect(reading.ok || reading.fault).toContain(part);
  });

  it.each([`pkg:${'a'.repeat(39)}😀/a`, `pkg:npm/a?${'a'.repeat(39)}😀=b`])(
    'says so in whole characters: %s',
    (text) => {
      const reading = parsePurl(text);
      expect(!reading.ok && reading.fault.isWellFormed()).toBe(true);
    },
  );
});

const lower = fc.stringMatching(/^[a-z][a-z0-9.-]{0,8}$/);
const text = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 12 })
  .map((it) => it.toWellFormed().replaceAll('\0', '0'));
const segment = text.filter((it) => !it.includes('/') && it.trim() === it && !/^\.{1,2}$/.test(it));
const purl: fc.Arbitrary<Purl> = fc.record({
  type: fc.constantFrom('npm', 'maven', 'generic', 'nuget', 'cargo', 'gem', 'swid'),
  namespace: fc.option(fc.array(segment, { minLength: 1, maxLength: 3 }).map((it) => it.join('/'))),
  name: segment,
  version: fc.option(text),
  qualifiers: fc
    .uniqueArray(fc.tuple(lower, text), { selector: ([key]) => key, maxLength: 3 })
    .map((pairs) => new Map(pairs.sort(([one], [other]) => (one < other ? -1 : 1)))),
  subpath: fc.option(fc.array(segment, { minLength: 1, maxLength: 3 }).map((it) => it.join('/'))),
});

describe('formatPurl', () => {
  it('writes what reads the same', () => {
    fc.assert(
      fc.property(purl, (value) => {
        expect(read(formatPurl(value))).toEqual(value);
      }),
      { numRuns: 1_000 },
    );
  });

  it('makes one text of the ways to write a purl', () => {
    expect(formatPurl(read('PKG:npm/@angular/core@12.2.17?b=2&A=1'))).toBe(
      'pkg:npm/%40angular/core@12.2.17?a=1&b=2',
    );
    expect(formatPurl(read('pkg:deb/Debian/libstdc++6@1:2+b1?distro=debian-12'))).toBe(
      'pkg:deb/debian/libstdc%2B%2B6@1:2%2Bb1?distro=debian-12',
    );
  });

  it('is stable for every text that reads at all, and no text throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (rest) => {
        for (const start of ['', 'pkg:', 'pkg:npm/', 'pkg:deb/debian/a@', 'pkg:oci/a?']) {
          const reading = parsePurl(start + rest);
          if (!reading.ok) continue;
          const canonical = formatPurl(reading.purl);
          expect(formatPurl(read(canonical))).toBe(canonical);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
