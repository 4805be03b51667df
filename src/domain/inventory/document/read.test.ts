import { describe, expect, it } from 'vitest';
import type { InventoryDocument } from '@/domain/inventory/document';
import { inventoryLines, readText } from './testing/reading';

const cycloneDx = (components: unknown[], metadata: object = {}) =>
  readText({ bomFormat: 'CycloneDX', specVersion: '1.6', metadata, components });
const scopesOf = ({ components }: InventoryDocument) =>
  Object.fromEntries(components.map(({ component, scope }) => [component.name, scope]));

describe('CycloneDX', () => {
  it('reads components within components, and none of files, services and tools', () => {
    const document = cycloneDx(
      [
        {
          type: 'framework',
          name: 'outer',
          version: '1',
          components: [{ type: 'library', name: 'inner', version: '2' }],
        },
        { type: 'file', name: '/etc/passwd' },
        { type: 'file', name: 'bash', purl: 'pkg:generic/bash' },
        { type: 'application', name: 'package-lock.json' },
        {
          ...{ type: 'application', name: 'Java', version: '' },
          properties: [{ name: 'aquasecurity:trivy:Type', value: 'jar' }],
        },
      ],
      { tools: { components: [{ name: 'trivy', version: '0.60.0' }] } },
    );
    expect(inventoryLines(document)).toEqual(['inner 2  -', 'outer 1  -']);
    expect(document.notUnderstood.unversioned).toBe(0);
    expect(document.tools).toEqual([{ name: 'trivy', version: '0.60.0' }]);
  });

  it('reads packages that are files, and programs without a version, which are counted so', () => {
    const document = cycloneDx([
      { type: 'file', name: 'a.jar', version: '1', purl: 'pkg:maven/acme/a@1' },
      { type: 'application', name: 'PostgreSQL' },
      { type: 'application', name: 'Node.js', versionRange: 'vers:generic/>=18' },
    ]);
    expect(inventoryLines(document)).toEqual([
      'Node.js   -',
      'PostgreSQL   -',
      'a 1 java-archive pkg:maven/acme/a@1',
    ]);
    expect(document.notUnderstood).toEqual({ unnamed: 0, unversioned: 2, ranged: 1 });
  });

  it('reads what the subject itself is made of, as JSON and as XML', () => {
    const device = {
      ...{ type: 'device', name: 'pump', version: '3' },
      components: [
        { type: 'operating-system', name: 'debian', version: '9' },
        {
          ...{ type: 'framework', name: 'outer', version: '1' },
          components: [{ type: 'library', name: 'inner', version: '2' }],
        },
      ],
    };
    const xml = `<bom xmlns="http://cyclonedx.org/schema/bom/1.6"><metadata>
      <component type="device"><name>pump</name><version>3</version><components>
        <component type="operating-system"><name>debian</name><version>9</version></component>
        <component type="framework"><name>outer</name><version>1</version><components>
          <component type="library"><name>inner</name><version>2</version></component>
        </components></component>
      </components></component></metadata>
      <components><component type="library"><name>a</name><version>1</version></component></components></bom>`;
    const json = cycloneDx([{ type: 'library', name: 'a', version: '1' }], { component: device });
    for (const document of [json, readText(xml)]) {
      expect(document.subject).toMatchObject({ kind: 'application', name: 'pump', tag: '3' });
      expect(document.distro).toMatchObject({ id: 'debian', versionId: '9' });
      expect(inventoryLines(document)).toEqual(['a 1  -', 'inner 2  -', 'outer 1  -']);
    }
  });

  it.each([
    [{ version: '', versionRange: 'vers:npm/>=1' }, 1, 1],
    [{ version: '^4.17.1' }, 1, 1],
    [{ version: '>= 2, < 3' }, 1, 1],
    [{ version: '1.x' }, 1, 1],
    [{ version: '[1.0,2.0)' }, 1, 1],
    [{ version: 'NOASSERTION' }, 1, 0],
    [{ version: '', purl: 'pkg:npm/a@NOASSERTION' }, 1, 0],
    [{ version: '1:2.38.1-5+deb12u3~bpo' }, 0, 0],
    [{ version: '(devel)' }, 0, 0],
  ])('of %j tells versions from ranges', (said, unversioned, ranged) => {
    const { components, notUnderstood } = cycloneDx([{ type: 'library', name: 'a', ...said }]);
    expect(notUnderstood).toEqual({ unnamed: 0, unversioned, ranged });
    expect(components[0]?.component.version === '').toBe(unversioned === 1);
  });

  it('takes no range for a version from a purl', () => {
    const { components } = cycloneDx([
      { type: 'library', name: 'express', version: '^4', purl: 'pkg:/npm/express@%5E4' },
    ]);
    expect(components[0]?.component).toMatchObject({ version: '', purl: 'pkg:npm/express' });
  });

  it.each([
    ['3.0.0', 'pkg:npm/express', 'pkg:npm/express@3.0.0'],
    ['3.0.0', 'pkg:/npm/express@%5E3', 'pkg:npm/express@3.0.0'],
    ['3.0.0', 'pkg:npm/express@UNKNOWN', 'pkg:npm/express@3.0.0'],
    ['1:2-3', 'pkg:deb/debian/a?arch=amd64', 'pkg:deb/debian/a@1:2-3?arch=amd64'],
    ['3.0.0', 'pkg:npm/express@4.0.0', 'pkg:npm/express@4.0.0'],
    ['NOASSERTION', 'pkg:npm/express', 'pkg:npm/express'],
    ['^3', 'pkg:npm/express', 'pkg:npm/express'],
  ])('of the version %s beside %s knows the package %s', (version, purl, whole) => {
    const { components } = cycloneDx([{ type: 'library', name: 'a', version, purl }]);
    expect(components[0]?.component.purl).toBe(whole);
  });

  it('reads dates of support, and takes endOfLife for the end of sale', () => {
    const named = (name: string, value: string) => ({ name: `cdx:${name}`, value });
    const { components } = cycloneDx([
      {
        type: 'library',
        name: 'a',
        version: '1',
        properties: [
          named('lifecycle:milestone:endOfGuaranteedSupport', '0001-01-01'),
          named('lifecycle:milestone:endOfLife', '2026-01-31'),
          named('lifecycle:milestone:endOfSupport', '2027-01-31T00:00:00Z'),
          named('cle:generalAvailability', '2020-02-01'),
          named('lifecycle:milestone:endOfDevelopment', 'some day'),
        ],
      },
    ]);
    expect(components[0]?.component.carried).toEqual({
      releasedOn: '2020-02-01',
      developmentEndsOn: null,
      guaranteedSupportEndsOn: null,
      eolOn: '2027-01-31',
      saleEndsOn: '2026-01-31',
      supportLevel: null,
      source: 'cdx:lifecycle:milestone:endOfSupport',
    });
  });

  it('keeps what is excluded or only for development, marked', () => {
    const library = (name: string, more: object) => ({
      type: 'library',
      name,
      version: '1',
      ...more,
    });
    const development = { name: 'cdx:npm:package:development', value: 'true' };
    expect(
      scopesOf(
        cycloneDx([
          library('a', { scope: 'excluded' }),
          library('b', { scope: 'optional', properties: [development] }),
          library('c', { scope: 'required' }),
          library('d', {}),
          library('e', { properties: [development] }),
          library('e', { scope: 'required' }),
        ]),
      ),
    ).toEqual({ a: 'excluded', b: 'development', c: 'required', d: null, e: 'required' });
  });

  it('makes a component of its own of what does not ship, and none where it ships too', () => {
    const one = { type: 'library', name: 'a', version: '1' };
    const excluded = { ...one, scope: 'excluded' };
    const componentsOf = (...entries: object[]) =>
      cycloneDx(entries).components.map(({ component }) => component);
    const [ships] = componentsOf(one);
    const [doesNot] = componentsOf(excluded);
    expect([ships?.scope, doesNot?.scope]).toEqual([undefined, 'excluded']);
    expect(doesNot?.identity).not.toBe(ships?.identity);
    for (const both of [
      [one, excluded],
      [excluded, one],
    ]) {
      expect(componentsOf(...both)).toEqual([ships]);
    }
    expect(componentsOf({ ...one, scope: 'optional' })).toEqual([ships]);
  });

  it('takes an operating system without a name for none', () => {
    const { distro } = cycloneDx([
      { type: 'operating-system', name: '' },
      { type: 'library', name: 'a', version: '1', purl: 'pkg:deb/debian/a@1?distro=debian-12' },
    ]);
    expect(distro).toMatchObject({ id: 'debian', versionId: '12' });
  });

  it("reads Trivy's image, its source packages and its system", () => {
    const trivy = (name: string, value: string) => ({ name: `aquasecurity:trivy:${name}`, value });
    const digest = `sha256:${'a'.repeat(64)}`;
    const document = cycloneDx(
      [
        { type: 'operating-system', name: 'debian', version: '12.5' },
        {
          type: 'library',
          name: 'libssl3',
          version: '3.0.11-1',
          purl: 'pkg:deb/debian/libssl3@3.0.11-1?distro=debian-12.5',
          properties: [
            trivy('SrcName', 'openssl'),
            trivy('SrcVersion', '3.0.11'),
            trivy('SrcRelease', '1'),
          ],
        },
      ],
      {
        component: {
          type: 'container',
          name: 'registry.acme.example/shop:1.4',
          properties: [
            trivy('Labels:team', 'web'),
            trivy('RepoDigest', `registry.acme.example/shop@${digest}`),
          ],
        },
      },
    );
    expect(document.distro).toMatchObject({ id: 'debian', versionId: '12.5' });
    expect(document.subject).toEqual({
      kind: 'image',
      name: 'registry.acme.example/shop',
      tag: '1.4',
      digest,
      labels: { team: 'web' },
      repoDigests: [`registry.acme.example/shop@${digest}`],
    });
    expect(document.components[0]?.component.upstreams).toEqual([
      { name: 'openssl', version: '3.0.11-1' },
    ]);
  });
});

