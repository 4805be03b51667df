import { createInventoryFilter } from '@/domain/inventory/document/filter';
import { readInventoryDocument } from '@/domain/inventory/document/read';
import { median, type Benchmark, type Line } from './runner';

const COMPONENTS = 10_000;
const ROUNDS = 5;
const WARM_UP = 2;
const CHUNK_BYTES = 65_536;

/** How fast documents are read from bytes to components, each format with the same packages. */
function run(): Promise<Line[]> {
  return Promise.resolve(
    Object.entries(DOCUMENTS).map(([what, write]) => lineOf(what, Buffer.from(write(PACKAGES)))),
  );
}

function lineOf(what: string, document: Uint8Array): Line {
  const durations = Array.from({ length: WARM_UP + ROUNDS }, () => {
    const startedAtMs = performance.now();
    const components = read(document);
    if (components !== COMPONENTS) throw new Error(`${what}: ${String(components)} components`);
    return performance.now() - startedAtMs;
  });
  const durationMs = median(durations.slice(WARM_UP));
  return {
    what: `${what}, ${String(COMPONENTS)} components`,
    measured: `${String(Math.round(COMPONENTS / (durationMs / 1_000)))} components/s`,
    ratio: `${(document.length / 1_048_576).toFixed(1)} MB in ${durationMs.toFixed(0)} ms`,
  };
}

function read(document: Uint8Array): number {
  const filter = createInventoryFilter();
  const parts: Uint8Array[] = [];
  for (let at = 0; at < document.length; at += CHUNK_BYTES) {
    filter.write(document.subarray(at, at + CHUNK_BYTES));
    parts.push(...filter.takeWritten());
  }
  const { json, syntax } = filter.end();
  const kept: unknown = JSON.parse(Buffer.concat([...parts, ...json]).toString());
  return readInventoryDocument(kept, syntax).components.length;
}

const PACKAGES = Array.from({ length: COMPONENTS }, (_, number) => {
  const name = `package-${String(number)}`;
  const version = `1.${String(number % 100)}.0`;
  return {
    name,
    version,
    purl: `pkg:npm/${name}@${version}`,
    cpe: `cpe:2.3:a:acme:${name}:${version}:*:*:*:*:*:*:*`,
    id: `SPDXRef-Package-${String(number)}`,
  };
});
type Packages = typeof PACKAGES;

const DOCUMENTS: Readonly<Record<string, (packages: Packages) => string>> = {
  'CycloneDX JSON': (packages) =>
    JSON.stringify({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      components: packages.map(({ name, version, purl, cpe }) => ({
        type: 'library',
        ...{ name, version, purl, cpe },
        licenses: [{ license: { id: 'MIT' } }],
        properties: [
          { name: 'syft:package:type', value: 'npm' },
          { name: 'syft:location:0:path', value: '/srv/package-lock.json' },
        ],
      })),
    }),
  'CycloneDX XML': (packages) =>
    `<bom xmlns="http://cyclonedx.org/schema/bom/1.6"><components>${packages
      .map(
        ({ name, version, purl, cpe }) =>
          `<component type="library"><name>${name}</name><version>${version}</version><licenses><license><id>MIT</id></license></licenses><cpe>${cpe}</cpe><purl>${purl}</purl><properties><property name="syft:package:type">npm</property></properties></component>`,
      )
      .join('')}</components></bom>`,
  'SPDX JSON': (packages) =>
    JSON.stringify({
      spdxVersion: 'SPDX-2.3',
      packages: packages.map(({ id, name, version, purl, cpe }) => ({
        SPDXID: id,
        name,
        versionInfo: version,
        licenseDeclared: 'MIT',
        externalRefs: [
          { referenceType: 'cpe23Type', referenceLocator: cpe },
          { referenceType: 'purl', referenceLocator: purl },
        ],
      })),
    }),
  'SPDX tag-value': (packages) =>
    `SPDXVersion: SPDX-2.3\nSPDXID: SPDXRef-DOCUMENT\n${packages
      .map(
        ({ id, name, version, purl, cpe }) =>
          `\nPackageName: ${name}\nSPDXID: ${id}\nPackageVersion: ${version}\nPackageLicenseDeclared: MIT\nExternalRef: SECURITY cpe23Type ${cpe}\nExternalRef: PACKAGE-MANAGER purl ${purl}\n`,
      )
      .join('')}`,
  'SPDX 3 JSON-LD': (packages) =>
    JSON.stringify({
      '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld',
      '@graph': packages.map(({ id, name, version, purl }) => ({
        type: 'software_Package',
        spdxId: `urn:${id}`,
        creationInfo: '_:creation',
        name,
        software_packageVersion: version,
        software_packageUrl: purl,
      })),
    }),
  'Syft JSON': (packages) =>
    JSON.stringify({
      artifacts: packages.map(({ name, version, purl, cpe }) => ({
        ...{ name, version, purl },
        type: 'npm',
        language: 'javascript',
        cpes: [{ cpe, source: 'syft-generated' }],
        licenses: [{ value: 'MIT' }],
        locations: [{ path: '/srv/package-lock.json' }],
      })),
      source: { type: 'directory', name: '/srv', metadata: { path: '/srv' } },
      descriptor: { name: 'syft', version: '1.40.0' },
      schema: { version: '16.1.10' },
    }),
  'Trivy JSON': (packages) =>
    JSON.stringify({
      SchemaVersion: 2,
      ArtifactName: '/srv',
      ArtifactType: 'filesystem',
      Results: [
        {
          Class: 'lang-pkgs',
          Type: 'npm',
          Packages: packages.map(({ name, version, purl }) => ({
            Name: name,
            Version: version,
            Identifier: { PURL: purl },
            Licenses: ['MIT'],
          })),
        },
      ],
    }),
  'GitHub snapshot': (packages) =>
    JSON.stringify({
      version: 0,
      detector: { name: 'detector', version: '1' },
      manifests: {
        'package-lock.json': {
          resolved: Object.fromEntries(
            packages.map(({ name, purl }) => [name, { package_url: purl, scope: 'runtime' }]),
          ),
        },
      },
    }),
};

export const inventoryDocuments: Benchmark = { name: 'inventory documents', run };
