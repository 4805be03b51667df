import { expect, it } from 'vitest';
import type { CatalogView } from '@/domain/catalog/view';
import { readText } from './document/testing/reading';
import { withCarriedDates } from './carried-dates';
import { uploadOfDocument } from './upload';

const knowsNothing: Pick<CatalogView, 'matchScanned'> = {
  matchScanned: () =>
    ({ found: false, reason: 'unknown_product', product: null, cycle: null }) as never,
};
const given = { project: null, name: 'shop', tag: null, digest: null, labels: {} };

function reported(document: unknown) {
  const read = readText(document);
  return withCarriedDates(uploadOfDocument(read, given), read, knowsNothing).matches.map(
    ({ component, cycle }) => [
      component.name,
      cycle.product,
      cycle.cycle,
      cycle.eolOn,
      cycle.ended,
    ],
  );
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
