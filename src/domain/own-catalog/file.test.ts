import { describe, expect, it } from 'vitest';
import { starterProduct } from '@/domain/catalog/starter-product';
import { dayOf } from '@/domain/eol/calendar';
import { toEndoflifeDocument } from './endoflife';
import { fieldChanges, ownSteps } from './difference';
import { type OwnEntry, readOwnCatalog } from './file';

const billing = starterProduct.parse({
  ...{ slug: 'acme-billing', name: 'ACME Billing', vendor: 'ACME', category: 'service' },
  aliases: ['billing'],
  purls: ['pkg:npm/@acme/billing-*'],
  images: ['registry.acme.example/acme/billing'],
  cpes: ['cpe:2.3:a:acme:billing'],
  references: [
    { type: 'CHANGELOG', url: 'https://acme.example/changes' },
    { type: 'WEB', url: 'https://acme.example' },
  ],
  cycles: [
    {
      ...{ name: '3.10', label: '3.10 LTS', lts: true, releasedOn: '2026-01-15' },
      ...{ latestRelease: '3.10.4', latestReleasedOn: '2026-03-01' },
      ...{ activeUntil: '2027-01-31', supportedUntil: '2028-01-31', extendedUntil: null },
    },
    { name: '3.9', supportedUntil: true, releaseNotesUrl: 'https://acme.example/3.9' },
    { name: '3.8', codename: 'Old' },
  ],
});
const KNOWN = new Map<string, OwnEntry>([[billing.slug, { product: billing, reason: 'Ours' }]]);
const read = (text: string, known = KNOWN) => readOwnCatalog(text, { known, reason: 'Imported' });
const faultsIn = (text: string) => {
  const result = read(text);
  return 'faults' in result ? result.faults.map(({ msg }) => msg) : [];
};
const entriesIn = (text: string, known = KNOWN) => {
  const result = read(text, known);
  if ('faults' in result) throw new Error(JSON.stringify(result.faults));
  return result.entries;
};

describe('our own form', () => {
  it('is read with the line of each product', () => {
    const text = `version: 1
products:
  - slug: a
    name: A
    category: app
    reason: ours
  - slug: b
    name: B
    category: app
    reason: ours
    purls: ['pkg:npm/@b/*']
    cycles: [{ name: '1.10', supportedUntil: 2027-01-31 }]
`;
    expect(entriesIn(text)).toMatchObject([
      { line: 3, reason: 'ours', product: { slug: 'a', cycles: [] } },
      { line: 7, product: { purls: ['pkg:npm/@b/*'], cycles: [{ name: '1.10' }] } },
    ]);
  });

  it.each([
    ['version: 2\nproducts: []\n', /^Value error, line 1, column 10: /],
    ['version: 1\n', /line 1, column 1: Field required/],
    ['version: 1\nproducts: [\n', /^Value error, line \d/],
    [
      'version: 1\nproducts:\n  - slug: a\n    name: A\n    category: app\n',
      /line 3, column 5: Field/,
    ],
    [entry('cycles: [{ name: 1.10 }]'), /line 7, column 22: .*string/],
    [entry('cycle: []'), /line 7/],
    [entry("purls: ['pkg:npm/a@1']"), /line 7, column 13: cannot be used: .*leave out the version/],
    [entry("purls: ['pkg:npm/*']"), /line 7, column 13: .*every package/],
    [entry("images: ['acme/billing:3']"), /line 7, column 14: .*without tag/],
    [
      entry("cycles: [{ name: '1' }, { name: '1' }]"),
      /line 7, column 37: is the name of an earlier/,
    ],
    [
      `${entry('vendor: B')}  - slug: a\n    name: B\n    category: app\n    reason: x\n`,
      /line 8.*stands above/,
    ],
  ])('%j is refused with its line', (text, fault) => {
    expect(faultsIn(text)).toEqual([expect.stringMatching(fault)]);
  });

  function entry(line: string): string {
    return `version: 1\nproducts:\n  - slug: a\n    name: A\n    category: app\n    reason: ours\n    ${line}\n`;
  }
});

