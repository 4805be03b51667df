import { describe, expect, it } from 'vitest';
import { starterCatalog } from '@/domain/catalog/testing/starter-files';
import { indexCatalog, plainView } from '@/domain/catalog/view';
import type { InventoryDocument } from '../document';
import { inventoryFindings } from '../findings';
import { imageDistribution, toComponentMatch } from '../matching';
import { readText } from './testing/reading';

const cycloneDx = (...components: unknown[]) =>
  readText({ bomFormat: 'CycloneDX', specVersion: '1.6', components });
const system = (name: string, version: string, more: object = {}) => ({
  ...{ type: 'operating-system', name, version },
  ...more,
});
const packaged = (purl: string) => ({ type: 'library', name: 'bash', version: '5.2-1', purl });
const deb = (distro: string) => packaged(`pkg:deb/debian/bash@5.2-1?distro=${distro}`);

const catalog = plainView(indexCatalog(starterCatalog()));

/** The systems that are found to end, by what would be found in an image of it. */
function found({ components, distro }: InventoryDocument): string[] {
  const matched = components.map(({ component }) => ({
    ...{ id: component.identity, type: component.type },
    match: toComponentMatch(catalog.matchScanned(component, component.distro ?? null), component),
  }));
  const { findings } = inventoryFindings(matched, imageDistribution(catalog, distro), {
    ...{ componentIds: new Set<string>(), namesDistribution: false },
  });
  return findings.map(({ ends }) => `${ends.product.slug} ${ends.cycle.name}`).sort();
}

const systemsOf = ({ components }: InventoryDocument) =>
  components.flatMap(({ component: { type, name, version } }) =>
    type === 'os' ? [`${name} ${version}`] : [],
  );

describe('a document of several operating systems', () => {
  const spdx = (version: string) => ({
    ...{ SPDXID: `SPDXRef-${version}`, name: 'debian', versionInfo: version },
    primaryPackagePurpose: 'OPERATING-SYSTEM',
  });
  const spdx3 = (version: string) => ({
    ...{ type: 'software_Package', spdxId: `urn:${version}`, name: 'debian' },
    ...{ software_packageVersion: version, software_primaryPurpose: 'operatingSystem' },
  });

  it.each([
    [
      'CycloneDX',
      cycloneDx(system('debian', '12'), {
        ...{ type: 'container', name: 'old', version: '1' },
        components: [system('debian', '9')],
      }),
    ],
    ['SPDX', readText({ spdxVersion: 'SPDX-2.3', packages: [spdx('12'), spdx('9')] })],
    [
      'SPDX 3',
      readText({
        '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld',
        '@graph': [spdx3('12'), spdx3('9')],
      }),
    ],
  ])('lists each of them: %s', (_format, document) => {
    expect(document.distro).toBeNull();
    expect(systemsOf(document)).toEqual(['debian 12', 'debian 9']);
    expect(found(document)).toEqual(['debian 12', 'debian 9']);
  });

  it('tells the end of each that packages name, whatever most of them are of', () => {
    const document = cycloneDx(deb('debian-9'), deb('debian-12'), deb('debian-12.5'));
    expect(document.distro).toBeNull();
    expect(found(document)).toEqual(['debian 12', 'debian 9']);
  });

  it('tells the end of what packages name beside the system of another', () => {
    const document = cycloneDx(system('ubuntu', '22.04'), deb('debian-9'));
    expect(systemsOf(document)).toEqual(['ubuntu 22.04']);
    expect(found(document)).toEqual(['debian 9', 'ubuntu 22.04']);
  });

  it('keeps what tells CentOS Stream from CentOS Linux', () => {
    const stream = { name: 'syft:distro:prettyName', value: 'CentOS Stream 8' };
    const document = cycloneDx(
      system('centos', '8', { properties: [stream] }),
      system('debian', '12'),
    );
    expect(found(document)).toEqual(['centos-stream 8', 'debian 12']);
  });

  it('keeps the dates that each carries', () => {
    const until = (value: string) => ({
      properties: [{ name: 'cdx:lifecycle:milestone:endOfSupport', value }],
    });
    const { components, distroLifecycle } = cycloneDx(
      system('acme', '1', until('2027-01-31')),
      system('acme', '2', until('2028-01-31')),
    );
    expect(distroLifecycle).toBeNull();
    expect(components.map(({ component }) => component.carried?.eolOn)).toEqual([
      '2027-01-31',
      '2028-01-31',
    ]);
  });

  it('takes a system that the catalog lacks for unknown, not for the one of an image that holds it', () => {
    const [acme] = cycloneDx(system('acme', '1'), system('debian', '12')).components;
    if (!acme) throw new Error('not listed');
    const { component } = acme;
    const match = catalog.matchScanned(component, component.distro ?? null);
    expect(toComponentMatch(match, component).stored.state).toBe('unknown');
  });
});

