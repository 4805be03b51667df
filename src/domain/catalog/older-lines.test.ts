import { describe, expect, it, test } from 'vitest';
import { type Day, parseDay } from '@/domain/eol/calendar';
import { type Product, type ReleaseCycle, standardSupport } from './catalog';
import { buildCatalogIndex, matchComponent, matchScanned } from './index-of-names';
import type { ComponentQuery, Ecosystem } from './match';
import { knownOlderLines, olderLines } from './older-lines';
import { describedMatch, starterCatalog } from './testing/starter-files';
import { sampleCycle, sampleProduct } from './testing/sample-products';

const day = (text: string): Day => {
  const parsed = parseDay(text);
  if (parsed === null) throw new Error(`${text} is no day`);
  return parsed;
};
const TODAY = day('2026-11-22');

/** `5.0 2018-10-17 2022-04-27`: name, release, end; `true` for an unknown day in the past, nothing for none. */
function cycleOf(text: string): ReleaseCycle {
  const [name = '', releasedOn = '-', until] = text.split(' ');
  return {
    ...sampleCycle(name),
    releasedOn: releasedOn === '-' ? null : day(releasedOn),
    support: [
      {
        level: 'STANDARD_SUPPORT',
        endsOn: until === undefined || until === 'true' ? null : day(until),
        ended: until === 'true',
      },
    ],
  };
}

function product(slug: string, cycles: string, facts: Partial<Product> = {}): Product {
  return { ...sampleProduct(slug, cycles.split(', ').map(cycleOf)), ...facts };
}

const REDIS = '8.2 2025-08-01, 6.0 2020-04-30 2024-08-29, 5.0 2018-10-17 2022-04-27';

/** `4.0 < 5.0`: the line, and the cycle that it was concluded from. */
function lineOf(of: Product, version: string, today: Day = TODAY): string | null {
  const cycle = knownOlderLines(of, today)?.cycleOf(version);
  return cycle ? `${cycle.name} < ${String(cycle.inferred?.from)}` : null;
}

describe('older than the oldest cycle', () => {
  it.each([
    ['4.0.14', '4.0 < 5.0'],
    ['4.0', '4.0 < 5.0'],
    ['4.0.14-alpine3.12', '4.0 < 5.0'],
    ['4.9.103-rc1', '4.9 < 5.0'],
    ['1.2.3', '1.2 < 5.0'],
    // Not older, or not surely.
    ['5.0.1', null],
    ['9.0.1', null],
    ['5', null],
    ['4', null],
    ['4-bullseye', null],
    // Placeholders for a version, and builds from source.
    ['0.0.0', null],
    ['0.1.0', null],
    ['0.0.0-20230101000000-abcdef123456', null],
    ['4.0.0-SNAPSHOT', null],
    ['4.1-dev', null],
    ['4.0.14-23-gabc1234', null],
    ['4.0.14+abc1234', null],
    ['4.0-nightly.20260101', null],
    ['unknown', null],
    ['(devel)', null],
    ['7f3a9c1d', null],
    ['4294967296000.1', null],
    // A distribution's own build, under whatever name it comes.
    ['4.0.9-1.el8', null],
    ['4.0.9-1ubuntu0.2', null],
    ['4.0.9-3+deb10u1', null],
    ['4.0.9-r3', null],
  ])('%s', (version, expected) => {
    expect(lineOf(product('redis', REDIS), version)).toBe(expected);
  });

  it.each<[why: string, cycles: string, version: string, expected: string | null]>([
    ['the oldest ended on an unknown day', '6 2020-01-01, 5 2018-01-01 true', '4.1', '4 < 5'],
    ['the oldest is supported', '6 2020-01-01, 5 2018-01-01 2027-01-01', '4.1', null],
    ['nothing is known of its end', '6 2020-01-01 2022-01-01, 5 2018-01-01', '4.1', null],
    ['its release is not known', '6 2020-01-01, 5 - 2019-01-01', '4.1', null],
    ['there is no other cycle', '5 2018-01-01 2019-01-01', '4.1', null],
    ['a name is no number', 'rolling 2020-01-01, 5 2018-01-01 2019-01-01', '4.1', null],
    ['a name is a branch', '6-lts 2020-01-01, 5 2018-01-01 2019-01-01', '4.1', null],
    [
      'numbers do not grow with time',
      '2023 2023-03-15 2028-01-01, 2018.03 2018-04-25 2020-12-31, 2 2018-06-26 2026-06-30',
      '1.0',
      null,
    ],
    [
      'an older long-term release may still be supported',
      '11 2024-06-01 2032-06-01, 10 2023-06-01 2024-01-01, 9 2022-06-01 2023-01-01',
      '8.1',
      null,
    ],
    [
      'the longest support has passed',
      '11 2019-06-01 2023-06-01, 10 2018-06-01 2019-01-01',
      '8.1',
      '8 < 10',
    ],
  ])('%s', (_, cycles, version, expected) => {
    expect(lineOf(product('p', cycles), version)).toBe(expected);
  });

  it('begins on the day that the oldest ends, or the longest support has passed', () => {
    const ending = product('p', '6 2024-01-01, 5 2018-01-01 2026-12-01');
    expect(lineOf(ending, '4.1', day('2026-11-30'))).toBeNull();
    expect(lineOf(ending, '4.1', day('2026-12-01'))).toBe('4 < 5');
    expect(olderLines(ending)).toEqual([
      { after: [0], before: [5], parts: 1, from: '5', since: '2026-12-01' },
    ]);
  });

  it('knows no devices, no standards, no builds of Java, no kernels, nothing of an organization', () => {
    for (const facts of [
      { category: 'device' },
      { category: 'standard' },
      { slug: 'linux' },
      { slug: 'dotnet' },
      { slug: 'apache-activemq' },
      { slug: 'oracle-jdk' },
      { name: 'Temurin' },
      { slug: 'oracle-graalvm' },
      { source: 'organization' as const },
    ])
      expect(lineOf(product('p', REDIS, facts), '4.0.14')).toBeNull();
  });
});

