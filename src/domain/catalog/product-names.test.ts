import { describe, expect, it } from 'vitest';
import type { Day } from '@/domain/eol/calendar';
import { NOTHING_HEARD } from './check/registry';
import { checkAnswer } from './check/verdict';
import { buildCatalogIndex, matchComponent } from './index-of-names';
import type { ComponentQuery } from './match';
import { overlaidView } from './overlay';
import { productsByName, productSearch } from './product-names';
import { starterProduct, toProduct } from './starter-product';
import { sampleProduct } from './testing/sample-products';
import { starterCatalog } from './testing/starter-files';
import { indexCatalog } from './view';

const product = (slug: string, name: string, aliases: string[] = []) =>
  toProduct(starterProduct.parse({ slug, name, aliases, category: 'app', cycles: [] }), 'starter');

it('puts names before slugs and slugs before aliases, and gives what two claim alike to neither', () => {
  const names = productsByName([
    product('go', 'Go', ['golang', 'both']),
    product('golang', 'Another', ['go', 'both']),
    product('x1', 'Twice'),
    product('x2', 'twice', ['x']),
  ]);
  expect(Object.fromEntries([...names].map(([name, { slug }]) => [name, slug]))).toEqual({
    go: 'go',
    another: 'golang',
    golang: 'golang',
    x1: 'x1',
    x2: 'x2',
    x: 'x2',
  });
});

const node = toProduct(
  starterProduct.parse({
    slug: 'nodejs',
    name: 'Node.js',
    category: 'framework',
    aliases: ['node'],
    purls: ['pkg:docker/library/node', 'pkg:npm/%40types/node'],
    cpes: ['cpe:/a:nodejs:node.js'],
    cycles: [],
  }),
  'starter',
);

it.each([
  'NODE',
  ' node.js ',
  'library/node',
  'pkg:docker/lib',
  'pkg:docker/library/node@20.1.0?arch=amd64#x',
  'pkg:npm/%40types/node@20',
  'cpe:2.3:a:nodejs:node.js:16.20.2:*:*:*:*:*:*:*',
  'cpe:/a:nodejs:node.js:16.20.2',
])('%s', (text) => {
  expect(productSearch(text)(node)).toBe(true);
});

it.each(['deno', 'pkg:npm/node', 'cpe:2.3:a:nodejs:undici:5', '_', 'cpe:'.padEnd(9, 'x')])(
  'not %s',
  (text) => {
    expect(productSearch(text)(node)).toBe(false);
  },
);

// 2026-11-22, a calendar day.
const today = '2026-11-22' as Day;
const products = [
  ...starterCatalog(),
  sampleProduct('oracle-database', '19 21'),
  sampleProduct('apache-artemis', '2.31 2.55', { name: 'Apache ActiveMQ Artemis' }),
];
const index = buildCatalogIndex(products, today);

function ask(component: ComponentQuery, lifecycle = 'STANDARD_SUPPORT') {
  return checkAnswer(
    matchComponent(index, component),
    { component, lifecycle },
    today,
    NOTHING_HEARD,
  );
}

function name(text: string): ComponentQuery {
  const [word = '', version = ''] = text.split(' ');
  return { kind: 'name', name: word, version, ecosystem: 'generic' };
}

/** `ended`, `supported` or `unknown`, with how many products were named. */
function told(component: ComponentQuery) {
  const { eol, match, candidates, found_support: isKnown } = ask(component);
  const state = !match.found || !isKnown ? 'unknown' : eol ? 'ended' : 'supported';
  return `${state}, ${candidates ? 'one of several' : 'one'}`;
}

