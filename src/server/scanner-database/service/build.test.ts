import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { beforeAll, expect, it } from 'vitest';
import type { Product } from '@/domain/catalog/catalog';
import { buildCatalogIndex } from '@/domain/catalog/index-of-names';
import { starterCatalog } from '@/domain/catalog/testing/starter-files';
import { buildArchive, type BuiltArchive } from './build';
import { openArchive } from '@/test/files';
import { searchByDistribution, searchByPurl } from '@/test/scanner-search';

const builtAt = new Date('2026-11-21T12:00:00Z');

function catalogOf(products: readonly Product[]) {
  return { products, index: buildCatalogIndex(products) };
}

let built: BuiltArchive;

beforeAll(async () => {
  built = await buildArchive(catalogOf(starterCatalog()), builtAt);
});

async function starterDatabase(): Promise<DatabaseSync> {
  return (await openArchive(built.content)).database;
}

it('packs the database with what the scanner checks it by', async () => {
  const { content, sha256, name } = built;
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

it('gives equal bytes for an equal catalog, in whatever order it comes', async () => {
  const second = await buildArchive(catalogOf(starterCatalog().toReversed()), builtAt);
  expect(second.content.equals(built.content)).toBe(true);
});

it('has the columns of the format, days as such, and no text that is null', async () => {
  const database = await starterDatabase();
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
  // An end that is not known would be one long ago to the scanner.
  const odd = `SELECT * FROM cycles WHERE eol_bool = (eol IS NOT NULL)`;
  expect(database.prepare(odd).all()).toEqual([]);
});

it.each([
  ['pkg:npm/bootstrap@3.4.1', '3.4.1', 'Bootstrap', '3'],
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
  ['pkg:generic/nginx@1.24.0', '1.24.0', 'nginx', '1.24'],
])('%s', async (purl, version, product, cycle) => {
  const database = await starterDatabase();
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
  const database = await starterDatabase();
  expect(searchByDistribution(database, cpe)).toMatchObject({ found: { product, cycle } });
});
