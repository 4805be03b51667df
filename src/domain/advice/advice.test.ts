import { describe, expect, it, test } from 'vitest';
import type { Product } from '@/domain/catalog/catalog';
import { overlaidView } from '@/domain/catalog/overlay';
import { indexCatalog, type CatalogOverlay } from '@/domain/catalog/view';
import { starterProduct, toProduct } from '@/domain/catalog/starter-product';
import { starterCatalog } from '@/domain/catalog/testing/starter-files';
import { addMonths, parseDay, type Day } from '@/domain/eol/calendar';
import { adviseMove, type Advice } from './advice';
import { ADVICE_TABLE } from './testing/advice-table';
import { noTargetWords } from './words';

const day = (text: string): Day => {
  const parsed = parseDay(text);
  if (!parsed) throw new Error(`${text} is no day`);
  return parsed;
};
const today = day('2026-11-22');
const starter = new Map(starterCatalog().map((one) => [one.slug, one]));

const of = (cycles: readonly object[], fields: object = {}): Product =>
  toProduct(
    starterProduct.parse({ slug: 'ferry', name: 'Ferry', category: 'app', cycles, ...fields }),
    'starter',
  );
const advise = (product: Product, from: string) =>
  adviseMove({ product, upstream: null }, from, today);
const brief = ({ target, reason, smallest }: Advice) =>
  [target?.name ?? `-${reason ?? ''}`, smallest?.name ?? null] as const;

describe('advice agrees with somebody who knows the product', () => {
  it('is of sixty products at least', () => {
    expect(new Set(ADVICE_TABLE.map(({ product }) => product)).size).toBeGreaterThanOrEqual(60);
  });

  it.each(ADVICE_TABLE)('$product $from: $to, $smallest ($why)', (entry) => {
    const product = starter.get(entry.product);
    if (!product) throw new Error(`The starter catalog has no ${entry.product}`);
    expect(product.cycles.map(({ name }) => name)).toContain(entry.from);
    expect(brief(advise(product, entry.from))).toEqual([entry.to, entry.smallest]);
  });
});

test('from no cycle of the starter catalog anything is named that ends within a year', () => {
  for (const product of starter.values()) {
    for (const { name } of product.cycles) {
      const { target, smallest, older } = advise(product, name);
      for (const named of [target, smallest, older]) {
        if (named === null) continue;
        expect(named.name).not.toBe(name);
        expect(['later', 'unknown']).toContain(named.state);
        if (named.endsOn !== null) expect(named.endsOn > addMonths(today, 12)).toBe(true);
      }
      if (smallest)
        expect(smallest.endsOn !== null && smallest.endsOn >= addMonths(today, 24)).toBe(true);
    }
  }
});

describe('products that the starter catalog lacks', () => {
  const windowsServer = of(
    [
      { name: '2025', releasedOn: '2024-11-01', supportedUntil: '2034-10-10' },
      { name: '23h2-ac', releasedOn: '2023-10-24', supportedUntil: '2025-10-24' },
      { name: '2022', releasedOn: '2021-08-18', supportedUntil: '2031-10-14' },
      { name: '20h2-sac', releasedOn: '2020-10-20', supportedUntil: '2022-08-09' },
      { name: '2019', releasedOn: '2018-11-13', supportedUntil: '2029-01-09' },
      { name: '2012-r2', releasedOn: '2013-11-25', supportedUntil: '2023-10-10' },
    ],
    { slug: 'windows-server' },
  );
  const nvidia = of([
    { name: 'r610-windows', releasedOn: '2026-06-01', supportedUntil: '2029-06-01' },
    { name: 'r580-linux', releasedOn: '2025-08-01', supportedUntil: '2028-08-01' },
    { name: 'r580-windows', releasedOn: '2025-08-01', supportedUntil: '2028-08-01' },
    { name: 'r570-linux', releasedOn: '2025-01-01', supportedUntil: '2026-02-01' },
  ]);
  const windows = of(
    [
      { name: '11-25h2-e', releasedOn: '2025-09-30', supportedUntil: '2028-10-10' },
      { name: '11-24h2-e-lts', releasedOn: '2024-10-01', supportedUntil: '2029-10-09' },
      { name: '10-22h2', releasedOn: '2022-10-18', supportedUntil: '2025-10-14' },
      { name: '10-1909-e', releasedOn: '2019-11-12', supportedUntil: '2022-05-10' },
      { name: '10-21h2-e-lts', releasedOn: '2021-11-16', supportedUntil: '2027-01-12' },
    ],
    { slug: 'windows' },
  );
  const ros = of([
    { name: 'lyrical', lts: true, releasedOn: '2026-05-22', supportedUntil: '2031-05-31' },
    { name: 'kilted', releasedOn: '2025-05-23', supportedUntil: '2026-11-30' },
    { name: 'humble', lts: true, releasedOn: '2022-05-23', supportedUntil: '2027-05-31' },
  ]);
  const mule = of([
    { name: '4.12', releasedOn: '2026-07-01', supportedUntil: '2029-07-01' },
    { name: '4.9-lts', releasedOn: '2025-02-01', supportedUntil: '2028-02-01' },
    { name: '4.8', releasedOn: '2024-10-01', supportedUntil: '2025-02-01' },
  ]);
  const jetpack = of([{ name: '2', supportedUntil: '2030-01-01' }], { category: 'device' });

  it.each([
    ['the yearly channel was given up', windowsServer, '23h2-ac', '2025', null],
    ['the half-yearly channel is older than 2022', windowsServer, '20h2-sac', '2025', '2022'],
    ['service packs and R2 are of one line', windowsServer, '2012-r2', '2025', '2019'],
    ['Linux drivers are none for Windows', nvidia, 'r570-linux', 'r580-linux', null],
    ['an edition with longer support is another product', windows, '10-1909-e', '11-25h2-e', null],
    ['nobody who has no edition named has that one', windows, '10-22h2', '-other_line', null],
    ['it stays in the edition', windows, '10-21h2-e-lts', '11-24h2-e-lts', null],
    ['names without numbers are in the order of releases', ros, 'humble', 'lyrical', null],
    ['a cycle that is for long-term support by its name', mule, '4.8', '4.9-lts', null],
    ['hardware', jetpack, '1', '-hardware', null],
  ])('%s', (_, product, from, to, smallest) => {
    expect(brief(advise(product, from))).toEqual([to, smallest]);
  });
});

