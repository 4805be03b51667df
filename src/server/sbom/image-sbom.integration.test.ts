import { afterAll, beforeAll, expect, test } from 'vitest';
import { readText } from '@/domain/inventory/document/testing/reading';
import { starterProduct } from '@/domain/catalog/starter-product';
import { SBOM_FORMAT_NAMES } from '@/domain/sbom/names';
import { saveOwnProduct } from '@/server/catalog/service/own-products';
import { backgroundDone } from '@/server/platform/jobs/background';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeActor, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { type RestCall, RestClient } from '@/test/rest-client';

let deps: TestDeps;
let organizationId: OrganizationId;
let scanner: RestCall;
let viewer: RestCall;
let imageId: string;

const PRODUCTS = [
  importedProduct({
    name: 'Debian',
    slug: 'debian',
    category: 'os',
    cycles: [{ name: '12', supportedUntil: '2026-06-10', extendedUntil: '2028-06-30' }],
  }),
  importedProduct({
    name: 'Node.js',
    slug: 'nodejs',
    purls: ['pkg:generic/node'],
    cycles: [
      { name: '26' },
      {
        name: '24',
        activeUntil: '2026-10-20',
        supportedUntil: '2028-04-30',
        releasedOn: '2025-05-06',
      },
    ],
  }),
  importedProduct({
    name: 'Express',
    purls: ['pkg:npm/express'],
    cycles: [{ name: '4', supportedUntil: true }],
  }),
];

const carried = { name: 'cdx:lifecycle:milestone:endOfSupport', value: '2027-01-31' };
const BOM = {
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
  metadata: { component: { type: 'container', name: 'ghcr.io/acme/shop:1.2' } },
  components: [
    { type: 'operating-system', name: 'debian', version: '12' },
    {
      type: 'library',
      name: 'curl',
      version: '7.88.1-10',
      purl: 'pkg:deb/debian/curl@7.88.1-10?distro=debian-12',
    },
    { type: 'library', name: 'express', version: '4.18.2', purl: 'pkg:npm/express@4.18.2' },
    { type: 'library', name: 'left-pad', version: '1.3.0', purl: 'pkg:npm/left-pad@1.3.0' },
    { type: 'application', name: 'node', version: '24.1.0', purl: 'pkg:generic/node@24.1.0' },
    {
      type: 'library',
      name: 'ours',
      version: '7',
      purl: 'pkg:pypi/ours-of-nobody@7',
      properties: [carried],
    },
  ],
};

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  deps.clock.set('2026-11-27T12:00:00Z');
  await withCatalog(deps, PRODUCTS);
  organizationId = await makeOrganization(deps);
  const rest = new RestClient(deps);
  scanner = await rest.as(organizationId, 'scanner');
  viewer = await rest.as(organizationId, 'viewer');
  const { body } = await scanner('PUT', '/sbom', BOM);
  imageId = (body as { image_tag_id: string }).image_tag_id; // checked against the document
});
afterAll(async () => {
  await backgroundDone(deps);
  await deps.db.close();
});

const sbom = async (format: string) => {
  const { status, body } = await viewer('GET', `/image_tags/${imageId}/sbom?format=${format}`);
  expect(status).toBe(200);
  return body;
};

interface Written {
  readonly components: { name: string; properties: { name: string; value: string }[] }[];
}

test('says the end, the level and the evidence of each component, or why not', async () => {
  const { components } = (await sbom('cyclonedx-1.6')) as Written; // as the format has it
  const said = components.map(({ name, properties }) => {
    const of = (key: string) => properties.find((one) => one.name === key)?.value ?? null;
    return [
      name,
      of('cdx:lifecycle:milestone:endOfSupport'),
      of('eventide:supportLevel'),
      of('eventide:evidence'),
      of('eventide:justification'),
    ];
  });
  expect(said).toEqual([
    ['debian', '2026-06-10', 'endOfSupport', 'catalog', null],
    ['curl', '2026-06-10', 'endOfSupport', 'catalog', null],
    [
      'express',
      null,
      'noSupport',
      'catalog',
      'Support of Express 4 has ended; nobody says on which day',
    ],
    [
      ...['left-pad', null, 'noAssertion', 'unknown'],
      'The catalog does not have it, and its SBOM says nothing of its support',
    ],
    ['node', '2028-04-30', 'limitedSupport', 'catalog', null],
    ['ours', '2027-01-31', 'support', 'sbom', null],
  ]);
});

test('says what a registry says, and that a stale line is an estimate', async () => {
  const write = async (degree: string, message: string, successor: string | null) => {
    await deps.db.query(
      `INSERT INTO component_fact (organization_id, component_id, degree, message, successor, checked_at)
       SELECT organization_id, id, $2::text, $3::text, $4::text, now()
         FROM component WHERE organization_id = $1 AND name = 'left-pad'
       ON CONFLICT (organization_id, component_id) DO UPDATE
          SET degree = excluded.degree, message = excluded.message, successor = excluded.successor`,
      [organizationId, degree, message, successor],
    );
    const { components } = (await sbom('cyclonedx-1.6')) as Written; // as the format has it
    const properties = components.find(({ name }) => name === 'left-pad')?.properties ?? [];
    return Object.fromEntries(
      properties
        .filter(({ name }) => name.startsWith('eventide:') || name.startsWith('cdx:lifecycle'))
        .map(({ name, value }) => [name, value]),
    );
  };
  expect(await write('registry', 'Deprecated: use String.padStart().', 'padded')).toEqual({
    'eventide:supportLevel': 'noAssertion',
    'eventide:evidence': 'registry',
    'eventide:justification':
      'Its registry says: Deprecated: use String.padStart(). Named in its place: padded',
  });
  expect(await write('stale', 'Estimate: line 1 has had no release', null)).toEqual({
    'eventide:supportLevel': 'noAssertion',
    'eventide:evidence': 'stale',
    'eventide:justification': 'Estimate: line 1 has had no release',
  });
  await deps.db.of(organizationId).componentFact.deleteMany({});
});

