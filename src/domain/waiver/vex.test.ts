import { expect, test } from 'vitest';
import { endId, toCycloneDxVex, toOpenVex, type VexWaiver } from './vex';

const SOURCE = {
  publicUrl: 'https://eventide.example.com',
  organizationId: '01931c5a-0000-7000-8000-000000000000',
  organizationName: 'Acme',
  at: '2026-11-25T12:00:00.000Z',
};
const waiver = (more: Partial<VexWaiver> = {}): VexWaiver => ({
  ...{ id: '01931c64-70d2-7c1e-8a35-5be0f9a1d2c7', scope: 'project', projectName: 'acme/shop' },
  ...{
    teamId: null,
    teamName: null,
    imageName: null,
    imageTag: null,
    productName: 'Debian Linux',
    cycle: '11',
  },
  ...{ reason: 'It moves in March', control: null, endsOn: '2027-03-03' },
  ...{ askedAt: '2026-11-20T09:00:00.000Z', updatedAt: '2026-11-20T11:30:00.000Z' },
  ...more,
});

test.each([
  ['Debian Linux', '11', 'EOL-Debian-Linux-11'],
  ['Node.js', '16', 'EOL-Node.js-16'],
  ['A  B\tC', '1 LTS', 'EOL-A-B-C-1-LTS'],
])('the end of %s %s is called %s', (product, cycle, id) => {
  expect(endId(product, cycle)).toBe(id);
});

test('OpenVEX says that it is affected, until when that is accepted, and why', () => {
  const { statements, ...head } = toOpenVex([waiver({ control: 'No route' })], SOURCE);
  expect(head).toMatchObject({
    '@context': 'https://openvex.dev/ns/v0.2.0',
    ...{ author: 'Acme', timestamp: SOURCE.at, version: 1 },
  });
  expect(statements).toEqual([
    expect.objectContaining({
      vulnerability: expect.objectContaining({ name: 'EOL-Debian-Linux-11' }),
      status: 'affected',
      action_statement:
        'Accepted until 2027-03-03, where it is found: the project acme/shop. It moves in March\nMitigating control: No route',
      products: [
        {
          '@id': `https://eventide.example.com/organizations/${SOURCE.organizationId}/projects/acme%2Fshop`,
          subcomponents: [{ '@id': 'pkg:generic/Debian%20Linux@11' }],
        },
      ],
    }),
  ]);
});

test('CycloneDX has each software once, and an analysis of each waiver', () => {
  const image = { scope: 'image', imageName: 'nginx', imageTag: '1', projectName: null } as const;
  const bom = toCycloneDxVex(
    [waiver(), waiver({ ...image, id: 'b', control: 'No route' })],
    SOURCE,
  );
  expect(bom.components).toHaveLength(1);
  expect(bom.vulnerabilities.map(({ analysis }) => analysis.response)).toEqual([
    ['will_not_fix'],
    ['will_not_fix', 'workaround_available'],
  ]);
  expect(bom.vulnerabilities[1]).toMatchObject({
    ...{ 'bom-ref': 'b', id: 'EOL-Debian-Linux-11' },
    analysis: { state: 'exploitable', firstIssued: '2026-11-20T09:00:00.000Z' },
    affects: [{ ref: bom.components[0]?.['bom-ref'] }],
  });
});

test('a package is named by its own package URL, and said to be judged, not to have ended', () => {
  const request = waiver({ productName: 'pkg:npm/%40acme/request', cycle: '2.88.2+1' });
  const purl = 'pkg:npm/%40acme/request@2.88.2%2B1';
  const description =
    'The registry of pkg:npm/%40acme/request 2.88.2+1 speaks against it, or its line is stale';
  expect(toOpenVex([request], SOURCE).statements).toMatchObject([
    { vulnerability: { description }, products: [{ subcomponents: [{ '@id': purl }] }] },
  ]);
  expect(toCycloneDxVex([request], SOURCE)).toMatchObject({
    components: [{ 'bom-ref': purl, purl }],
    vulnerabilities: [{ description, affects: [{ ref: purl }] }],
  });
});

test('an organization without waivers has documents that say nothing', () => {
  expect(toOpenVex([], SOURCE).statements).toEqual([]);
  expect(toCycloneDxVex([], SOURCE).vulnerabilities).toEqual([]);
});
