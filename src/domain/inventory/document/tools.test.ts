import { describe, expect, it } from 'vitest';
import type { InventoryDocument } from '@/domain/inventory/document';
import { inventoryLines, readText } from './testing/reading';

const scopesOf = ({ components }: InventoryDocument) =>
  Object.fromEntries(components.map(({ component, scope }) => [component.name, scope]));

it('reads older Syft documents, with CPEs as texts and the target of the source', () => {
  const document = readText({
    artifacts: [
      {
        name: 'node',
        version: '14.1',
        type: 'binary',
        cpes: ['cpe:2.3:a:nodejs:node.js:14.1:*:*:*:*:*:*:*'],
      },
    ],
    source: { type: 'image', target: { userInput: 'nginx:1.21', tags: ['nginx:1.21'] } },
    distro: { name: 'debian', version: '11', idLike: 'debian' },
    descriptor: { name: 'syft', version: '0.30.0' },
    schema: { version: '1.1.0' },
  });
  expect(document.subject).toMatchObject({ kind: 'image', name: 'nginx', tag: '1.21' });
  expect(document.distro).toMatchObject({ id: 'debian', versionId: '11' });
  expect(document.components[0]?.component.cpes).toEqual([
    'cpe:2.3:a:nodejs:node.js:14.1:*:*:*:*:*:*:*',
  ]);
});

describe("Docker Scout's own JSON", () => {
  const digest = `sha256:${'b'.repeat(64)}`;
  const os = 'os_distro=bookworm&os_name=debian&os_version=12';
  const location = { path: '/var/lib/dpkg/status', digest, diff_id: digest };
  /** As its source writes it: the name without a tag, the configuration of the image, a source package as `parent`. */
  const scout = (image: object = {}) => ({
    source: {
      type: 'image',
      image: {
        ...{ name: 'acme/shop', digest, tags: ['2.4'], manifest: { schemaVersion: 2 } },
        config: { architecture: 'amd64', config: { Labels: { team: 'web' }, Env: ['A=b'] } },
        ...{ raw_manifest: 'e30=', raw_config: 'e30=', size: 3 },
        distro: { os_name: 'debian', os_version: '12', os_distro: 'bookworm' },
        platform: { os: 'linux', architecture: 'amd64' },
        ...image,
      },
    },
    artifacts: [
      {
        ...{ type: 'deb', namespace: 'debian', name: 'bsdutils', version: '1:2.38.1-5+deb12u1' },
        purl: `pkg:deb/debian/bsdutils@1:2.38.1-5+deb12u1?${os}`,
        licenses: ['GPL-2+'],
        locations: [location],
        files: [{ ...location, path: '/usr/bin/logger' }],
        parent: `pkg:deb/debian/util-linux@2.38.1-5+deb12u1?${os}`,
      },
      {
        ...{ type: 'npm', namespace: '@angular', name: 'core', version: '15.2.0' },
        purl: 'pkg:npm/%40angular/core@15.2.0',
        locations: [{ ...location, path: '/srv/package-lock.json' }],
      },
    ],
    vulnerabilities: [],
    descriptor: { name: 'docker-scout', version: '1.18.0', sbom_version: '7' },
  });

  it('names the image by its name and tag, with its digest, labels and system', () => {
    expect(readText(scout())).toMatchObject({
      format: 'docker-scout-json',
      tools: [{ name: 'docker-scout', version: '1.18.0' }],
      subject: { kind: 'image', name: 'acme/shop', tag: '2.4', digest, labels: { team: 'web' } },
      distro: { id: 'debian', versionId: '12' },
    });
  });

  it.each([
    [{ name: 'acme/shop:1', tags: ['2'] }, 'acme/shop', '1'],
    [
      { tags: ['registry.example.com:5000/acme/shop:3'] },
      'registry.example.com:5000/acme/shop',
      '3',
    ],
    [{ name: 'localhost:5000/shop', tags: ['latest'] }, 'localhost:5000/shop', 'latest'],
    [{ tags: null, config: null }, 'acme/shop', null],
  ])('reads the image %j', (image, name, tag) => {
    expect(readText(scout(image)).subject).toMatchObject({ kind: 'image', name, tag, digest });
  });

  it('takes the types of packages from their purls, their source packages and where they lie', () => {
    const [first, second] = readText(scout()).components;
    expect(first).toMatchObject({
      path: '/var/lib/dpkg/status',
      component: {
        ...{ name: 'bsdutils', type: 'deb' },
        upstreams: [{ name: 'util-linux', version: '2.38.1-5+deb12u1' }],
      },
    });
    expect(second).toMatchObject({
      path: '/srv/package-lock.json',
      component: { name: '@angular/core', type: 'npm', language: 'javascript' },
    });
  });

  it.each([
    ['os_name=redhatlinux&os_version=9', 'rhel', '9'],
    ['os_name=oraclelinux&os_version=8', 'ol', '8'],
    ['os_name=amazonlinux&os_version=2', 'amzn', '2'],
    [
      'distro_name=wolfi&distro_version=20230201&os_name=alpine&os_version=edge',
      'wolfi',
      '20230201',
    ],
    ['os_name=debian', 'debian', ''],
  ])(
    'tells the system by what its package URLs say too, as in its SPDX form: %s',
    (os, id, versionId) => {
      const document = readText({
        ...{ spdxVersion: 'SPDX-2.3', SPDXID: 'SPDXRef-DOCUMENT', name: 'acme/shop' },
        packages: [
          {
            ...{ SPDXID: 'SPDXRef-1', name: 'bash', versionInfo: '5.2' },
            externalRefs: [
              { referenceType: 'purl', referenceLocator: `pkg:rpm/redhatlinux/bash@5.2?${os}` },
            ],
          },
        ],
      });
      expect(document.distro).toMatchObject({ id, versionId });
    },
  );
});

