import { expect, it } from 'vitest';
import type { Product } from '@/domain/catalog/catalog';
import { buildCatalogIndex } from '@/domain/catalog/index-of-names';
import { starterProduct, toProduct } from '@/domain/catalog/starter-product';
import { parseDay } from '@/domain/eol/calendar';
import { databaseRows } from './rows';
import { inScannerOrder } from './served-cycles';

const ENDED = { supportedUntil: '2020-01-01' };
const UNKNOWN = {};
/** As `4`, for one that ended on a known day, or with what is known of it. */
type Cycles = readonly (string | readonly [name: string, known: object])[];

function product(slug: string, cycles: Cycles, purls = [`pkg:npm/${slug}`], more = {}): Product {
  const data = {
    ...{ slug, name: slug, category: 'lang', purls },
    cycles: cycles.map((cycle) =>
      typeof cycle === 'string' ? { name: cycle, ...ENDED } : { name: cycle[0], ...cycle[1] },
    ),
    ...more,
  };
  return toProduct(starterProduct.parse(data), 'starter');
}

/** Lists the cycles served under each name, in the order in which the scanner reads them. */
async function served(...products: Product[]): Promise<Record<string, string[]>> {
  const today = parseDay('2026-11-22');
  if (!today) throw new Error('a day that is one');
  const catalog = { products, index: buildCatalogIndex(products) };
  const rows = await databaseRows(catalog, today, () => Promise.resolve());
  const names = rows.flatMap(({ name, cycles, purls, cpes }) =>
    [...purls, ...cpes].map((text): [string, string[]] => [
      `${name} ${text}`,
      cycles.map(({ releaseCycle }) => releaseCycle),
    ]),
  );
  expect(new Set(names.map(([name]) => name)).size).toBe(names.length);
  return Object.fromEntries(names);
}

it('serves what has a known end, the longest names first', async () => {
  const cycles: Cycles = [
    ['5', UNKNOWN],
    '4',
    ['3.10', ENDED],
    '3.9',
    ['3.8', { supportedUntil: true }],
  ];
  expect(await served(product('a', cycles))).toEqual({
    'a pkg:npm/a': ['3.10', '3.9', '3.8', '4'],
  });
});

it('leaves out a cycle that would claim the versions of one that is not served', async () => {
  expect(await served(product('a', ['3', ['3.10', UNKNOWN], '2']))).toEqual({
    'a pkg:npm/a': ['2'],
  });
  expect(await served(product('b', ['13', '13-lts', '12']))).toEqual({
    'b pkg:npm/b': ['12'],
  });
});

it('leaves out names at which the scanner gives up, or that claim more than they show', async () => {
  const odd = ['bullseye', '2.361.x', '10.0.19041.1', '11-hotspot'];
  expect(await served(product('a', [...odd, '1']))).toEqual({ 'a pkg:npm/a': ['1'] });
});

it('leaves out what two products with one name both claim', async () => {
  const shared = ['pkg:npm/shared'];
  expect(
    await served(product('a', ['1', '2'], shared), product('b', ['2.4', '3'], shared)),
  ).toEqual({ 'a pkg:npm/shared': ['1'], 'b pkg:npm/shared': ['3'] });
});

it('keeps within the limits of an identifier, which the scanner does not know', async () => {
  const cycles: Cycles = ['6', '5', ['1', { supportedUntil: true }]];
  const purls = ['pkg:npm/%40fortawesome/fontawesome-svg-core', 'pkg:npm/font-awesome'];
  expect(await served(product('font-awesome', cycles, purls))).toEqual({
    'font-awesome pkg:npm/%40fortawesome/fontawesome-svg-core': ['6'],
    'font-awesome pkg:npm/font-awesome': ['6', '5', '1'],
  });
});

it('knows the packages that Eventide knows, whatever the catalog’s source says', async () => {
  const names = Object.keys(await served(product('tomcat', ['8.5'], [])));
  expect(names).toContain('tomcat pkg:maven/org.apache.tomcat.embed/tomcat-embed-core');
});

it('tells of no distribution’s package and of no Go module but Go itself', async () => {
  const purls = ['pkg:deb/debian/nginx', 'pkg:rpm/redhat/nginx', 'pkg:apk/alpine/nginx'];
  const names = await served(
    product('nginx', ['1.24'], [...purls, 'pkg:generic/nginx']),
    product('docker-engine', ['17.12'], ['pkg:golang/github.com/docker/docker']),
    product('go', ['1.10'], []),
  );
  const told = Object.keys(names).filter((name) => /pkg:(?:deb|rpm|apk|golang|generic)/.test(name));
  expect(told.filter((name) => !name.startsWith('docker-engine pkg:generic'))).toEqual([
    'go pkg:golang/stdlib',
    'go pkg:golang/std',
    'go pkg:generic/golang',
    'go pkg:generic/go',
    'nginx pkg:generic/nginx',
  ]);
});

it('tells of distributions that are released, not of what is being made', async () => {
  const cycles: Cycles = [
    ['44', { ...ENDED, releasedOn: '2026-11-23' }],
    ['43', { ...ENDED, releasedOn: '2026-11-22' }],
    '42',
  ];
  const cpes = ['cpe:/o:fedoraproject:fedora'];
  expect(await served(product('fedora', cycles, [], { category: 'os', cpes }))).toEqual({
    'fedora cpe:/o:fedoraproject:fedora': ['43'],
    'fedora cpe:2.3:o:fedoraproject:fedora': ['43'],
  });
});

it('tells nothing of two distributions that share a number, nor of service packs behind one', async () => {
  const cycle = { ...ENDED, releasedOn: '2019-01-01' };
  const of = (slug: string, names: string[], cpe: string) => {
    const cycles = names.map((name) => [name, cycle] as const);
    return product(slug, cycles, [], { category: 'os', cpes: [cpe] });
  };
  expect(
    await served(
      of('centos', ['8', '7'], 'cpe:/o:centos:centos'),
      of('centos-stream', ['9', '8'], 'cpe:/o:centos:centos'),
      of('sles', ['15.5', '15'], 'cpe:/o:suse:sles'),
    ),
  ).toMatchObject({
    'centos cpe:/o:centos:centos': ['7'],
    'centos-stream cpe:/o:centos:centos': ['9'],
  });
  expect(await served(of('sles', ['15'], 'cpe:/o:suse:sles'))).toEqual({});
});

it('orders by how many numbers a name has, and keeps the order otherwise', () => {
  const names = ['4', '3', '3.10', '3.9', '1.2.3'].map((name) => ({ name }));
  expect(inScannerOrder(names).map(({ name }) => name)).toEqual(['1.2.3', '3.10', '3.9', '4', '3']);
});