describe('a document of one operating system', () => {
  it.each([
    [system('debian', '12.5'), ['pkg:deb/debian/bash@5?distro=debian-12']],
    [system('debian', '12'), ['pkg:deb/debian/bash@5?distro=bookworm']],
    [system('Debian GNU/Linux', '12'), ['pkg:deb/debian/bash@5?distro=debian-12.5']],
    [system('amazon', '2 (Karoo)'), ['pkg:rpm/amazon/bash@5?distro=amazon-2+(Karoo)']],
    [
      system('redhat', '8.7'),
      ['pkg:rpm/redhat/bash@5?distro=rhel-8.7', 'pkg:rpm/redhat/curl@7?distro=redhat-8.7'],
    ],
    [system('CentOS Stream', '9'), ['pkg:rpm/centos/bash@5?distro=centos-9']],
    [
      system('suse linux enterprise server', '15.4'),
      ['pkg:rpm/suse/bash@5?distro=sles-15.4', 'pkg:rpm/suse/curl@7?distro=suse+linux-15.4'],
    ],
    [
      system('wolfi', '20230201'),
      ['pkg:apk/wolfi/bash@5?distro=wolfi', 'pkg:apk/chainguard/curl@7?distro=chainguard'],
    ],
    [
      system('ubuntu', '22.04.6 LTS (Jammy Jellyfish)'),
      ['pkg:deb/ubuntu/bash@5?distro=jammy', 'pkg:deb/debian/curl@7?distro=jammy'],
    ],
  ])('is of it, however tools write its name: %j', (named, purls) => {
    const document = cycloneDx(named, ...purls.map(packaged));
    expect(document.distro).toMatchObject({ id: named.name, versionId: named.version });
    expect(systemsOf(document)).toEqual([]);
  });

  it('is of its distribution beside a kernel, which cdxgen lists of a machine', () => {
    const bash = packaged('pkg:deb/bash@5.0-6ubuntu1.2');
    for (const kernel of [
      system('os-image', '5.15.0-91-generic'),
      system('Linux kernel', '5.15.0-91-generic'),
    ]) {
      const documents = [
        cycloneDx(system('Ubuntu', '20.04.6 LTS (Focal Fossa)'), kernel, bash),
        cycloneDx(kernel, system('Ubuntu', '20.04.6 LTS (Focal Fossa)'), bash),
      ];
      for (const document of documents) {
        expect(document.distro?.id).toBe('Ubuntu');
        expect(systemsOf(document)).toEqual([]);
        expect(found(document)).toEqual(['ubuntu 20.04']);
      }
    }
    expect(cycloneDx(system('Linux', '6.1')).distro?.id).toBe('Linux');
  });

  it('is told by the id that Trivy gives it in SPDX 2.2, which has no purposes', () => {
    const { distro, components } = readText({
      spdxVersion: 'SPDX-2.2',
      packages: [{ SPDXID: 'SPDXRef-OperatingSystem-1', name: 'alpine', versionInfo: '3.16.0' }],
    });
    expect([distro?.id, distro?.versionId, components]).toEqual(['alpine', '3.16.0', []]);
  });

  it('has the dates of that one, not of an entry without a name', () => {
    const until = { name: 'cdx:lifecycle:milestone:endOfSupport', value: '2020-01-31' };
    const { distro, distroLifecycle } = cycloneDx(
      system('', '', { properties: [until] }),
      system('debian', '12'),
    );
    expect([distro?.id, distroLifecycle]).toEqual(['debian', null]);
  });
});
