import { expect, it } from 'vitest';
import type { Product, SupportEnd } from '@/domain/catalog/catalog';
import { parseDay } from '@/domain/eol/calendar';
import { buildCatalogIndex, matchScanned } from '@/domain/catalog/index-of-names';
import {
  SAMPLE_PRODUCTS,
  sampleCycle,
  sampleProduct,
} from '@/domain/catalog/testing/sample-products';
import { isDomainError } from '@/domain/errors';
import { MAX_MATCHES } from '@/domain/scan/body/keep-rules';
import { withCarriedDates } from './carried-dates';
import { readText } from './document/testing/reading';
import { uploadOfDocument } from './upload';

function catalogOf(products: readonly Product[]): Parameters<typeof withCarriedDates>[1] {
  const index = buildCatalogIndex(products);
  return { matchScanned: (component, distro) => matchScanned(index, component, distro) };
}

const given = { project: null, name: 'shop', tag: null, digest: null, labels: {} };

function reported(document: unknown, products: readonly Product[] = SAMPLE_PRODUCTS) {
  const upload = uploadOfDocument(readText(document), given);
  return withCarriedDates(upload, catalogOf(products)).matches.map(({ component, cycle }) => [
    component.name,
    cycle.product,
    cycle.cycle,
    cycle.eolOn,
    cycle.ended,
  ]);
}

it('takes the end of support of CycloneDX, and not the end of sale', () => {
  const dated = (name: string, property: string, version = '1') => ({
    ...{ name, version },
    properties: [{ name: `cdx:lifecycle:milestone:${property}`, value: '2027-01-31' }],
  });
  const components = [
    dated('a', 'endOfSupport'),
    dated('b', 'endOfLife'),
    dated('c', 'endOfSupport', ''),
  ];
  expect(reported({ bomFormat: 'CycloneDX', specVersion: '1.6', components })).toEqual([
    ['a', 'a', '1', '2027-01-31', false],
  ]);
});

it('keeps what a document says with the component, which is another one where documents differ', () => {
  const read = (value: string | null) =>
    readText({
      ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
      components: [
        {
          ...{ name: 'a', version: '1' },
          properties:
            value === null ? [] : [{ name: 'cdx:lifecycle:milestone:endOfSupport', value }],
        },
      ],
    }).components[0]?.component;
  const [none, one, same, other] = [null, '2027-01-31', '2027-01-31T00:00:00Z', '2028-01-31'].map(
    read,
  );
  expect(none).not.toHaveProperty('carried');
  expect(one?.carried?.eolOn).toBe('2027-01-31');
  expect(same).toEqual(one);
  expect(new Set([none?.identity, one?.identity, other?.identity]).size).toBe(3);
});

it('leaves packages of a distribution to the catalog where that knows its end', () => {
  const support: SupportEnd = {
    level: 'STANDARD_SUPPORT',
    endsOn: parseDay('2026-06-10'),
    ended: false,
  };
  const dated = sampleProduct('debian', [{ ...sampleCycle('12'), support: [support] }], {
    category: 'os',
    name: 'Debian',
  });
  const properties = [{ name: 'cdx:lifecycle:milestone:endOfSupport', value: '2026-06-10' }];
  const purl = 'pkg:deb/debian/curl@7.88.1-10?arch=amd64&distro=debian-12';
  const components = [{ name: 'curl', version: '7.88.1-10', purl, properties }];
  const document = { bomFormat: 'CycloneDX', specVersion: '1.6', components };
  expect(reported(document, [dated])).toEqual([]);
  expect(reported(document, [])).toEqual([['curl', 'curl', '7.88.1-10', '2026-06-10', false]]);
});

it('takes no date of what does not ship', () => {
  const properties = [{ name: 'cdx:lifecycle:milestone:endOfSupport', value: '2027-01-31' }];
  const components = [{ name: 'a', version: '1', scope: 'excluded', properties }];
  expect(reported({ bomFormat: 'CycloneDX', specVersion: '1.6', components })).toEqual([]);
});