test('goes by the organization’s own date', async () => {
  await callAs(deps, organizationId, 'admin').catalog.setOverride({
    ...{ product: 'Node.js', cycle: '24', ends_on: '2029-12-31', reason: 'We build it' },
  });
  await backgroundDone(deps);
  const { components } = (await sbom('cyclonedx-1.7')) as Written; // as the format has it
  const node = components.find(({ name }) => name === 'node')?.properties;
  expect(node).toContainEqual({ name: 'eventide:evidence', value: 'own' });
  expect(node).toContainEqual({
    name: 'cdx:lifecycle:milestone:endOfSupport',
    value: '2029-12-31',
  });
});

test.each(SBOM_FORMAT_NAMES)(
  'is read as the same inventory and dates, and the same bytes (%s)',
  async (format) => {
    const document = await sbom(format);
    expect(await sbom(format)).toEqual(document);
    const { components, subject, distro } = readText(document);
    expect(subject).toMatchObject({ kind: 'image', name: 'ghcr.io/acme/shop', tag: '1.2' });
    expect(distro).toMatchObject({ id: 'debian', versionId: '12' });
    expect(
      components.map(({ component: { name, version, carried } }) => [
        name,
        version,
        carried?.eolOn ?? null,
      ]),
    ).toEqual([
      ['curl', '7.88.1-10', '2026-06-10'],
      ['express', '4.18.2', null],
      ['left-pad', '1.3.0', null],
      ['node', '24.1.0', '2029-12-31'],
      ['ours', '7', '2027-01-31'],
    ]);
  },
);

test('is another document once a registry says something else, and not when it says the same again', async () => {
  const serial = async () =>
    ((await sbom('cyclonedx-1.7')) as { serialNumber: string }).serialNumber;
  const before = await serial();
  const say = (message: string, at: string) =>
    deps.db.query(
      `INSERT INTO component_fact (organization_id, component_id, degree, kind, message, checked_at)
       SELECT organization_id, id, 'registry', 'deprecated', $2, $3
         FROM component WHERE organization_id = $1 AND name = 'left-pad'
       ON CONFLICT (organization_id, component_id)
         DO UPDATE SET message = excluded.message, checked_at = excluded.checked_at`,
      [organizationId, message, at],
    );
  await say('use padStart', '2026-11-20T00:00:00Z');
  const said = await serial();
  expect(said).not.toBe(before);
  await say('use padStart', '2026-11-21T00:00:00Z');
  expect(await serial()).toBe(said);
  await say('use something else', '2026-11-21T00:00:00Z');
  expect(await serial()).not.toBe(said);
  await deps.db.query('DELETE FROM component_fact WHERE organization_id = $1', [organizationId]);
  expect(await serial()).toBe(before);
});

test('is of one’s own images alone, in the formats that there are', async () => {
  const stranger = await new RestClient(deps).as(await makeOrganization(deps), 'viewer');
  expect((await stranger('GET', `/image_tags/${imageId}/sbom`)).status).toBe(404);
  expect((await viewer('GET', `/image_tags/${imageId}/sbom?format=pdf`)).status).toBe(422);
});

test('says the end of what is found by another name, and of what an own product leaves to the catalog', async () => {
  const ours = await makeOrganization(deps);
  const product = starterProduct.parse({
    ...{ slug: 'nodejs', name: 'Node (ACME)', category: 'lang' },
    cycles: [{ name: '99', supportedUntil: '2030-01-01' }],
  });
  await saveOwnProduct(deps, await makeActor(deps, ours), { product, reason: 'Ours' });
  // The catalog has the cycle, and knows no end of it: the scanner does.
  const node = 'pkg:generic/node@26.1.0';
  const { image_tag_id: id } = await scanImage(deps, ours, {
    packages: [node, 'pkg:generic/node@24.1.0'],
    software: [{ product: 'NODEJS', cycle: '26', eol: '2026-05-05', packages: [node] }],
  });
  const read = await new RestClient(deps).as(ours, 'viewer');
  const { body } = await read('GET', `/image_tags/${id}/sbom?format=cyclonedx-1.6`);
  const { components } = body as Written; // as the format has it
  const ends = components.map(({ properties }) =>
    ['eventide:product', 'cdx:lifecycle:milestone:endOfSupport'].map(
      (key) => properties.find((one) => one.name === key)?.value ?? null,
    ),
  );
  expect(ends.toSorted()).toEqual([
    ['Node.js', '2026-05-05'],
    ['Node.js', '2028-04-30'],
  ]);
});