describe('numbers before years and months', () => {
  const docker = product('docker-engine', '29 2025-11-10, 17.03 2017-02-23 2017-05-05');
  const unity = product('unity', '6000.0 2024-04-29, 2017 2017-06-26 2020-05-18');
  const openwrt = product('openwrt', '18.06 2018-07-31 2020-12-01, 17.01 2017-02-20 2019-02-01');
  it.each([
    [docker, '1.13.1', '1.13 < 17.03'],
    // Docker Desktop, docker-py.
    [docker, '4.25.0', null],
    [docker, '7.1.0', null],
    [unity, '6.0.23', null],
    [unity, '5.6.7', null],
    [openwrt, '15.05.1', '15.05 < 17.01'],
    [openwrt, '2.4.1', null],
  ])('%#: %s', (of, version, expected) => {
    expect(lineOf(of, version)).toBe(expected);
  });
});

describe('between two cycles', () => {
  const laravel = '13 2026-03-01 2028-01-01, 5.8 2019-02-26 2020-02-26, 5.5 2017-08-30 2020-08-30';
  const open = '42.1 2015-11-04 2017-05-17, 15.6 2024-06-12 2026-04-30, 13.2 2014-11-04 2017-01-17';
  it.each([
    [laravel, '5.6.4', '5.6 < 5.8'],
    [laravel, '5.4.36', '5.4 < 5.5'],
    [laravel, '5.8.1', null],
    [laravel, '6.2.0', null],
    // A version after the last known one of a major version may be its long-term release, or newer than the catalog.
    [
      '7.0 2022-01-01 2024-01-01, 6.0 2021-01-01 2022-01-01, 5.3 2020-01-01 2021-01-01',
      '5.4.2',
      null,
    ],
    [
      '7.0 2022-01-01 2024-01-01, 6.2 2021-01-01 2022-01-01, 5.3 2020-01-01 2021-01-01',
      '5.4.2',
      null,
    ],
    [
      '7.0 2022-01-01 2024-01-01, 6.2 2021-01-01 2022-01-01, 5.3 2020-01-01 2021-01-01',
      '6.1.2',
      '6.1 < 6.2',
    ],
    ['8.0 2022-01-01 2024-01-01, 5.6 2015-01-01 2018-01-01', '6.0.1', '6.0 < 8.0'],
    ['7 2022-01-01 2024-01-01, 6 2021-01-01, 4 2018-01-01 2019-01-01', '5.1', null],
    ['7 2022-01-01 2024-01-01, 5 2019-01-01 2027-01-01', '6.1', null],
    ['2.0 2012-01-01 2014-01-01, 1 2010-01-01 2013-01-01', '1.9.4', null],
    [open, '16.0', null],
    [open, '12.3', '12.3 < 13.2'],
  ])('%#: %s', (cycles, version, expected) => {
    expect(lineOf(product('p', cycles), version)).toBe(expected);
  });
});

