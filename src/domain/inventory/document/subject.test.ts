import { describe, expect, it } from 'vitest';
import { inventoryLines, readText } from './testing/reading';

const cycloneDx = (component: object) =>
  readText({
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
    metadata: { component },
  });
const spdx = (facts: object, ...references: [type: string, locator: string][]) =>
  readText({
    ...{ spdxVersion: 'SPDX-2.3', name: 'document', documentDescribes: ['SPDXRef-1'] },
    packages: [
      {
        ...{ SPDXID: 'SPDXRef-1', ...facts },
        externalRefs: references.map(([referenceType, referenceLocator]) => ({
          ...{ referenceType, referenceLocator },
        })),
      },
    ],
  });

describe('what a document describes', () => {
  const cpe = 'cpe:2.3:a:openssl:openssl:1.0.2:*:*:*:*:*:*:*';
  const openssl = { name: 'openssl', version: '1.0.2' };

  it('is listed where a CPE name tells which product it is', () => {
    for (const document of [
      cycloneDx({ type: 'firmware', ...openssl, cpe }),
      spdx({ name: 'openssl', versionInfo: '1.0.2' }, ['cpe23Type', cpe]),
    ]) {
      expect(document.components.map(({ component }) => component)).toMatchObject([
        { ...openssl, purl: null, cpes: [cpe] },
      ]);
      expect(document.subject).toMatchObject({ name: 'openssl', tag: '1.0.2' });
    }
  });

  it('is listed where its package URL leaves the version to what stands beside it', () => {
    const lines = ['express 3.0.0 npm pkg:npm/express@3.0.0'];
    const named = { name: 'express', version: '3.0.0', purl: 'pkg:npm/express' };
    expect(inventoryLines(cycloneDx({ type: 'application', ...named }))).toEqual(lines);
    const versioned = { name: 'express', versionInfo: '3.0.0' };
    expect(inventoryLines(spdx(versioned, ['purl', 'pkg:npm/express']))).toEqual(lines);
  });

  it.each([
    cycloneDx({ type: 'container', ...openssl, cpe }),
    cycloneDx({ type: 'application', ...openssl }),
    cycloneDx({ type: 'application', ...openssl, cpe, purl: 'pkg:github/openssl/openssl@1' }),
    cycloneDx({ type: 'firmware', name: 'openssl', cpe: cpe.replace('1.0.2', '*') }),
    spdx({ name: 'a', versionInfo: '1', primaryPackagePurpose: 'CONTAINER' }, ['cpe23Type', cpe]),
  ])(
    'is not listed where it is an image, a repository or nobody says which release: %#',
    (document) => {
      expect(document.components).toEqual([]);
    },
  );
});

it.each([
  ['pkg:docker/acme/shop@1.4?repository_url=gcr.io', 'gcr.io/acme/shop', '1.4'],
  ['pkg:docker/acme/shop@1.4?repository_url=https://gcr.io/', 'gcr.io/acme/shop', '1.4'],
  ['pkg:docker/acme/shop@1.4?repository_url=gcr.io/acme/shop', 'gcr.io/acme/shop', '1.4'],
  ['pkg:docker/acme/shop@1.4', 'acme/shop', '1.4'],
  ['pkg:oci/shop@1.4?repository_url=gcr.io/acme/shop', 'gcr.io/acme/shop', '1.4'],
])('calls an image by its registry and its repository: %s', (purl, name, tag) => {
  expect(cycloneDx({ type: 'application', name: 'x', purl }).subject).toMatchObject({
    ...{ kind: 'image', name, tag },
  });
});

it('calls an image by its package URL where its name is a digest, as apko writes it', () => {
  const digest = `sha256:${'a'.repeat(64)}`;
  const image = { name: digest, versionInfo: digest, primaryPackagePurpose: 'CONTAINER' };
  const purl = `pkg:oci/shop@${digest.replace(':', '%3A')}?arch=arm64`;
  expect(spdx(image, ['purl', purl]).subject).toMatchObject({
    ...{ kind: 'image', name: 'shop', tag: null, digest },
  });
});

it.each([
  'pkg:oci/image@sha256:1?arch=amd64&os=linux',
  'pkg:oci/index@sha256:1?mediaType=application%2Fvnd.oci.image.index.v1%2Bjson',
  'pkg:oci/shop@sha256:1?mediaType=application%2Fvnd.oci.image.index.v1%2Bjson',
])('calls no image as all others of apko are called, nor by an index: %s', (purl) => {
  const [one, other] = ['a', 'b'].map((letter) => {
    const digest = `sha256:${letter.repeat(64)}`;
    const image = { name: digest, versionInfo: digest, primaryPackagePurpose: 'CONTAINER' };
    return spdx(image, ['purl', purl]).subject;
  });
  expect([one?.tag, other?.tag]).toEqual(['a'.repeat(64), 'b'.repeat(64)]);
});

it('calls an image by a package URL that says where it is, whatever its name', () => {
  const digest = `sha256:${'a'.repeat(64)}`;
  const image = { name: digest, primaryPackagePurpose: 'CONTAINER' };
  const purl = 'pkg:oci/image@sha256:1?repository_url=ghcr.io/acme/image';
  expect(spdx(image, ['purl', purl]).subject?.name).toBe('ghcr.io/acme/image');
});

describe('a document of vulnerabilities alone', () => {
  const vulnerabilities = [{ id: 'CVE-2021-44228' }];
  const shop = { type: 'application', name: 'shop', version: '1', purl: 'pkg:npm/shop@1' };
  const vex = (more: object) =>
    readText({
      ...{ bomFormat: 'CycloneDX', specVersion: '1.6', metadata: { component: shop } },
      ...{ vulnerabilities, ...more },
    });

  it.each([{}, { components: [] }])('is no inventory, that would empty an image: %j', (more) => {
    expect(() => vex(more)).toThrow('no components');
    expect(() =>
      readText(
        '<bom xmlns="http://cyclonedx.org/schema/bom/1.6"><vulnerabilities><vulnerability/></vulnerabilities></bom>',
      ),
    ).toThrow('no components');
  });

  it('is an inventory with components beside them, and one of nothing is without vulnerabilities', () => {
    const a = { type: 'library', name: 'a', version: '1' };
    expect(inventoryLines(vex({ components: [a] }))).toContain('a 1  -');
    const within = { metadata: { component: { ...shop, components: [a] } } };
    expect(inventoryLines(vex(within))).toContain('a 1  -');
    expect(inventoryLines(vex({ vulnerabilities: [] }))).toHaveLength(1);
  });
});
