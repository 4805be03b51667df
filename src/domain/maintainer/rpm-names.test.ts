import { describe, expect, it } from 'vitest';
import { buildCatalogIndex, matchComponent } from '@/domain/catalog/index-of-names';
import { starterCatalog } from '@/domain/catalog/testing/starter-files';
import type { PackagedBuild } from './maintainer';
import { isAnybodysBuild } from './rpm-names';

function named(name: string, sources: PackagedBuild['sources'] = []): PackagedBuild {
  return { type: 'rpm', namespace: 'redhat', name, version: '1-1.el9', sources, release: null };
}

const isRedHats = (name: string) => !isAnybodysBuild(named(name), '1.el9');

describe('a first build of an RPM', () => {
  it.each([
    'openssl',
    'openssl-libs',
    'openssl-',
    'openssl--',
    'openssl3',
    'openssl3.0',
    'openssl.3.0-libs',
    'openssl-3.0.1-libs',
    'glibc-langpack-en',
    'python3',
    'python3.11',
    'python3.11.2-libs',
    'python12',
    'gcc-c++',
    'gcc11-c++-14.2',
    'compat-openssl11',
    'compat-openssl10-devel',
    'lua5.4',
    'php',
    'php8.2',
    'texlive2024',
    'perl-libs',
    'python3-libs',
    'python-rpm-macros',
    'xdg-utils-1',
    'kernel-srpm-macros',
    'kernel-5.14.0-362.el9',
    'dotnet8.0-sdk',
    'java1.8',
    'libnl3',
  ])('of a family of RHEL’s is its own: %s', (name) => {
    expect(isRedHats(name)).toBe(true);
  });

  it.each([
    '',
    '-',
    '--openssl',
    '-openssl',
    'openss',
    'opensslx',
    'xopenssl',
    'openssl.',
    'openssl3.',
    'openssl..3',
    'libnl3.',
    'libnl3.x-cli',
    'openssl3..0',
    'openssl3a',
    'openssl3.0a-libs',
    'openssl_3',
    'openssl٣',
    'openssl 3',
    '3.11',
    '.3',
    '11-22.33-',
    'acmething',
    'acmething-openssl',
    'my-openssl-libs',
    'perl-Foo-3',
    'python3-acme',
    'python3-libs-extra',
    'php-8.2',
    'rubygem-bundler2',
    'OpenSSL',
  ])('of no such family could be anybody’s: %j', (name) => {
    expect(isRedHats(name)).toBe(false);
  });

  it('is told by the names of its sources, too', () => {
    const of = (...names: string[]) =>
      named(
        'acmething',
        names.map((name) => ({ name, version: null })),
      );
    expect(isAnybodysBuild(of('acme', 'openssl3.0-libs'), '1.el9')).toBe(false);
    expect(isAnybodysBuild(of('acme', 'other-3'), '1.el9')).toBe(true);
    expect(isAnybodysBuild(of('acme'), '2.el9')).toBe(false);
  });
});

/** What an expression of repeated parts, and one that is tried at each dash, would look at again and again. */
describe('a name that is made to be looked at for long', () => {
  it.each([
    ['dots and digits', '.1'.repeat(200_000)],
    ['dots and digits with a letter behind', `${'.1'.repeat(200_000)}a`],
    ['digits', `${'1'.repeat(400_000)}a`],
    ['dashes', `a${'-'.repeat(400_000)}`],
    ['dots and digits, then dashes', `${'.1'.repeat(100_000)}a${'-'.repeat(200_000)}`],
    ['dots and digits between dashes', 'a.1.1.1-'.repeat(50_000)],
  ])('is looked at once: %s', (_, name) => {
    expect(isRedHats(name)).toBe(false);
    const source = { name, version: null };
    expect(isAnybodysBuild(named('acmething', [source]), '1.el9')).toBe(true);
  });

  const index = buildCatalogIndex(starterCatalog());
  const matched = (purl: string) => matchComponent(index, { kind: 'purl', purl }).maintainedBy;

  it('is not taken from a package URL where it is longer than distributions have any', () => {
    const source = `${'.1'.repeat(2_000)}a${'-'.repeat(3_900)}`;
    expect(matched(`pkg:rpm/redhat/acmething@1-1.el9?upstream=${source}`)).toEqual({
      kind: 'unknown',
      evidence: ['the name of what it is built from is longer than any that distributions give'],
    });
    const longest = `openssl-${'x'.repeat(504)}`;
    const of = (name: string) => matched(`pkg:rpm/redhat/acmething@1-1.el9?upstream=${name}`);
    expect(of(longest)?.kind).toBe('distribution');
    expect(of(`${longest}x`)?.kind).toBe('unknown');
  });

  it('costs no more in a batch', () => {
    const name = `${'.1'.repeat(120)}a${'-'.repeat(260)}`;
    for (let at = 0; at < 1_000; at += 1) {
      expect(matched(`pkg:rpm/redhat/${name}@1-1.el9?upstream=${name}`)?.kind).toBe('unknown');
    }
  });
});