it('tells the system by the qualifier that most packages have', () => {
  const deb = (name: string, distro: string) => ({
    type: 'library',
    name,
    version: '1',
    purl: `pkg:deb/debian/${name}@1?distro=${distro}`,
  });
  const { distro } = cycloneDx([
    deb('a', 'debian-12.5'),
    deb('b', 'debian-12'),
    deb('c', 'debian-12'),
  ]);
  expect(distro).toMatchObject({ id: 'debian', versionId: '12' });
  expect(cycloneDx([deb('a', 'bookworm')]).distro).toMatchObject({
    id: 'debian',
    versionId: 'bookworm',
  });
});

it('cuts the name of a tool through no character: answers are kept as JSON, which takes no half of one', () => {
  const [cut, whole] = ['x'.repeat(255), 'x'.repeat(254)];
  const { tools } = readText({
    ...{ spdxVersion: 'SPDX-2.3', packages: [] },
    creationInfo: { creators: [`Tool: ${cut}😀`, `Tool: ${whole}😀`] },
  });
  expect(tools.map(({ name }) => name)).toEqual([`${cut}\ufffd`, `${whole}😀`]);
});

it("reads GitHub's export of SPDX with its wrapper and without", () => {
  const sbom = {
    spdxVersion: 'SPDX-2.3',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: 'com.github.acme/shop',
    creationInfo: {
      created: '2026-11-01T00:00:00Z',
      creators: ['Tool: GitHub.com-Dependency-Graph'],
    },
    packages: [
      {
        SPDXID: 'SPDXRef-github-acme-shop',
        name: 'com.github.acme/shop',
        versionInfo: 'main',
        externalRefs: [{ referenceType: 'purl', referenceLocator: 'pkg:github/acme/shop@main' }],
      },
      {
        SPDXID: 'SPDXRef-npm-express',
        name: 'npm:express',
        versionInfo: '^4.17.1',
        externalRefs: [{ referenceType: 'purl', referenceLocator: 'pkg:/npm/express' }],
      },
    ],
    relationships: [
      {
        relationshipType: 'DESCRIBES',
        spdxElementId: 'SPDXRef-DOCUMENT',
        relatedSpdxElement: 'SPDXRef-github-acme-shop',
      },
    ],
  };
  const document = readText(sbom);
  expect(readText({ sbom })).toEqual(document);
  expect(inventoryLines(document)).toEqual(['express  npm pkg:npm/express']);
  expect(document.subject).toMatchObject({ kind: 'repository', name: 'acme/shop', tag: 'main' });
  expect(document.notUnderstood).toEqual({ unnamed: 0, unversioned: 1, ranged: 1 });
});

