import { describe, expect, it } from 'vitest';
import { type Day, parseDay } from '@/domain/eol/calendar';
import type { Product } from './catalog';
import type { ComponentQuery } from './match';
import { overlaidView } from './overlay';
import { starterProduct, toProduct } from './starter-product';
import { type CycleOverride, indexCatalog, plainView } from './view';

const day = (text: string): Day => {
  const parsed = parseDay(text);
  if (!parsed) throw new Error(text);
  return parsed;
};
const product = (fields: object, source: 'starter' | 'organization' = 'starter'): Product =>
  toProduct(starterProduct.parse({ category: 'framework', ...fields }), source);

const nodejs = product({
  slug: 'nodejs',
  name: 'Node.js',
  purls: ['pkg:docker/library/node'],
  cycles: [
    { name: '20', activeUntil: '2024-10-22', supportedUntil: '2026-04-30' },
    { name: '18', supportedUntil: '2025-04-30' },
  ],
});
const catalog = indexCatalog([nodejs]);
const override = (fields: Partial<CycleOverride> = {}): CycleOverride => ({
  productName: 'node.js',
  cycle: '20',
  endsOn: day('2028-01-01'),
  reason: 'contract',
  setBy: 'Ada',
  setOn: day('2026-01-01'),
  ...fields,
});
const node20: ComponentQuery = { kind: 'purl', purl: 'pkg:docker/library/node@20.1.0' };
const node18: ComponentQuery = { kind: 'purl', purl: 'pkg:docker/library/node@18.1.0' };
const named = (name: string, version: string): ComponentQuery => ({
  kind: 'name',
  name,
  version,
  ecosystem: 'generic',
});

function supportOf(view: ReturnType<typeof overlaidView>, query: ComponentQuery) {
  const match = view.match(query);
  return match.found ? match.cycle.support : match.message;
}

describe('an organization’s date', () => {
  const view = overlaidView(catalog, { ownProducts: [], overrides: [override()] });

  it('stands in the place of the catalog’s, which stays visible', () => {
    expect(supportOf(view, node20)).toEqual([
      { level: 'ACTIVE_SUPPORT', endsOn: '2024-10-22', ended: false },
      {
        level: 'STANDARD_SUPPORT',
        endsOn: '2028-01-01',
        ended: false,
        override: {
          catalogEndsOn: '2026-04-30',
          catalogEnded: false,
          reason: 'contract',
          setBy: 'Ada',
          setOn: '2026-01-01',
        },
      },
    ]);
  });

  it('lets support that is paid for last as long, and never shorter', () => {
    const cycle = (extendedUntil: string | true | null) =>
      product({
        slug: 'ubuntu',
        name: 'Ubuntu',
        cycles: [{ name: '16.04', supportedUntil: '2021-04-30', extendedUntil }],
      });
    const extendedOf = (extendedUntil: string | true | null) => {
      const dated = override({ productName: 'Ubuntu', cycle: '16.04' });
      const found = overlaidView(indexCatalog([cycle(extendedUntil)]), {
        ownProducts: [],
        overrides: [dated],
      }).match(named('Ubuntu', '16.04'));
      return found.found ? found.cycle.support.at(-1) : null;
    };
    const level = 'EXTENDED_SUPPORT';
    expect(extendedOf('2026-04-30')).toMatchObject({
      ...{ level, endsOn: '2028-01-01', override: { catalogEndsOn: '2026-04-30' } },
    });
    expect(extendedOf(true)).toMatchObject({ level, endsOn: '2028-01-01', ended: false });
    expect(extendedOf('2030-04-30')).toEqual({ level, endsOn: '2030-04-30', ended: false });
    expect(extendedOf(null)).toEqual({ level, endsOn: null, ended: false });
  });

  it('is seen by whatever way the product is found, and leaves other cycles alone', () => {
    for (const found of [view.productNamed('NODE.JS'), view.productBySlug('nodejs')]) {
      expect(found?.cycles.map(({ support }) => support.at(-1)?.endsOn)).toEqual([
        '2028-01-01',
        '2025-04-30',
      ]);
    }
    expect(view.products().map(({ cycles }) => cycles[0]?.support.at(-1)?.endsOn)).toEqual([
      '2028-01-01',
    ]);
  });

  it('does not touch the catalog that others see', () => {
    expect(supportOf(plainView(catalog), node20)).toContainEqual({
      level: 'STANDARD_SUPPORT',
      endsOn: '2026-04-30',
      ended: false,
    });
  });
});

