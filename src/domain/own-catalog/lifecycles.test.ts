import { expect, it } from 'vitest';
import { starterProduct } from '@/domain/catalog/starter-product';
import { SOLD_SUPPORT } from '@/domain/cle/write';
import { type OwnEntry, readOwnCatalog } from './file';

const billing = starterProduct.parse({
  ...{ slug: 'acme-billing', name: 'ACME Billing', vendor: 'ACME', category: 'service' },
  purls: ['pkg:npm/%40acme/billing'],
  cycles: [
    { name: '3', lts: true, supportedUntil: '2028-01-31' },
    { name: '2', supportedUntil: true },
  ],
});
const KNOWN = new Map<string, OwnEntry>([[billing.slug, { product: billing, reason: 'Ours' }]]);
const read = (document: unknown) =>
  readOwnCatalog(JSON.stringify(document, null, 2), { known: KNOWN, reason: 'Imported' });

const at = '2026-11-01T00:00:00Z';
const cle = (events: object[], identifier: unknown = 'pkg:npm/%40acme/billing@3.1.0') => ({
  ...{ $schema: 'https://example.com/cle.json', identifier, updatedAt: at },
  events,
});
const ends = (id: number, range: string, effective: string) => ({
  ...{ id, type: 'endOfSupport', effective, published: at, supportId: 'standard' },
  versions: [{ range }],
});

it('takes dates out of CLE for a product that is there, and leaves all the rest', () => {
  const events = [
    { id: 3, type: 'withdrawn', effective: at, published: at, eventId: 1 },
    ends(2, 'vers:npm/>=3|<4', '2029-06-30T00:00:00Z'),
    ends(1, 'vers:npm/>=3|<4', '2028-06-30T00:00:00Z'),
  ];
  expect(read(cle(events))).toMatchObject({
    entries: [
      {
        reason: 'Ours',
        product: {
          ...{ slug: 'acme-billing', name: 'ACME Billing', vendor: 'ACME', category: 'service' },
          cycles: [
            { name: '3', lts: true, supportedUntil: '2029-06-30' },
            { name: '2', supportedUntil: true },
          ],
        },
      },
    ],
  });
});

it('takes back a day that its maker has withdrawn, and no other', () => {
  const withdrawn = (range: string, effective: string) =>
    read(
      cle([
        { id: 2, type: 'withdrawn', effective: at, published: at, eventId: 1 },
        ends(1, range, effective),
      ]),
    );
  const cycles = (found: ReturnType<typeof read>) =>
    'entries' in found ? found.entries.map(({ product }) => product.cycles) : found;
  const [three, two] = [
    { name: '3', lts: true, supportedUntil: '2028-01-31' },
    { name: '2', supportedUntil: true },
  ];
  expect(cycles(withdrawn('vers:npm/>=3|<4', '2028-01-31T00:00:00Z'))).toMatchObject([
    [{ ...three, supportedUntil: null }, two],
  ]);
  // Another day was entered since.
  expect(cycles(withdrawn('vers:npm/>=3|<4', '2027-01-31T00:00:00Z'))).toMatchObject([
    [three, two],
  ]);
  // Nothing else was ever said of it.
  expect(cycles(withdrawn('vers:npm/>=9|<10', '2027-01-31T00:00:00Z'))).toMatchObject([
    [three, two],
  ]);
});

it('takes back no end of another level of support that is of the same day', () => {
  const day = '2028-01-31T00:00:00Z';
  const versions = [{ range: 'vers:npm/>=3|<4' }];
  const event = { id: 1, effective: day, published: at, versions };
  const sold = { id: 'paid', description: SOLD_SUPPORT };
  for (const one of [
    { ...event, type: 'endOfDevelopment' },
    { ...event, type: 'endOfSupport', supportId: 'paid' },
  ]) {
    const events = [{ id: 2, type: 'withdrawn', effective: at, published: at, eventId: 1 }, one];
    expect(read({ ...cle(events), definitions: { support: [sold] } })).toMatchObject({
      entries: [{ product: { cycles: [{ name: '3', supportedUntil: '2028-01-31' }, {}] } }],
    });
  }
});

it('adds a product that nobody knows', () => {
  const events = [ends(1, 'vers:pypi/>=1.0|<1.1', '2027-03-31T00:00:00Z')];
  expect(read(cle(events, 'pkg:pypi/our-tool'))).toMatchObject({
    entries: [
      {
        reason: 'Imported',
        product: {
          ...{ slug: 'our-tool', name: 'our-tool', purls: ['pkg:pypi/our-tool'] },
          cycles: [{ name: '1.0', supportedUntil: '2027-03-31' }],
        },
      },
    ],
  });
});

it('takes statements of OpenEoX', () => {
  const core = {
    $schema: 'https://docs.oasis-open.org/openeox/v1.0/schema/core.json',
    ...{ end_of_life: '2030-12-31T00:00:00Z', end_of_security_support: '2029-12-31T00:00:00Z' },
    last_updated: at,
  };
  const product = { product_name: 'acme billing', product_version: '4', vendor_name: 'ACME' };
  expect(read({ statements: [{ core, product }] })).toMatchObject({
    entries: [
      {
        product: {
          slug: 'acme-billing',
          cycles: [
            { name: '4', supportedUntil: '2029-12-31', extendedUntil: '2030-12-31' },
            { name: '3' },
            { name: '2' },
          ],
        },
      },
    ],
  });
});

it('takes back a day of which OpenEoX says that it is to be announced', () => {
  const core = {
    $schema: 'https://docs.oasis-open.org/openeox/v1.0/schema/core.json',
    ...{ end_of_life: 'tba', end_of_security_support: 'tba', last_updated: at },
  };
  const statements = ['3', '2'].map((version) => ({
    core,
    product: { product_name: 'ACME Billing', product_version: version },
  }));
  // That it has ended on an unknown day is nothing that OpenEoX could say.
  expect(read({ statements })).toMatchObject({
    entries: [
      {
        product: {
          cycles: [
            { name: '3', supportedUntil: null },
            { name: '2', supportedUntil: true },
          ],
        },
      },
    ],
  });
});

it('says what is wrong and on which line', () => {
  expect(read(cle([ends(1, 'vers:npm/>=1|<9', '2027-03-31T00:00:00Z')]))).toMatchObject({
    faults: [
      {
        loc: ['body', 'events', 0, 'versions', 0],
        msg: expect.stringMatching(/line 13, column 9: must be a release cycle/) as string,
      },
    ],
  });
});
