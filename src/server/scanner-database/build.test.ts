import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { Product } from '@/domain/catalog/catalog';
import { starterProduct, toProduct } from '@/domain/catalog/starter-product';
import { starterCatalog } from '@/domain/catalog/testing/starter-files';
import { buildArchive } from './build';
import { openArchive } from '@/test/opened-archive';
import { searchByDistribution, searchByPurl } from '@/test/scanner-search';

const builtAt = new Date('2026-11-21T12:00:00Z');

async function databaseOf(products: readonly Product[]): Promise<DatabaseSync> {
  return (await openArchive((await buildArchive(products, builtAt)).content)).database;
}

it('packs the database with what the scanner checks it by', async () => {
  const { content, sha256, name } = await buildArchive(starterCatalog(), builtAt);
  const { names, metadata, database, databaseBytes } = await openArchive(content);
  expect(names).toEqual(['xeol.db', 'metadata.json']);
  expect(metadata).toEqual({
    built: '2026-11-21T12:00:00Z',
    version: 1,
    checksum: `sha256:${hash('sha256', databaseBytes, 'hex')}`,
  });
  expect(sha256).toBe(hash('sha256', content, 'hex'));
  expect(name).toContain(sha256.slice(0, 16));
  expect(database.prepare('SELECT * FROM id').all()).toEqual([
    { build_timestamp: '2026-11-21T12:00:00Z', schema_version: 1 },
  ]);
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
});

it('gives equal bytes for an equal catalogue, in whatever order it comes', async () => {
  const products = starterCatalog();
  const first = await buildArchive(products, builtAt);
  const second = await buildArchive(products.toReversed(), builtAt);
  expect(second.content.equals(first.content)).toBe(true);
});

it('has the columns of the format, days as such, and no text that is null', async () => {
  const database = await databaseOf(starterCatalog());
  const columns = (table: string) =>
    database
      .prepare(`SELECT name, type FROM pragma_table_info(?)`)
      .all(table)
      .map(({ name, type }) => `${String(name)} ${String(type)}`);
  expect(columns('products')).toEqual(['id INTEGER', 'name TEXT', 'permalink TEXT']);
  expect(columns('cycles')).toEqual([
    'id INTEGER',
    'product_id INTEGER',
    'release_cycle TEXT',
    'eol date',
    'eol_bool boolean',
    'lts TEXT',
    'latest_release TEXT',
    'latest_release_date date',
    'release_date date',
  ]);
  for (const column of ['eol', 'latest_release_date', 'release_date']) {
    const odd = `${column} NOT GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'`;
    expect(database.prepare(`SELECT * FROM cycles WHERE ${odd}`).all()).toEqual([]);
  }
  expect(database.prepare(`SELECT * FROM cycles WHERE eol_bool AND eol IS NOT NULL`).all()).toEqual(
    [],
  );
});

/** Java 6 and 7 call themselves 1.6 and 1.7, which the scanner takes by the letter. */
const RENUMBERED = /^1\.[67]\.0/;

it('leads the scanner from each purl and each latest release to its cycle', async () => {
  const products = starterCatalog();
  const database = await databaseOf(products);
  const purlsOf = database.prepare(
    'SELECT purl FROM purls JOIN products ON products.id = product_id WHERE products.name = ?',
  );
  let found = 0;
  let unreadable = 0;
  for (const product of products) {
    const purls = purlsOf.all(product.name).map(({ purl }) => String(purl));
    for (const { name, latestRelease } of product.cycles) {
      if (latestRelease === null || RENUMBERED.test(latestRelease)) continue;
      for (const purl of purls) {
        const result = searchByPurl(database, `${purl}@${latestRelease}?arch=amd64`, latestRelease);
        if ('error' in result) {
          // The version's own fault (`1.1.1w`, `8u502-b07`), never a cycle's.
          expect(result.error).toBe(`Invalid Semantic Version: ${latestRelease}`);
          unreadable += 1;
        } else {
          const expected = { product: product.name, cycle: name };
          expect(result.found, `${purl}@${latestRelease}`).toMatchObject(expected);
          found += 1;
        }
      }
    }
  }
  expect(found).toBeGreaterThan(5_000);
  expect(unreadable).toBeLessThan(found / 10);
});