describe('a cycle that is no target', () => {
  const left = { name: '1', releasedOn: '2020-01-01', supportedUntil: '2024-01-01' };
  const good = { name: '2', releasedOn: '2024-01-01', supportedUntil: '2029-01-01' };
  const long = { name: '3', releasedOn: '2025-01-01', supportedUntil: '2031-01-01' };

  it.each([
    ['not out yet', { releasedOn: '2026-11-23' }],
    ['a release candidate', { latestRelease: '3.0.0-rc.1' }],
    ['an early access build', { latestRelease: '3-ea+12' }],
    ['a milestone', { latestRelease: '3.0.0-M2' }],
    ['an alpha', { latestRelease: '3.0.0a4' }],
    ['a preview, by its label', { label: '3 (Preview)' }],
    ['a branch', { label: 'stable/3' }],
    ['supported for pay alone', { supportedUntil: '2026-01-01', extendedUntil: '2035-01-01' }],
    ['ended on an unknown day', { supportedUntil: true }],
    ['ending within a year', { supportedUntil: '2027-11-22' }],
    ['ending today', { supportedUntil: '2026-11-22' }],
    [
      'without a known end, where even paid support ends',
      { supportedUntil: null, extendedUntil: '2027-06-01' },
    ],
  ])('%s', (_, facts) => {
    expect(brief(advise(of([{ ...long, ...facts }, good, left]), '1'))).toEqual(['2', null]);
    expect(advise(of([{ ...long, ...facts }, left]), '1').target).toBeNull();
  });

  it('has its bounds at a year and at two', () => {
    const at = (until: string) =>
      brief(advise(of([long, { ...good, supportedUntil: until }, left]), '1'));
    expect(at('2028-11-22')).toEqual(['3', '2']);
    expect(at('2028-11-21')).toEqual(['3', null]);
    const only = (until: string) =>
      brief(advise(of([{ ...good, supportedUntil: until }, left]), '1'));
    expect(only('2027-11-23')).toEqual(['2', null]);
    expect(only('2027-11-22')).toEqual(['-within_a_year', null]);
  });
});