describe('version 1 of endoflife.date', () => {
  const at = new Date('2026-11-27T00:00:00Z');
  const written = toEndoflifeDocument([billing], dayOf(at), at);

  it('is written as it is read', () => {
    const [entry] = entriesIn(JSON.stringify(written));
    expect(fieldChanges({ product: billing, reason: 'Ours' }, entry ?? null)).toEqual([]);
    expect(ownSteps(KNOWN, entry ? [entry] : [], true)).toEqual({ steps: [], same: 1 });
    expect(written.result[0]?.releases).toMatchObject([
      { name: '3.10', isEol: false, eolFrom: '2028-01-31', isEoes: false, eoesFrom: null },
      { name: '3.9', isEol: true, eolFrom: null, isMaintained: false },
      { name: '3.8', isEol: false },
    ]);
  });

  it('leaves what it has no place for to the one who imports', () => {
    const [entry] = entriesIn(JSON.stringify(written, null, 2), new Map());
    expect(entry).toMatchObject({
      reason: 'Imported',
      product: { vendor: null, images: billing.images },
    });
  });

  it('is refused with the line of its first fault', () => {
    const text = JSON.stringify(written, null, 2).replace('"name": "3.9"', '"name": 3.9');
    const line = text.split('\n').findIndex((one) => one.includes('"name": 3.9')) + 1;
    expect(faultsIn(text)).toEqual([
      expect.stringContaining(`line ${String(line)}, column`) as string,
    ]);
    expect(faultsIn('{"schema_version": "2.0"}')).toEqual([
      expect.stringMatching(/line 1, column 20/),
    ]);
  });
});

describe('version 0 of endoflife.date', () => {
  it('changes the cycles that it names, and nothing else', () => {
    const rows = [
      { product: 'acme-billing', cycle: '3.11', releaseDate: '2026-11-01', eol: false, lts: false },
      {
        product: 'acme-billing',
        cycle: '3.10',
        releaseDate: '2026-01-15',
        eol: '2029-01-31',
        lts: true,
      },
    ];
    const [entry] = entriesIn(JSON.stringify(rows));
    expect(entry?.product).toMatchObject({
      ...{ vendor: 'ACME', purls: billing.purls },
      cycles: [
        { name: '3.11', releasedOn: '2026-11-01', supportedUntil: null },
        { name: '3.10', label: '3.10 LTS', supportedUntil: '2029-01-31', latestRelease: '3.10.4' },
        { name: '3.9' },
        { name: '3.8' },
      ],
    });
  });

  it('is refused for a product that is not there', () => {
    expect(faultsIn('[\n{"product": "other", "cycle": "1"}]')).toEqual([
      expect.stringMatching(/line 2, column 13: version 0 says nothing/),
    ]);
    expect(faultsIn('[]')).toHaveLength(1);
  });
});

describe('what a document changes', () => {
  it('is told field by field, and cycle by cycle', () => {
    const [first, ...rest] = billing.cycles;
    if (!first) throw new Error('has a cycle');
    const after = {
      ...billing,
      name: 'Billing',
      purls: [],
      cycles: [
        { name: '4' },
        { ...first, supportedUntil: '2029-01-31' as const },
        ...rest.slice(0, 1),
      ],
    };
    const product = starterProduct.parse(after);
    expect(
      fieldChanges({ product: billing, reason: 'Ours' }, { product, reason: 'Ours' }).map(
        ({ field, before, after: now }) => [field, before, now],
      ),
    ).toEqual([
      ['name', 'ACME Billing', 'Billing'],
      ['purls', 'pkg:npm/@acme/billing-*', ''],
      ['cycle 4', null, 'no end is known'],
      ['cycle 3.10, supportedUntil', '2028-01-31', '2029-01-31'],
      ['cycle 3.8', 'no end is known', null],
    ]);
  });

  it('takes away what it does not name only where that is asked for', () => {
    expect(ownSteps(KNOWN, [], false)).toEqual({ steps: [], same: 0 });
    expect(ownSteps(KNOWN, [], true).steps).toMatchObject([{ change: 'removed', line: null }]);
  });
});