describe('an organization’s own product', () => {
  const billing = product(
    {
      slug: 'billing',
      name: 'ACME Billing',
      purls: ['pkg:npm/%40acme/billing'],
      cycles: [{ name: '3', supportedUntil: '2027-01-01' }],
    },
    'organization',
  );

  it('is found together with the catalog, by name', () => {
    const view = overlaidView(catalog, { ownProducts: [billing], overrides: [] });
    expect(view.match(named('ACME Billing', '3.1'))).toMatchObject({
      found: true,
      product: billing,
    });
    expect(supportOf(view, node20)).toEqual(nodejs.cycles[0]?.support);
    expect(view.products().map(({ slug }) => slug)).toEqual(['billing', 'nodejs']);
  });

  it('comes first where it goes by a name of the catalog, for the cycles that it has', () => {
    const own = product(
      { slug: 'our-node', name: 'Node.js', cycles: [{ name: '20', supportedUntil: '2030-01-01' }] },
      'organization',
    );
    const view = overlaidView(catalog, { ownProducts: [own], overrides: [] });
    for (const query of [node20, named('Node.js', '20.1')]) {
      expect(view.match(query)).toMatchObject({ found: true, product: { slug: 'our-node' } });
    }
    expect(view.match(named('Node.js', '18.1'))).toMatchObject({ product: { slug: 'nodejs' } });
  });

  it('may have a date that was set for it, too', () => {
    const view = overlaidView(catalog, {
      ownProducts: [billing],
      overrides: [override({ productName: 'acme billing', cycle: '3' })],
    });
    expect(supportOf(view, named('ACME Billing', '3.1'))).toMatchObject([{ endsOn: '2028-01-01' }]);
  });

  const standIn = (fields: object) =>
    product({ cycles: [{ name: '18', supportedUntil: '2030-01-01' }], ...fields }, 'organization');

  it.each([
    ['its slug', { slug: 'nodejs', name: 'Node (ACME)' }],
    ['its name', { slug: 'our-node', name: 'Node.js' }],
    ['its name as another name', { slug: 'acme-node', name: 'ACME Node', aliases: ['Node.js'] }],
    ['another name of it', { slug: 'our-node', name: 'NodeJS' }],
  ])('stands for one of the catalog that it shares %s with', (_case, fields) => {
    const own = standIn(fields);
    const view = overlaidView(catalog, { ownProducts: [own], overrides: [] });
    for (const query of [named('Node.js', '18.1'), node18]) {
      expect(view.match(query)).toMatchObject({ found: true, product: { slug: own.slug } });
    }
    expect(view.upstreamOf(own)).toBe(nodejs);
    expect(view.match(node20)).toMatchObject({ found: true, product: nodejs });
  });

  it('takes the date that was set for what it stands for, by whatever name', () => {
    const own = standIn({ slug: 'acme-node', name: 'ACME Node', aliases: ['Node.js'] });
    const date = override({ cycle: '18' });
    const view = overlaidView(catalog, { ownProducts: [own], overrides: [date] });
    for (const name of ['ACME Node', 'Node.js', 'nodejs']) {
      expect(supportOf(view, named(name, '18.1'))).toMatchObject([{ endsOn: '2028-01-01' }]);
    }
  });

  it('has the date of its own name of two for one cycle, in whichever order they come', () => {
    const own = standIn({ slug: 'nodejs', name: 'Node (ACME)' });
    const older = override({ cycle: '18' });
    const newer = override({ cycle: '18', productName: 'Node (ACME)', endsOn: day('2029-01-01') });
    for (const overrides of [
      [older, newer],
      [newer, older],
    ]) {
      const view = overlaidView(catalog, { ownProducts: [own], overrides });
      expect(supportOf(view, named('Node.js', '18.1'))).toMatchObject([{ endsOn: '2029-01-01' }]);
    }
  });

  it('leaves a product of the catalog to that of two that has its name', () => {
    const bySlug = standIn({ slug: 'nodejs', name: 'Other' });
    const byName = standIn({ slug: 'zz-node', name: 'Node.js' });
    for (const ownProducts of [
      [bySlug, byName],
      [byName, bySlug],
    ]) {
      const view = overlaidView(catalog, { ownProducts, overrides: [] });
      expect(view.match(node18)).toMatchObject({ found: true, product: { slug: 'zz-node' } });
    }
  });
});

it('finds what nothing is known of but a date of the organization’s, in scans as in questions', () => {
  const own = override({ productName: 'Foo Server', cycle: '2', endsOn: day('2024-01-01') });
  const view = overlaidView(catalog, { ownProducts: [], overrides: [own] });
  const purl = 'pkg:generic/foo-server@2.1';
  const scanned = { name: 'foo-server', version: '2.1', type: 'generic', purl };
  const component = { ...scanned, cpes: [], upstreams: [] };
  const expected = {
    ...{ found: true, product: { name: 'Foo Server', slug: 'Foo Server' }, maintainer: 'vendor' },
    cycle: { name: '2', support: [{ level: 'STANDARD_SUPPORT', endsOn: '2024-01-01' }] },
  };
  expect(view.match({ kind: 'purl', purl })).toMatchObject(expected);
  expect(view.matchScanned(component, null)).toMatchObject(expected);
  expect(view.explainScanned(component, null).match).toMatchObject(expected);
  const other = { ...component, name: 'node', purl: 'pkg:docker/library/node@20.1.0' };
  expect(view.matchScanned(other, null)).toMatchObject({ product: { slug: 'nodejs' } });
});