describe('a name that several products go by', () => {
  it.each([
    // Oracle's own builds of 17 ended in 2022, Temurin's are built until 2027.
    ['openjdk 17', 'unknown, one of several'],
    ['openjdk 17.0.1', 'unknown, one of several'],
    ['openjdk 16.0.2', 'ended, one of several'],
    ['openjdk 18', 'ended, one of several'],
    ['openjdk 24.0.1', 'ended, one of several'],
    ['openjdk 99', 'unknown, one'],
    ['java 16', 'ended, one of several'],
    ['java 17', 'unknown, one of several'],
    ['java 1.8.0_392', 'unknown, one of several'],
    ['jdk 20.0.2', 'ended, one of several'],
    ['jre 8u202', 'unknown, one of several'],
    ['openjdk-16 16.0.2', 'ended, one of several'],
    ['openjdk16 16.0.2', 'ended, one of several'],
    ['java-16-openjdk 16.0.2', 'ended, one of several'],
    ['openjdk-16-jre-headless 16.0.2', 'ended, one of several'],
    ['jdk8 8u292', 'unknown, one of several'],
    ['java8 1.8.0_292', 'unknown, one of several'],
    // Oracle JDK 8 has ended, and is no build of OpenJDK.
    ['java-1.8.0-openjdk 1.8.0.292', 'supported, one of several'],
    // One build alone does not speak for the others.
    ['graalvm 21.0.1', 'unknown, one of several'],
    ['oracle 19', 'unknown, one of several'],
    ['oracle 8', 'unknown, one of several'],
  ])('%s is %s', (text, expected) => {
    expect(told(name(text))).toBe(expected);
  });

  it.each([
    ['.net 4.8', 'dotnetfx 4.8'],
    ['.NET 3.5', 'ambiguous'],
    ['.net 6.0.36', 'dotnet 6'],
    ['dotnet 4.8', 'unknown_cycle'],
    ['activemq 5.18.3', 'apache-activemq 5.18'],
    ['activemq 2.31.0', 'apache-artemis 2.31'],
    ['apache-activemq 2.44.0', 'ambiguous'],
    ['php8.1-fpm 8.1.2', 'php 8.1'],
    ['mysql-server-8.0 8.0.35', 'mysql 8.0'],
    ['kubectl 1.28.3', 'kubernetes 1.28'],
    ['docker.io 20.10.25', 'docker-engine 20.10'],
    ['temurin 17.0.9', 'eclipse-temurin 17'],
    ['oracle-linux 8', 'oracle-linux 8'],
  ])('but a version may tell: %s is %s', (text, expected) => {
    const match = matchComponent(index, name(text));
    expect(match.found ? `${match.product.slug} ${match.cycle.name}` : match.reason).toBe(expected);
  });

  it.each([
    'pkg:generic/openjdk@16.0.2',
    'pkg:conda/openjdk@16.0.2',
    'pkg:bitnami/java@16.0.2-1',
    'pkg:docker/library/openjdk@16-jdk-slim',
  ])('%s is as ended as all builds of it', (purl) => {
    expect(told({ kind: 'purl', purl })).toBe('ended, one of several');
  });

  it('is one product’s where the vendor is said', () => {
    const custom = (vendor: string) =>
      matchComponent(index, { kind: 'custom', name: 'OpenJDK', vendor, version: '17.0.9' });
    expect(custom('Azul')).toMatchObject({ found: true, product: { slug: 'azul-zulu' } });
    expect(custom('Acme').found).toBe(false);
  });

  it('has no version of .NET concluded to have ended that .NET Framework has', () => {
    const cpe = 'cpe:2.3:a:microsoft:.net:4.8:*:*:*:*:*:*:*';
    expect(ask({ kind: 'cpe', cpe }).eol).toBe(false);
  });

  it.each([
    // CentOS Linux 7 and RHEL 7 have ended alike; 8 ended with CentOS, and lasts with RHEL.
    ['3.10.0-1160.el7.x86_64', 'ended, one of several'],
    ['4.18.0-553.el8_10.x86_64', 'unknown, one of several'],
    ['5.14.0-427.13.1.el9_4.x86_64', 'supported, one of several'],
    ['6.1.0-28-amd64', 'unknown, one'],
    ['5.15.0-126-generic', 'unknown, one'],
  ])('holds for the kernels of RHEL and its rebuilds: %s is %s', (version, expected) => {
    expect(told({ kind: 'purl', purl: `pkg:generic/linux-kernel@${version}` })).toBe(expected);
    expect(told({ kind: 'name', name: 'linux', version, ecosystem: 'generic' })).toBe(expected);
  });

  it('gives every candidate its own end, and all of them the last', () => {
    const answer = ask(name('openjdk 16'));
    const ends = answer.candidates?.map(({ eol_date: end }) => end) ?? [];
    expect(ends.length).toBeGreaterThan(3);
    expect(new Set(ends).size).toBeGreaterThan(1);
    expect(answer).toMatchObject({
      eol: true,
      eol_reason: 'VENDOR_ANNOUNCED',
      eol_date: ends.toSorted().at(-1),
      result: { componentName: 'openjdk', eol: { now: { primary: { date: answer.eol_date } } } },
      evidence: null,
    });
    expect(answer.match.message).toContain('Eclipse Temurin 16 (ended 2021-09-30)');
  });

  it('says until when they are supported alike: until the first ends', () => {
    const agreed = [sampleProduct('azul-zulu', '30'), sampleProduct('eclipse-temurin', '30')].map(
      (product, position) => ({
        ...product,
        cycles: product.cycles.map((cycle) => ({
          ...cycle,
          support: [
            {
              level: 'STANDARD_SUPPORT' as const,
              endsOn: `203${position}-01-01` as Day,
              ended: false,
            },
          ],
        })),
      }),
    );
    const component = name('openjdk 30');
    const match = matchComponent(buildCatalogIndex(agreed), component);
    expect(
      checkAnswer(match, { component, lifecycle: 'STANDARD_SUPPORT' }, today, NOTHING_HEARD),
    ).toMatchObject({
      eol: false,
      eol_date: '2030-01-01T00:00:00.000Z',
      match: { found: true },
      found_support: true,
      result: { eol: { now: { primary: null }, future: { date: '2030-01-01T00:00:00.000Z' } } },
    });
  });

  it('says nothing where they differ, and who they are', () => {
    expect(ask(name('openjdk 17'))).toMatchObject({
      eol: false,
      eol_date: null,
      result: null,
      found_support: false,
      match: {
        found: false,
        message: expect.stringMatching(/several builds.*Temurin 17 \(supported until 2027-10-31\)/),
      },
    });
    expect(ask(name('openjdk 16'), 'EXTENDED_SUPPORT').match.found).toBe(false);
  });

  it('has the dates that an organization sets', () => {
    const dates = { reason: 'contract', setBy: 'ada', setOn: today, endsOn: '2028-01-01' as Day };
    const overrides = [{ productName: 'Eclipse Temurin', cycle: '16', ...dates }];
    const view = overlaidView(indexCatalog(products, today), { ownProducts: [], overrides });
    const component = name('openjdk 16');
    const answer = checkAnswer(
      view.match(component),
      { component, lifecycle: 'STANDARD_SUPPORT' },
      today,
      NOTHING_HEARD,
    );
    expect(answer.candidates).toContainEqual(
      expect.objectContaining({ product: 'eclipse-temurin', eol: false }),
    );
    expect(answer.match.found).toBe(false);
  });

  it('is an organization’s own product’s where it has one', () => {
    const own = sampleProduct('openjdk', '17', { name: 'OpenJDK', source: 'organization' });
    const view = overlaidView(indexCatalog(products, today), { ownProducts: [own], overrides: [] });
    expect(view.match(name('openjdk 17.0.9'))).toMatchObject({
      found: true,
      product: { source: 'organization' },
    });
  });

  it('finds all of them in a search', () => {
    const found = (text: string) => products.filter(productSearch(text)).map(({ slug }) => slug);
    expect(found('openjdk')).toEqual(
      expect.arrayContaining(['eclipse-temurin', 'amazon-corretto', 'azul-zulu']),
    );
    expect(found('Java')).toEqual(expect.arrayContaining(['eclipse-temurin', 'oracle-jdk']));
    expect(found('openjdk')).not.toContain('python');
  });
});
