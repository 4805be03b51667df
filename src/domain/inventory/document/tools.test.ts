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

it("reads Docker Scout's own JSON", () => {
  const document = readText({
    source: {
      type: 'image',
      image: {
        name: 'alpine:3.18',
        digest: `sha256:${'b'.repeat(64)}`,
        distro: { os_name: 'alpine', os_version: '3.18.4' },
      },
    },
    artifacts: [
      {
        type: 'apk',
        namespace: 'alpine',
        name: 'zlib',
        version: '1.2.13-r1',
        purl: 'pkg:apk/alpine/zlib@1.2.13-r1?os_name=alpine&os_version=3.18',
        licenses: ['Zlib'],
      },
    ],
    descriptor: { name: 'docker-scout', version: '1.4.1', sbom_version: '5' },
  });
  expect(document).toMatchObject({
    format: 'docker-scout-json',
    subject: { kind: 'image', name: 'alpine', tag: '3.18', digest: `sha256:${'b'.repeat(64)}` },
    distro: { id: 'alpine', versionId: '3.18.4' },
  });
  expect(document.components[0]?.component.type).toBe('apk');
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