describe("Trivy's JSON", () => {
  const report = (Results: unknown[], OS = { Family: 'amazon', Name: '2 (Karoo)' }) =>
    readText({
      SchemaVersion: 2,
      CreatedAt: '2026-11-01T00:00:00Z',
      ArtifactName: 'nginx:1.21',
      ArtifactType: 'container_image',
      Metadata: {
        OS,
        ImageConfig: { config: { Labels: { team: 'web' } } },
      },
      Results,
    });

  it('reads packages with and without purls, and their sources', () => {
    const document = report([
      {
        Class: 'os-pkgs',
        Type: 'amazon',
        Packages: [
          {
            Name: 'bash',
            Version: '4.2',
            Release: '5.amzn2',
            Epoch: 1,
            SrcName: 'bash',
            SrcVersion: '4.2',
          },
        ],
      },
      {
        Class: 'lang-pkgs',
        Type: 'npm',
        Packages: [
          {
            Name: 'jest',
            Version: '29.0.0',
            Dev: true,
            Identifier: { PURL: 'pkg:npm/jest@29.0.0' },
          },
        ],
      },
    ]);
    expect(inventoryLines(document)).toEqual([
      'bash 1:4.2-5.amzn2 rpm -',
      'jest 29.0.0 npm pkg:npm/jest@29.0.0',
    ]);
    expect(scopesOf(document)).toEqual({ bash: null, jest: 'development' });
    expect(document).toMatchObject({
      distro: { id: 'amazon', versionId: '2' },
      subject: { kind: 'image', name: 'nginx', tag: '1.21', labels: { team: 'web' } },
    });
  });

  it('takes types from what read the packages where Trivy did not recognize the system', () => {
    const packages = [
      { Name: 'nodejs', Version: '20.20.2', Release: '1nodesource1', AnalyzedBy: 'dpkg' },
      { Name: 'bash', Version: '5.2' },
    ];
    const document = report([{ Class: 'os-pkgs', Type: 'none', Packages: packages }], {
      Family: 'none',
      Name: '',
    });
    expect(document.distro).toBeNull();
    expect(inventoryLines(document)).toEqual(['bash 5.2  -', 'nodejs 20.20.2-1nodesource1 deb -']);
  });

  it('refuses a report that lists only vulnerabilities, and says how to list packages', () => {
    expect(() => report([{ Class: 'os-pkgs', Type: 'debian', Vulnerabilities: [] }])).toThrow(
      '--list-all-pkgs',
    );
  });
});

it('reads the predicate of an in-toto statement, with the digest that it attests', () => {
  const sha256 = 'c'.repeat(64);
  const document = readText({
    _type: 'https://in-toto.io/Statement/v0.1',
    predicateType: 'https://cyclonedx.org/bom',
    subject: [{ name: 'pkg:docker/acme/shop@1.4?platform=linux%2Famd64', digest: { sha256 } }],
    predicate: {
      bomFormat: 'CycloneDX',
      specVersion: '1.4',
      components: [{ type: 'library', name: 'a', version: '1' }],
    },
  });
  expect(document.subject).toMatchObject({
    kind: 'image',
    name: 'acme/shop',
    tag: '1.4',
    digest: `sha256:${sha256}`,
  });
  expect(inventoryLines(document)).toEqual(['a 1  -']);
});

it('reads a manifest of any name in a snapshot', () => {
  const document = readText(
    '{"version":0,"job":{},"manifests":{"__proto__":{"resolved":{"__proto__":{"package_url":"pkg:npm/a@1"}}}}}',
  );
  expect(inventoryLines(document)).toEqual(['a 1 npm pkg:npm/a@1']);
});