describe('dates and products of an organization’s own', () => {
  const node = of(
    [
      { name: '26', lts: true, releasedOn: '2026-05-05', supportedUntil: '2029-04-30' },
      { name: '24', lts: true, releasedOn: '2025-05-06', supportedUntil: '2028-12-31' },
      { name: '20', lts: true, releasedOn: '2023-04-18', supportedUntil: '2026-04-30' },
      { name: '16', lts: true, releasedOn: '2021-04-20', supportedUntil: '2023-09-11' },
    ],
    { slug: 'nodejs', name: 'Node.js' },
  );
  const adviseWith = (from: string, overlay: Partial<CatalogOverlay>, products = [node]) => {
    const view = overlaidView(indexCatalog(products), {
      ownProducts: [],
      overrides: [],
      ...overlay,
    });
    const product = view.productNamed('Node.js');
    if (!product) throw new Error('no product');
    return adviseMove({ product, upstream: view.upstreamOf(product) }, from, today);
  };
  const dated = (cycle: string, endsOn: string) => ({
    overrides: [
      {
        productName: 'node.js',
        cycle,
        endsOn: day(endsOn),
        reason: 'contract',
        setBy: 'Ada',
        setOn: today,
      },
    ],
  });
  const ownProduct = (...cycles: object[]) => ({
    ownProducts: [
      toProduct(
        starterProduct.parse({ slug: 'nodejs', name: 'Node.js', category: 'framework', cycles }),
        'organization',
      ),
    ],
  });

  it('a contract makes no target of what has ended', () => {
    expect(brief(adviseWith('16', dated('20', '2030-06-30')))).toEqual(['26', '24']);
  });

  it('a contract puts no end off, and an earlier one brings it forward', () => {
    expect(adviseWith('16', dated('26', '2035-01-01')).target).toMatchObject({
      name: '26',
      endsOn: '2029-04-30',
    });
    expect(adviseWith('16', dated('26', '2028-06-30')).target).toMatchObject({ name: '24' });
    expect(brief(adviseWith('16', dated('26', '2027-01-01')))).toEqual(['24', null]);
  });

  it('support under a contract alone is no target', () => {
    const old = { ...node, cycles: node.cycles.slice(2) };
    expect(brief(adviseWith('16', dated('20', '2030-06-30'), [old]))).toEqual(['-all_ended', null]);
    const unknown = of(
      [
        { name: '20', supportedUntil: true },
        { name: '16', supportedUntil: true },
      ],
      {
        slug: 'nodejs',
        name: 'Node.js',
      },
    );
    expect(brief(adviseWith('16', dated('20', '2030-06-30'), [unknown]))).toEqual([
      '-all_ended',
      null,
    ]);
  });

  it('an own product in the catalog’s place keeps nothing alive either', () => {
    const own = ownProduct(
      { name: '20', supportedUntil: '2030-06-30' },
      { name: '16', supportedUntil: '2023-09-11' },
    );
    expect(brief(adviseWith('16', own))).toEqual(['26', '24']);
    expect(
      brief(adviseWith('16', ownProduct({ name: '26', supportedUntil: '2027-01-31' }))),
    ).toEqual(['24', null]);
    expect(brief(adviseWith('16', ownProduct({ name: '26', supportedUntil: true })))).toEqual([
      '24',
      null,
    ]);
  });

  it('a product that only the organization has is advised on by its word', () => {
    const own = ownProduct(
      { name: '6', supportedUntil: '2029-06-30' },
      { name: '5', supportedUntil: '2023-09-11' },
    );
    expect(brief(adviseWith('5', own, []))).toEqual(['6', null]);
  });
});

describe('a cycle that the catalog lacks', () => {
  it.each([
    ['0.10', '26'],
    ['26', '-lasts'],
    ['99', '-no_newer'],
    ['edge', '-unknown_cycle'],
  ])('%s: %s', (from, to) => {
    const product = starter.get('nodejs');
    if (!product) throw new Error('no product');
    expect(brief(advise(product, from))[0]).toBe(to);
  });
});

test('the notes, the label, the end and the state are those of the target', () => {
  const openssl = starter.get('openssl');
  if (!openssl) throw new Error('no product');
  const notes = openssl.cycles.find(({ name }) => name === '3.5')?.releaseNotesUrl;
  expect(advise(openssl, '3.0').target).toMatchObject({
    label: '3.5 (LTS)',
    lts: true,
    endsOn: '2030-04-08',
    state: 'later',
    releaseNotesUrl: notes,
  });
  expect(notes).toContain('openssl-35');
});

test('the reasons in words', () => {
  const words = (slug: string, from: string) => {
    const product = starter.get(slug);
    return product ? noTargetWords(advise(product, from), (shown) => shown) : null;
  };
  expect(words('nodejs', '20')).toBeNull();
  expect(words('postgresql', '18')).toBe('Nothing newer is known to last longer');
  expect(words('kubernetes', '1.33')).toBe(
    '1.36, until 2027-06-28, is the newest; every newer cycle ends within a year',
  );
  expect(words('openssl', '3.6')).toBe(
    '4.0, until 2027-05-14, is the newest; every newer cycle ends within a year; 3.5 (LTS), which is older, is supported, until 2030-04-08',
  );
  expect(words('fedora', '44')).toBe('No newer cycle is supported yet');
  expect(words('centos', '8')).toBe(
    'No version is supported any more; the last to end was 7, on 2024-06-30',
  );
});

test('advice on a product of thousands of cycles takes no time', () => {
  const names = Array.from({ length: 2_000 }, (_, at) => String(2_000 - at));
  const product = of(names.map((name) => ({ name, supportedUntil: '2030-01-31' })));
  const start = performance.now();
  for (const name of names.slice(-100)) {
    expect(brief(advise(product, name))).toEqual(['-lasts', null]);
  }
  expect(performance.now() - start).toBeLessThan(10_000);
});