describe('a jar that others than its project built', () => {
  const keycloak = product({
    ...{ slug: 'keycloak', name: 'Keycloak', purls: ['pkg:maven/org.keycloak/keycloak-services'] },
    cycles: ['26.2', '26.0'].map((name) => ({ name, supportedUntil: '2025-01-01' })),
  });
  const withJars = indexCatalog([nodejs, keycloak]);
  const jar = (version: string): ComponentQuery => ({
    kind: 'purl',
    purl: `pkg:maven/org.keycloak/keycloak-services@${version}`,
  });
  const rebuilt = jar('26.0.10.redhat-00003');
  const date = override({ productName: 'Keycloak', cycle: '26.0' });
  const own = (fields: object) =>
    product(
      { slug: 'our-keycloak', name: 'Keycloak', cycles: [{ name: '26.0' }], ...fields },
      'organization',
    );

  it('has the date that the organization set for its release cycle, and tells who built it', () => {
    const view = overlaidView(withJars, { ownProducts: [], overrides: [date] });
    const scanned = { name: 'keycloak-services', version: '26.0.10.redhat-00003' };
    const component = { ...scanned, type: 'java-archive', purl: null, cpes: [], upstreams: [] };
    const withPurl = { ...component, purl: rebuilt.kind === 'purl' ? rebuilt.purl : null };
    for (const match of [
      view.match(rebuilt),
      view.matchScanned(withPurl, null),
      view.matchScanned(component, null),
      view.explainScanned(withPurl, null).match,
    ]) {
      expect(match).toMatchObject({
        ...{ found: true, product: { slug: 'keycloak' }, cycle: { name: '26.0' } },
        maintainedBy: { kind: 'unknown' },
      });
      expect(match.found && match.cycle.support).toMatchObject([{ endsOn: '2028-01-01' }]);
    }
  });

  it('is of the own product in its product’s place, where that has the release cycle', () => {
    for (const fields of [
      {},
      // Lists the package, in another release cycle.
      { purls: ['pkg:maven/org.keycloak/keycloak-services'], cycles: [{ name: '25' }] },
    ]) {
      const view = overlaidView(withJars, { ownProducts: [own(fields)], overrides: [date] });
      expect(supportOf(view, rebuilt)).toMatchObject([{ endsOn: '2028-01-01' }]);
    }
    const undated = overlaidView(withJars, { ownProducts: [own({})], overrides: [] });
    expect(undated.match(rebuilt)).toMatchObject({ product: { slug: 'our-keycloak' } });
  });

  it('is nobody’s that is known where the organization says nothing of that release cycle', () => {
    const ownProducts = [own({ cycles: [{ name: '25' }] })];
    const overrides = [override({ productName: 'Keycloak', cycle: '26.2' })];
    for (const overlay of [
      { ownProducts: [], overrides: [] },
      { ownProducts, overrides },
    ]) {
      const view = overlaidView(withJars, overlay);
      expect(view.match(rebuilt)).toMatchObject({ found: false, reason: 'unknown_maintainer' });
    }
    const view = overlaidView(withJars, { ownProducts, overrides });
    expect(view.match(jar('99.0.1.redhat-00003'))).toMatchObject({ reason: 'unknown_maintainer' });
  });
});

describe('a slug that a product had', () => {
  const sql = product({
    slug: 'sql-server',
    name: 'SQL Server',
    aliases: ['mssqlserver', 'SQL'],
    cycles: [{ name: '16', supportedUntil: '2033-01-11' }],
  });
  const renamed = indexCatalog([nodejs, sql]);
  const identifiers = [
    { product: 'mssqlserver', kind: 'purl', value: 'pkg:generic/acme-db' },
  ] as const;
  const views = [
    plainView(renamed),
    overlaidView(renamed, { identifiers, ownProducts: [], overrides: [] }),
  ];

  it('leads to it, as an alias to the letter alone does', () => {
    for (const view of views) {
      expect(view.productBySlug('mssqlserver')?.slug).toBe('sql-server');
      for (const other of ['MSSQLServer', 'sql', 'SQL Server', 'node.js', 'mssql'])
        expect(view.productBySlug(other)).toBeNull();
    }
  });

  it('is still what an organization says that a package belongs to', () => {
    const purl = 'pkg:generic/acme-db@16.0.4';
    expect(views.map((view) => view.match({ kind: 'purl', purl }).found)).toEqual([false, true]);
  });

  it('is the organization’s own product’s where it has one', () => {
    const own = product({ slug: 'mssqlserver', name: 'Ours', cycles: [] }, 'organization');
    const view = overlaidView(renamed, { identifiers, ownProducts: [own], overrides: [] });
    expect(view.productBySlug('mssqlserver')?.name).toBe('Ours');
  });
});
