import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  SAMPLE_PRODUCTS,
  sampleCycle,
  sampleProduct,
} from '@/domain/catalog/testing/sample-products';
import { compileCycles, matchCycle } from './cycle-matcher';

const MATCHERS = new Map(SAMPLE_PRODUCTS.map((product) => [product.slug, compileCycles(product)]));

function cycleOf(slug: string, version: string): string | null {
  const matcher = MATCHERS.get(slug);
  if (matcher === undefined) throw new Error(`no sample ${slug}`);
  const match = matchCycle(matcher, version);
  return match === null || match === 'ambiguous' ? match : match.name;
}

function cycleAmong(cycles: string, version: string): string | null {
  const match = matchCycle(compileCycles(sampleProduct('acme', cycles)), version);
  return match === null || match === 'ambiguous' ? match : match.name;
}

describe('matchCycle', () => {
  it.each([
    ['3.1 3.10', '3.10.4', '3.10'],
    ['3.1 3.10', '3.1.4', '3.1'],
    ['3.1', '3.10', null],
    ['3 3.1', '3.2.0', '3'],
    ['1.0 1.0-python-2', '1.0-python-2.7', '1.0-python-2'],
    ['1.0 1.0-python-2', '1.0-python-3', '1.0'],
    ['series-1 series-11', 'series-11', 'series-11'],
    ['java17.al2023 java11.al2023', 'java17.al2023', 'java17.al2023'],
    ['java17.al2023', 'java17', null],
    ['v1.2-lts v1.3', '1.2-lts', 'v1.2-lts'],
    ['v1.2-lts v1.3', '1.3.4', 'v1.3'],
    ['10.0 10.0_u7', '10.0_u7', '10.0_u7'],
    ['3 3+', '3+', '3+'],
    ['18.09', '18.9.7', '18.09'],
    ['8.0', '8', null],
    ['8', '80', null],
    ['1', '1rc2', '1'],
    ['2', '2b66a3f9d0aa', null],
    ['2', 'acme-2.1', '2'],
    ['2', 'acme v2.1', '2'],
    ['2', 'release-2.1', '2'],
    ['2', 'other-2.1', null],
    ['4', '^4.17.1', null],
    ['8', 'jdk8', null],
    ['4', '', null],
  ])('of %s, %s is %s', (cycles, version, expected) => {
    expect(cycleAmong(cycles, version)).toBe(expected);
  });

  it.each([
    ['debian', 'bookworm', '12'],
    ['debian', 'bookworm-slim', '12'],
    ['debian', 'bookworm/sid', null],
    ['ubuntu', 'Jammy Jellyfish', '22.04'],
    ['ubuntu', '22.04.3 LTS', '22.04'],
    ['sles', '15-SP4', '15.4'],
    ['sles', '15 SP4', '15.4'],
    ['sles', '15', null],
    ['windows-server', '2012 R2', '2012-r2'],
    ['windows-server', '2012', '2012'],
    ['windows-server', '10.0.20348.2113', '2022'],
    ['windows-server', '10.0.17763', 'ambiguous'],
    ['mssqlserver', '2019-CU18', '15.0'],
    ['mssqlserver', '2016-sp2', '13.0-sp2'],
    ['mssqlserver', '2016-CU5', '13.0'],
    ['mssqlserver', '2016', 'ambiguous'],
    ['mssqlserver', '13.0', '13.0'],
    ['mssqlserver', '13.0.1601.5', '13.0'],
    ['mssqlserver', '13.0.5026.0', '13.0-sp2'],
    ['mssqlserver', '13.0.9999.0', 'ambiguous'],
    ['eclipse-temurin', '8u362-b09', '8'],
    ['eclipse-temurin', 'jdk-17.0.1+12', '17'],
    ['eclipse-temurin', '1.8.0_362', '8'],
    ['eclipse-temurin', 'jdk1.8.0_291', '8'],
    ['oracle-jdk', '1.4.2_19', '1.4'],
    ['ruby', '2.7.8p225', '2.7'],
    ['go', 'go1.15.15', '1.15'],
    ['openssl', '1.1.1w', '1.1.1'],
    ['openssl', '1.0.2k-fips', '1.0.2'],
    ['openssl', 'OpenSSL 1.1.1k', '1.1.1'],
    ['nginx', 'nginx/1.18.0', '1.18'],
  ])('%s %s is %s', (slug, version, expected) => {
    expect(cycleOf(slug, version)).toBe(expected);
  });

  it('lets a name go before what the catalog says of the latest release', () => {
    const product = sampleProduct('acme', [
      sampleCycle('5.0', { latestRelease: '5.0.1' }),
      sampleCycle('4.6', { latestRelease: '5.0.1' }),
    ]);
    expect(matchCycle(compileCycles(product), '5.0.1')).toBe(product.cycles[0]);
  });

  it('is made of thousands of cycles with long names in no time', () => {
    const names = Array.from({ length: 2_000 }, (_, at) => `${'1.'.repeat(100)}${String(at)}`);
    const start = performance.now();
    compileCycles(
      sampleProduct(
        'acme',
        names.map((name) => sampleCycle(name)),
      ),
    );
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it('finds the longest numeric name that a version continues, and never another', () => {
    const numbers = fc.array(fc.nat(12), { minLength: 1, maxLength: 3 });
    const names = fc.uniqueArray(
      numbers.map((list) => list.join('.')),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(names, fc.array(fc.nat(12), { minLength: 1, maxLength: 5 }), (cycles, list) => {
        const starts = list.map((_, index) => list.slice(0, index + 1).join('.'));
        const expected = starts.findLast((start) => cycles.includes(start)) ?? null;
        expect(cycleAmong(cycles.join(' '), list.join('.'))).toBe(expected);
      }),
      { numRuns: 1_000 },
    );
  });
});
