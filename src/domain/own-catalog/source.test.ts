import { describe, expect, it } from 'vitest';
import { endoflifeDocument, endoflifeProduct } from '@/domain/catalog/testing/endoflife-document';
import { starterProduct } from '@/domain/catalog/starter-product';
import { besideHeld } from './conflicts';
import { readOwnCatalog } from './file';
import { authorizationOf } from './authorization';
import { msToNextReading, sourceAddress } from './source';

const HOUR = 3_600_000;

describe('an address of a catalog of others', () => {
  it.each([
    [' https://EVENTIDE.example.com ', 'https://eventide.example.com/api/own_catalog'],
    ['https://eventide.example.com/', 'https://eventide.example.com/api/own_catalog'],
    ['https://example.com/raw/Catalog.yaml', 'https://example.com/raw/Catalog.yaml'],
    ['http://10.0.0.1:3000/x/', 'http://10.0.0.1:3000/x/'],
  ])('%s is kept as %s', (typed, kept) => {
    expect(sourceAddress.parse(typed)).toBe(kept);
    expect(sourceAddress.parse(kept)).toBe(kept);
  });

  it.each([
    'example.com',
    'file:///etc/passwd',
    'https://a:hunter2@example.com',
    'https://e.com/?t=1',
  ])('is no %s, and is not repeated', (typed) => {
    const { error } = sourceAddress.safeParse(typed);
    expect(error).toBeDefined();
    expect(JSON.stringify(error?.issues)).not.toContain('hunter2');
  });
});

it('a key of Eventide is sent as its own, any other as a bearer’s', () => {
  expect([authorizationOf('evt_a'), authorizationOf('glpat-a')]).toEqual([
    'ApiKey evt_a',
    'Bearer glpat-a',
  ]);
});

it('is read again after a day or a week, and sooner after a failure', () => {
  const after = (failures: number) => msToNextReading('daily', failures);
  expect([0, 1, 2, 3, 50].map(after)).toEqual([24, 0.25, 0.5, 1, 24].map((hours) => hours * HOUR));
  expect(msToNextReading('weekly', 0)).toBe(168 * HOUR);
  expect([0, 3].map((failures) => msToNextReading('manual', failures))).toEqual([null, null]);
});

describe('what is there already', () => {
  const product = (slug: string, more: object = {}) => ({
    product: starterProduct.parse({
      ...{ slug, name: slug.toUpperCase(), category: 'app', cycles: [], ...more },
    }),
  });
  const held = (slug: string, more: object = {}, owner: string | null = null) => ({
    ...product(slug, more),
    owner,
  });

  it.each([
    ['its slug', product('a'), held('a', { name: 'Z' }), 'Z of your own has the name a'],
    ['a name', product('b', { name: 'a' }), held('a'), 'A of your own has the name a'],
    ['an alias', product('b', { aliases: ['A'] }), held('a'), 'A of your own has the name a'],
    [
      'a package in another spelling',
      product('b', { purls: ['pkg:npm/@acme/x'] }),
      held('a', { purls: ['pkg:npm/%40acme/x'] }, 'Group'),
      'A from Group has pkg:npm/@acme/x',
    ],
    [
      'a CPE',
      product('b', { cpes: ['cpe:2.3:a:Acme:x'] }),
      held('a', { cpes: ['cpe:2.3:a:acme:x'] }),
      'A of your own has cpe:2.3:a:Acme:x',
    ],
  ])('wins by %s', (_case, entry, other, why) => {
    expect(besideHeld([entry], [other])).toMatchObject({ taken: [], conflicts: [{ why }] });
  });

  it('wins by an image', () => {
    const images = ['registry.example.com/acme/x'];
    const { conflicts } = besideHeld([product('b', { images })], [held('a', { images })]);
    expect(conflicts).toHaveLength(1);
  });

  it('leaves what has nothing in common with it', () => {
    const entry = product('b', { purls: ['pkg:npm/@acme/x'] });
    const other = held('a', { purls: ['pkg:npm/@acme/*', 'pkg:pypi/x'] });
    expect(besideHeld([entry], [other])).toEqual({ taken: [entry], conflicts: [] });
  });
});

it('is read from forms that hold whole products alone', () => {
  const reading = { known: new Map(), reason: 'From elsewhere', isWhole: true };
  expect(readOwnCatalog('version: 1\nproducts: []\n', reading)).toEqual({ entries: [] });
  expect(readOwnCatalog(endoflifeDocument([endoflifeProduct()]), reading)).toMatchObject({
    entries: [{ product: { slug: 'nodejs' }, reason: 'From elsewhere' }],
  });
  for (const text of ['[]', '{"events":[]}', '{"statements":[]}', 'text', '']) {
    const read = readOwnCatalog(text, reading);
    expect(JSON.stringify(read), text).toContain('is neither catalog.yaml nor');
  }
});
