/** Documents of every format that is read, each with the same packages of npm, by what they are called. */
export function everyFormat(packages: number): ReadonlyMap<string, string> {
  const listed = Array.from({ length: packages }, (_, number) => packageOf(number));
  return new Map(Object.entries(DOCUMENTS).map(([what, write]) => [what, write(listed)]));
}

function packageOf(number: number) {
  const name = `package-${String(number)}`;
  const version = `1.${String(number % 100)}.0`;
  return {
    name,
    version,
    purl: `pkg:npm/${name}@${version}`,
    cpe: `cpe:2.3:a:acme:${name}:${version}:*:*:*:*:*:*:*`,
    id: `SPDXRef-Package-${String(number)}`,
  };
}
type Packages = readonly ReturnType<typeof packageOf>[];

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
  'GitHub export': (packages) =>
    JSON.stringify({
      sbom: {
        spdxVersion: 'SPDX-2.3',
        SPDXID: 'SPDXRef-DOCUMENT',
        packages: packages.map(({ id, name, version, purl }) => ({
          SPDXID: id,
          name: `npm:${name}`,
          versionInfo: version,
          externalRefs: [{ referenceType: 'purl', referenceLocator: purl }],
        })),
      },
    }),
  'Docker Scout JSON': (packages) =>
    JSON.stringify({
      artifacts: packages.map(({ name, version, purl }) => ({ type: 'npm', name, version, purl })),
      source: { type: 'image', image: { name: 'acme/shop:1', digest: 'sha256:00', tags: [] } },
      descriptor: { name: 'docker-scout', version: '1.18.0' },
    }),
  'in-toto statement': (packages) =>
    JSON.stringify({
      _type: 'https://in-toto.io/Statement/v0.1',
      predicateType: 'https://cyclonedx.org/bom',
      subject: [{ name: 'pkg:docker/acme/shop@1', digest: { sha256: '00' } }],
      predicate: {
        bomFormat: 'CycloneDX',
        specVersion: '1.6',
        components: packages.map(({ name, version, purl }) => ({
          type: 'library',
          ...{ name, version, purl },
        })),
      },
    }),
};