it.each([
  ['pkg:npm/express@4.17.1', '4.17.1', 'Express', '4'],
  ['pkg:npm/%40angular/core@12.2.17', '12.2.17', 'Angular', '12'],
  ['pkg:npm/vue@2.6.14', '2.6.14', 'Vue', '2.6'],
  ['pkg:generic/node@14.21.3', '14.21.3', 'Node.js', '14'],
  ['pkg:pypi/django@3.2.25', '3.2.25', 'Django', '3.2'],
  ['pkg:pypi/Django@3.2.25', '3.2.25', 'Django', '3.2'],
  ['pkg:maven/org.springframework/spring-core@5.3.20', '5.3.20', 'Spring Framework', '5.3'],
  ['pkg:maven/org.springframework.boot/spring-boot@2.6.8', '2.6.8', 'Spring Boot', '2.6'],
  ['pkg:golang/stdlib@1.10.8', '1.10.8', 'Go', '1.10'],
  ['pkg:generic/python@3.10.1', '3.10.1', 'Python', '3.10'],
  ['pkg:generic/ruby@2.5.3p105', '2.5.3p105', 'Ruby', '2.5'],
  ['pkg:deb/debian/nginx@1.24.0-1~bookworm', '1.24.0-1~bookworm', 'nginx', '1.24'],
])('%s', async (purl, version, product, cycle) => {
  const database = await databaseOf(starterCatalog());
  expect(searchByPurl(database, purl, version)).toMatchObject({ found: { product, cycle } });
});

it.each([
  ['cpe:/o:debian:debian_linux:12', 'Debian', '12'],
  ['cpe:/o:canonical:ubuntu_linux:22.04', 'Ubuntu', '22.04'],
  ['cpe:/o:alpinelinux:alpine_linux:3.19.1', 'Alpine Linux', '3.19'],
  ['cpe:/o:redhat:enterprise_linux:9::baseos', 'Red Hat Enterprise Linux', '9'],
  ['cpe:2.3:o:amazon:amazon_linux:2023', 'Amazon Linux', '2023'],
  ['cpe:/o:rocky:rocky:9::baseos', 'Rocky Linux', '9'],
  ['cpe:/o:centos:centos:7', 'CentOS', '7'],
  ['cpe:/o:centos:centos:9', 'CentOS Stream', '9'],
  ['cpe:/o:oracle:linux:8:9:server', 'Oracle Linux', '8'],
])('%s', async (cpe, product, cycle) => {
  const database = await databaseOf(starterCatalog());
  expect(searchByDistribution(database, cpe)).toMatchObject({ found: { product, cycle } });
});

it('finds cycles before one whose name is no version, and those of a second product with the same purl', async () => {
  const purls = ['pkg:npm/shared'];
  const make = (slug: string, cycles: string[]) => {
    const data = {
      slug,
      name: slug,
      category: 'lang',
      purls,
      cycles: cycles.map((name) => ({ name })),
    };
    return toProduct(starterProduct.parse(data), 'starter');
  };
  const database = await databaseOf([make('a', ['rolling', '2', '2.1']), make('b', ['3'])]);
  const find = (version: string) => searchByPurl(database, `pkg:npm/shared@${version}`, version);
  expect(find('2.1.7')).toMatchObject({ found: { product: 'a', cycle: '2.1' } });
  expect(find('2.2.0')).toMatchObject({ found: { product: 'a', cycle: '2' } });
  expect(find('3.0.0')).toMatchObject({ found: { product: 'b', cycle: '3' } });
  expect(find('4.0.0')).toEqual({ error: 'Invalid Semantic Version: rolling' });
});