describe('a version that no cycle fits', () => {
  const index = buildCatalogIndex(
    [
      product('redis', REDIS, {
        identifiers: [
          { kind: 'purl', value: 'pkg:docker/library/redis' },
          { kind: 'purl', value: 'pkg:docker/discourse/base' },
          { kind: 'purl', value: 'pkg:oci/redis?repository_url=cgr.dev/chainguard' },
          { kind: 'purl', value: 'pkg:golang/github.com/redis/redis' },
          { kind: 'purl', value: 'pkg:golang/github.com/redis/client/v6' },
          { kind: 'cpe', value: 'cpe:2.3:a:redis:redis' },
          { kind: 'repology', value: 'redis' },
        ],
      }),
      product('font-awesome', '7 2025-01-01, 2 2013-01-01 2014-01-01', {
        identifiers: [{ kind: 'purl', value: 'pkg:npm/%40fortawesome/fontawesome-svg-core' }],
      }),
    ],
    TODAY,
  );
  const purl = (text: string): ComponentQuery => ({ kind: 'purl', purl: text });
  const name = (version: string, ecosystem: Ecosystem = 'generic'): ComponentQuery => {
    return { kind: 'name', name: 'redis', version, ecosystem };
  };
  it.each<[query: ComponentQuery, expected: string]>([
    [name('4.0.14'), 'redis 4.0'],
    [name('redis-4.0.14'), 'redis 4.0'],
    [name('v4.0.14'), 'redis 4.0'],
    [name('4.0.14', 'npm'), '- unknown_product'],
    [purl('pkg:generic/redis@4.0.14'), 'redis 4.0'],
    [purl('pkg:docker/redis@4.0.14-alpine'), 'redis 4.0'],
    [purl('pkg:docker/discourse/base@2.0.20250226-0128'), '- unknown_cycle'],
    [purl('pkg:oci/redis@4.0.14?repository_url=cgr.dev/chainguard'), '- unknown_cycle'],
    [purl('pkg:golang/github.com/redis/redis@v0.4.0'), '- unknown_cycle'],
    [purl('pkg:golang/github.com/redis/redis/v4@v4.0.14'), 'redis 4.0'],
    // As etcd's client of version 2 is 2.305 in etcd 3.5, which is supported.
    [purl('pkg:golang/github.com/redis/client/v2@v2.305.9'), '- unknown_cycle'],
    [purl('pkg:golang/github.com/redis/client@v2.305.9#v2'), '- unknown_cycle'],
    // Where a tool has lost the major version.
    [purl('pkg:golang/github.com/redis/client@v2.305.9'), '- unknown_cycle'],
    [
      { kind: 'name', name: 'github.com/redis/client', version: 'v2.305.9', ecosystem: 'golang' },
      '- unknown_cycle',
    ],
    [
      {
        kind: 'name',
        name: 'github.com/redis/client/v2',
        version: 'v2.305.9',
        ecosystem: 'golang',
      },
      '- unknown_cycle',
    ],
    [purl('pkg:golang/github.com/redis/client/v5@v5.0.9'), 'redis 5.0'],
    [
      purl('pkg:golang/github.com/redis/redis@v1.4.2-0.20200203170920-46ec8731fbce'),
      '- unknown_cycle',
    ],
    [purl('pkg:deb/debian/redis@5:4.0.14-2?distro=debian-9'), '- unknown_product'],
    [purl('pkg:npm/%40fortawesome/fontawesome-svg-core@1.2.36'), '- unknown_cycle'],
    [{ kind: 'cpe', cpe: 'cpe:2.3:a:redis:redis:4.0.14:*:*:*:*:*:*:*' }, 'redis 4.0'],
    [{ kind: 'custom', name: 'Redis', vendor: null, version: '4.0.14' }, 'redis 4.0'],
  ])('%j', (query, expected) => {
    expect(describedMatch(matchComponent(index, query))).toBe(expected);
  });

  it('is the same for what a scanner found', () => {
    const component = {
      name: 'redis',
      version: '4.0.14',
      type: 'binary',
      purl: 'pkg:generic/redis@4.0.14',
      cpes: [],
      upstreams: [],
    };
    expect(describedMatch(matchScanned(index, component, null))).toBe('redis 4.0');
  });

  it.each([
    ['pkg:docker/library/jenkins@2.60.3', 'jenkins 2.60'],
    ['pkg:docker/jenkins/jenkins@2.319.3-lts', 'jenkins 2.319'],
    ['pkg:maven/org.jenkins-ci.main/jenkins-core@2.319.3', 'jenkins 2.319'],
    ['pkg:generic/jenkins@jenkins-2.319.3', 'jenkins 2.319'],
    ['pkg:generic/jenkins@1.651.3', 'jenkins 1.651'],
    ['pkg:docker/jenkins/jenkins@2.346.3-lts', 'jenkins 2.346'],
    ['pkg:docker/jenkins/jenkins@2.400-jdk17', 'jenkins 2'],
    ['pkg:docker/jenkins/jenkins@2.999.1', '- unknown_cycle'],
    ['pkg:generic/jenkins@2.425.0', 'jenkins 2'],
    ['pkg:generic/jenkins@2.999.0', 'jenkins 2'],
    ['pkg:generic/jenkins@2.319.0.3', 'jenkins 2.319'],
  ])('of Jenkins, whose weekly releases have a number less: %s', (text, expected) => {
    const starter = buildCatalogIndex(starterCatalog(), TODAY);
    expect(describedMatch(matchComponent(starter, purl(text)))).toBe(expected);
  });

  test('an own product of that name counts as its organization says', () => {
    const own = product('jenkins', '2 2016-04-20, 2.346 2022-05-03 2022-09-07', {
      source: 'organization',
    });
    const index = buildCatalogIndex([own], TODAY);
    const asked = {
      kind: 'name',
      name: 'jenkins',
      version: '2.319.3',
      ecosystem: 'generic',
    } as const;
    expect(describedMatch(matchComponent(index, asked))).toBe('jenkins 2');
  });

  test('nothing is concluded without a day', () => {
    const plain = buildCatalogIndex([product('redis', REDIS)]);
    expect(describedMatch(matchComponent(plain, name('4.0.14')))).toBe('- unknown_cycle');
  });
});

/**
 * Leaves each cycle of the starter catalog out in turn and looks what would be concluded of it. A catalog may leave
 * out what has ended; what is supported it lists, which is what the rule rests on: it would be wrong about these four.
 */
test('of what the catalog knows, little wrong would be concluded if it did not', () => {
  const wrong: string[] = [];
  let concluded = 0;
  for (const known of starterCatalog()) {
    for (const cycle of known.cycles) {
      const end = standardSupport(cycle);
      const hasEnded = end !== null && (end.endsOn === null ? end.ended : end.endsOn <= TODAY);
      const rest = { ...known, cycles: known.cycles.filter((other) => other !== cycle) };
      const version = cycle.name.includes('.') ? cycle.name : `${cycle.name}.0`;
      if (lineOf(rest, version) === null) continue;
      concluded += 1;
      if (!hasEnded) wrong.push(`${known.slug} ${cycle.name}`);
    }
  }
  expect(concluded).toBeGreaterThan(500);
  expect(wrong).toEqual(['composer 2.2', 'dotnetfx 3.5-sp1', 'jenkins 2', 'vinyl-cache 6.0']);
});
