import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CatalogDocumentError, readEndoflifeDocument } from './endoflife-date';
import {
  endoflifeDocument,
  endoflifeProduct,
  endoflifeRelease,
} from './testing/endoflife-document';

const supportOf = (release: object) =>
  readEndoflifeDocument(endoflifeDocument([endoflifeProduct({ releases: [release] })])).products[0]
    ?.cycles[0]?.support;

describe('a document of endoflife.date', () => {
  it('is read into products', () => {
    const { products } = readEndoflifeDocument(endoflifeDocument([endoflifeProduct()]));
    expect(products).toEqual([
      {
        slug: 'nodejs',
        name: 'Node.js',
        vendor: null,
        category: 'framework',
        identifiers: [
          { kind: 'purl', value: 'pkg:docker/library/node' },
          { kind: 'cpe', value: 'cpe:2.3:a:nodejs:node.js' },
          { kind: 'repology', value: 'nodejs' },
          { kind: 'alias', value: 'node' },
        ],
        references: [
          { type: 'WEB', url: 'https://nodejs.example.com/releases' },
          { type: 'WEB', url: 'https://catalog.example.com/nodejs' },
        ],
        source: 'import',
        cycles: [
          {
            name: '20',
            label: '20 (LTS)',
            codename: 'Iron',
            lts: true,
            releasedOn: '2023-04-18',
            latestRelease: '20.20.2',
            latestReleasedOn: '2026-03-24',
            releaseNotesUrl: 'https://nodejs.example.com/notes/20.20.2',
            support: [
              { level: 'ACTIVE_SUPPORT', endsOn: '2024-10-22', ended: false },
              { level: 'STANDARD_SUPPORT', endsOn: '2026-04-30', ended: false },
            ],
          },
        ],
      },
    ]);
  });

  it.each([
    ['2026-08-22T01:52:34+02:00', '2026-08-21T23:52:34.000Z'],
    [undefined, undefined],
    ['yesterday', undefined],
    [7, undefined],
  ])('that was made at %s is of %s', (generatedAt, expected) => {
    const document = { schema_version: '1.2.0', result: [endoflifeProduct()] };
    const text = JSON.stringify({ ...document, generated_at: generatedAt });
    expect(readEndoflifeDocument(text).madeAt?.toISOString()).toBe(expected);
  });

  it.each([
    [
      'an end that is known',
      { isEol: true, eolFrom: '2020-01-01' },
      { endsOn: '2020-01-01', ended: false },
    ],
    ['an end on an unknown day', { isEol: true, eolFrom: null }, { endsOn: null, ended: true }],
    ['no known end', { isEol: false, eolFrom: null }, { endsOn: null, ended: false }],
  ])('takes %s from the date, not from the day of the document', (_case, fields, expected) => {
    expect(
      supportOf(endoflifeRelease({ isEoas: undefined, eoasFrom: undefined, ...fields })),
    ).toEqual([{ level: 'STANDARD_SUPPORT', ...expected }]);
  });

  it('has extended support only where the cycle has it', () => {
    const levels = (fields: object) =>
      supportOf(endoflifeRelease(fields))?.map(({ level }) => level);
    expect(levels({ isEoes: null, eoesFrom: null })).not.toContain('EXTENDED_SUPPORT');
    expect(levels({ isEoes: false, eoesFrom: null })).toContain('EXTENDED_SUPPORT');
  });

  it('may hold fields that nobody knows', () => {
    const document = endoflifeDocument([
      endoflifeProduct({ mascot: 'turtle', releases: [endoflifeRelease({ mood: 'good' })] }),
    ]);
    expect(readEndoflifeDocument(document).products).toHaveLength(1);
  });

  it.each([
    ['no JSON', '{"schema_version"', 'not JSON'],
    ['another schema', endoflifeDocument([endoflifeProduct()], '2.0.0'), 'schema_version'],
    ['no products', endoflifeDocument([]), 'result'],
    [
      'a date that is none',
      endoflifeDocument([endoflifeProduct({ releases: [endoflifeRelease({ eolFrom: 'soon' })] })]),
      'Product nodejs: releases.0.eolFrom',
    ],
    [
      'an identifier that no index could hold',
      endoflifeDocument([
        endoflifeProduct({ identifiers: [{ type: 'repology', id: '漢'.repeat(683) }] }),
      ]),
      'Product nodejs: identifiers.0.id: must be of at most 2048 bytes in UTF-8',
    ],
    [
      'a product without a name',
      endoflifeDocument([{ label: 'X' }]),
      'Product at position 0: name',
    ],
    [
      'a product twice',
      endoflifeDocument([endoflifeProduct(), endoflifeProduct()]),
      'Product nodejs stands there twice',
    ],
    [
      'a cycle twice',
      endoflifeDocument([endoflifeProduct({ releases: [endoflifeRelease(), endoflifeRelease()] })]),
      'Product nodejs has the cycle 20 twice',
    ],
  ])('is refused whole with %s', (_case, text, reason) => {
    expect(() => readEndoflifeDocument(text)).toThrow(CatalogDocumentError);
    expect(() => readEndoflifeDocument(text)).toThrow(reason);
  });
});

const snapshot = resolve('../shared/data/endoflife-date/products-full.json');

it.runIf(existsSync(snapshot))('reads the whole snapshot', () => {
  const { products } = readEndoflifeDocument(readFileSync(snapshot, 'utf8'));
  expect(products).toHaveLength(464);
  const cycles = products.flatMap((product) => product.cycles);
  expect(cycles).toHaveLength(8_351);
  const standard = cycles.map(({ support }) =>
    support.find(({ level }) => level === 'STANDARD_SUPPORT'),
  );
  expect(standard.filter((end) => end?.endsOn === null)).toHaveLength(1_123);
  expect(standard.filter((end) => end?.ended)).toHaveLength(479);
});
