import { expect, it } from 'vitest';
import type { Product } from '@/domain/catalog/catalog';
import { buildCatalogIndex } from '@/domain/catalog/index-of-names';
import { starterProduct, toProduct } from '@/domain/catalog/starter-product';
import { parseDay } from '@/domain/eol/calendar';
import { databaseRows, type ProductRows } from './rows';

async function rowsOf(products: readonly Product[]): Promise<ProductRows[]> {
  const today = parseDay('2026-11-22');
  if (!today) throw new Error('a day that is one');
  return databaseRows({ products, index: buildCatalogIndex(products) }, today, async () => {});
}

function product(slug: string, more: object): Product {
  const data = { slug, name: slug, category: 'lang', cycles: [], ...more };
  return toProduct(starterProduct.parse(data), 'starter');
}

it('writes what is known of a cycle, with null days and empty texts for the rest', async () => {
  const [row] = await rowsOf([
    product('nodejs', {
      name: 'Node.js',
      cycles: [
        {
          name: '20',
          lts: true,
          releasedOn: '2023-04-18',
          latestRelease: '20.20.2',
          latestReleasedOn: '2026-03-24',
          activeUntil: '2024-10-22',
          supportedUntil: '2026-04-30',
          extendedUntil: '2027-04-30',
        },
        { name: '0.12', supportedUntil: true },
      ],
      purls: ['pkg:generic/node'],
    }),
  ]);
  const unknown = { lts: '', latestRelease: '', latestReleaseDate: null, releaseDate: null };
  expect(row).toMatchObject({ name: 'Node.js', permalink: 'https://endoflife.date/nodejs' });
  expect(row?.cycles).toEqual([
    { releaseCycle: '0.12', eol: null, eolBool: true, ...unknown },
    {
      releaseCycle: '20',
      // The end of support that costs nothing, neither of the other two.
      eol: '2026-04-30',
      eolBool: false,
      lts: 'true',
      latestRelease: '20.20.2',
      latestReleaseDate: '2026-03-24',
      releaseDate: '2023-04-18',
    },
  ]);
});

it('adds how the scanner names binaries and distributions, each once', async () => {
  const released = { supportedUntil: '2020-01-01', releasedOn: '2019-01-01' };
  const [centosStream, nodejs] = await rowsOf([
    product('nodejs', {
      purls: ['pkg:generic/node', 'pkg:docker/library/node'],
      cycles: [{ name: '14', ...released }],
    }),
    product('centos-stream', {
      category: 'os',
      cpes: ['cpe:2.3:o:centos:stream', 'cpe:/a:x:y'],
      cycles: [{ name: '8', ...released }],
    }),
  ]);
  expect(nodejs?.purls.filter((purl) => purl === 'pkg:generic/node')).toHaveLength(1);
  expect(nodejs?.purls.filter((purl) => purl.startsWith('pkg:docker'))).toEqual([]);
  expect(nodejs?.cpes).toEqual([]);
  expect(centosStream?.cpes).toEqual([
    'cpe:/o:centos:centos',
    'cpe:2.3:o:centos:centos',
    'cpe:/o:centos:stream',
    'cpe:2.3:o:centos:stream',
  ]);
});

it('gives equal rows for equal products, however they are ordered, and none for what is not served', async () => {
  const cycles = [{ name: '1', supportedUntil: '2020-01-01' }];
  const products = [
    product('c', { cycles, purls: ['pkg:npm/c'] }),
    product('a', { cycles: [{ name: '1' }], purls: ['pkg:npm/a'] }),
    product('d', { cycles }),
    product('b', { cycles, purls: ['pkg:npm/b'] }),
  ];
  const rows = await rowsOf(products);
  expect(rows.map(({ name }) => name)).toEqual(['b', 'c']);
  expect(await rowsOf(products.toReversed())).toEqual(rows);
});