it('reads a dependency snapshot of GitHub', () => {
  const document = readText({
    version: 0,
    sha: 'ce587453ced02b1526dfb4cb910479d431683101',
    ref: 'refs/heads/main',
    job: { correlator: 'build', id: '1', html_url: 'https://github.com/acme/shop/actions/runs/1' },
    detector: { name: 'octo', version: '1.0.0', url: 'https://example.com' },
    scanned: '2026-11-01T00:00:00Z',
    manifests: {
      'package-lock.json': {
        name: 'package-lock.json',
        resolved: {
          core: { package_url: 'pkg:/npm/%40actions/core@1.1.9', scope: 'runtime' },
          jest: { package_url: 'pkg:npm/jest@29.0.0', scope: 'development' },
        },
      },
    },
  });
  expect(document.subject).toMatchObject({ kind: 'repository', name: 'acme/shop', tag: 'main' });
  expect(scopesOf(document)).toEqual({ '@actions/core': 'required', jest: 'development' });
});

describe('SPDX 3', () => {
  const graph = [
    {
      type: 'software_Package',
      spdxId: 'urn:a',
      creationInfo: '_:c',
      name: 'a',
      software_packageVersion: '1.0',
      software_packageUrl: 'pkg:npm/a@1.0',
      supportLevel: ['limitedSupport'],
      validUntilTime: '2027-05-01T00:00:00Z',
    },
    {
      type: 'LifecycleScopedRelationship',
      from: 'urn:root',
      relationshipType: 'dependsOn',
      scope: 'test',
      to: ['urn:a'],
    },
    {
      type: 'Relationship',
      from: 'urn:a',
      relationshipType: 'hasDistributionArtifact',
      to: ['urn:f'],
    },
    { type: 'software_File', spdxId: 'urn:f', name: 'a.tgz' },
    { type: 'software_Package', spdxId: 'urn:root', name: 'shop', software_packageVersion: '2' },
    { type: 'Tool', spdxId: 'urn:t', name: 'maker' },
    { type: 'software_Sbom', spdxId: 'urn:s', rootElement: ['urn:root'] },
    {
      type: 'CreationInfo',
      '@id': '_:c',
      specVersion: '3.0.1',
      created: '2026-11-01T00:00:00Z',
      createdUsing: ['urn:t'],
    },
  ];
  const document = (elements: unknown[]) =>
    readText({ '@graph': elements, '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld' });

  it('reads elements in any order, their support and how they are needed', () => {
    const read = document(graph);
    expect(read).toEqual(document([...graph].reverse()));
    expect(read).toMatchObject({
      formatVersion: '3.0.1',
      tools: [{ name: 'maker', version: null }],
      subject: { kind: 'application', name: 'shop', tag: '2' },
      components: [
        {
          component: {
            ...{ name: 'a', version: '1.0', type: 'npm' },
            carried: {
              ...{ eolOn: '2027-05-01', supportLevel: 'limitedSupport' },
              source: 'validUntilTime',
            },
          },
          scope: 'development',
        },
      ],
    });
  });

  it('reads a document that is a single element', () => {
    expect(
      inventoryLines(
        readText({ '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld', ...graph[0] }),
      ),
    ).toEqual(['a 1.0 npm pkg:npm/a@1.0']);
  });
});
