import { expect, it } from 'vitest';
import type { Product } from '@/domain/catalog/catalog';
import { starterProduct, toProduct } from '@/domain/catalog/starter-product';
import { databaseRows } from './database-rows';

function product(slug: string, more: object): Product {
  const data = { slug, name: slug, category: 'lang', cycles: [], ...more };
  return toProduct(starterProduct.parse(data), 'starter');
}

it('writes what is known of a cycle, with null days and empty texts for the rest', () => {
  const [row] = databaseRows([
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
        { name: '0.10' },
      ],
    }),
  ]);
  const unknown = { lts: '', latestRelease: '', latestReleaseDate: null, releaseDate: null };
  expect(row).toMatchObject({ name: 'Node.js', permalink: 'https://endoflife.date/nodejs' });
  expect(row?.cycles).toEqual([
    { releaseCycle: '0.12', eol: null, eolBool: true, ...unknown },
    { releaseCycle: '0.10', eol: null, eolBool: false, ...unknown },
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

it('adds how the scanner names binaries and distributions, each once', () => {
  const [centosStream, nodejs] = databaseRows([
    product('nodejs', { purls: ['pkg:generic/node', 'pkg:docker/library/node'] }),
    product('centos-stream', { category: 'os', cpes: ['cpe:2.3:o:centos:stream', 'cpe:/a:x:y'] }),
  ]);
  expect(nodejs?.purls).toEqual(['pkg:generic/node']);
  expect(nodejs?.cpes).toEqual([]);
  expect(centosStream?.cpes).toEqual([
    'cpe:/o:centos:centos',
    'cpe:2.3:o:centos:centos',
    'cpe:/o:centos:stream',
    'cpe:2.3:o:centos:stream',
  ]);
});

it('sorts products, those last at which a search would be given up', () => {
  const products = [
    product('c', { cycles: [{ name: '1' }] }),
    product('a', { cycles: [{ name: 'bullseye' }] }),
    product('b', { cycles: [{ name: '1' }] }),
  ];
  const names = ['b', 'c', 'a'];
  expect(databaseRows(products).map(({ name }) => name)).toEqual(names);
  expect(databaseRows(products.toReversed()).map(({ name }) => name)).toEqual(names);
});