it('takes levels of support without a date as ended on an unknown day (SPDX 3)', () => {
  const element = (name: string, more: object) => ({
    ...{ type: 'software_Package', spdxId: `urn:${name}`, name, software_packageVersion: '2' },
    ...more,
  });
  const document = {
    '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld',
    '@graph': [
      element('a', { supportLevel: 'noSupport' }),
      element('b', { supportLevel: ['support'], validUntilTime: '2028-02-01T00:00:00Z' }),
      element('c', { supportLevel: 'support' }),
    ],
  };
  expect(reported(document)).toEqual([
    ['a', 'a', '2', null, true],
    ['b', 'b', '2', '2028-02-01', false],
  ]);
});

it("takes the end of an operating system that the catalog does not know (Syft's supportEnd)", () => {
  const document = {
    ...{ artifacts: [], descriptor: { name: 'syft' }, schema: { version: '16' } },
    distro: { id: 'ours', versionID: '3', prettyName: 'Our Linux 3', supportEnd: '2026-12-31' },
  };
  expect(reported(document)).toEqual([['Our Linux 3', 'ours', '3', '2026-12-31', false]]);
});

it('leaves the operating system to the catalog where that knows its end', () => {
  const support: SupportEnd = { level: 'STANDARD_SUPPORT', endsOn: null, ended: true };
  const dated = sampleProduct('ours', [{ ...sampleCycle('3'), support: [support] }], {
    category: 'os',
    name: 'Ours',
  });
  const undated = sampleProduct('ours', '3', { category: 'os', name: 'Ours' });
  const document = {
    ...{ artifacts: [], descriptor: { name: 'syft' }, schema: { version: '16' } },
    distro: { id: 'ours', versionID: '3', prettyName: 'Ours 3', supportEnd: '2036-12-31' },
  };
  expect(reported(document, [dated])).toEqual([]);
  expect(reported(document, [undated])).toEqual([['Ours 3', 'Ours', '3', '2036-12-31', false]]);
});

it('names a release of the catalog as the catalog does, whose own date then goes before', () => {
  const properties = [{ name: 'cdx:lifecycle:milestone:endOfSupport', value: '2036-01-31' }];
  const purl = 'pkg:generic/node@18.1.0';
  const components = [{ name: 'node', version: '18.1.0', purl, properties }];
  expect(reported({ bomFormat: 'CycloneDX', specVersion: '1.6', components })).toEqual([
    ['node', 'Node.js', '18', '2036-01-31', false],
  ]);
});

it('lets versions of one release cycle end on one day, the first, in whatever order they stand', () => {
  const dated = (version: string, property: string, value: string) => ({
    ...{ name: 'node', version, purl: `pkg:generic/node@${version}` },
    properties: [{ name: property, value }],
  });
  const ended = dated('18.1.0', 'eventide:supportLevel', 'noSupport');
  const early = dated('18.2.0', 'cdx:lifecycle:milestone:endOfSupport', '2027-01-31');
  const late = dated('18.3.0', 'cdx:lifecycle:milestone:endOfSupport', '2028-01-31');
  const endsOf = (components: unknown[]) =>
    reported({ bomFormat: 'CycloneDX', specVersion: '1.6', components }).map((one) => one.slice(3));
  expect(endsOf([early, late])).toEqual([
    ['2027-01-31', false],
    ['2027-01-31', false],
  ]);
  expect(endsOf([late, early])).toEqual(endsOf([early, late]));
  expect(endsOf([early, ended, late])).toEqual([
    [null, true],
    [null, true],
    [null, true],
  ]);
});

it('refuses more dates than a scanner may report', () => {
  const read = readText({
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
    components: [
      {
        ...{ name: 'a', version: '1' },
        properties: [{ name: 'cdx:lifecycle:milestone:endOfSupport', value: '2027-01-31' }],
      },
    ],
  });
  const upload = uploadOfDocument(read, given);
  const components = upload.components.flatMap((one) =>
    Array.from({ length: MAX_MATCHES + 1 }, () => one),
  );
  let refusal: unknown;
  try {
    withCarriedDates({ ...upload, components }, catalogOf([]));
  } catch (error) {
    refusal = error;
  }
  expect(isDomainError(refusal) && refusal.code).toBe('invalid');
});
