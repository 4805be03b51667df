import { describe, expect, it } from 'vitest';
import { buildCatalogIndex, matchComponent, matchScanned } from '@/domain/catalog/index-of-names';
import { sampleProduct, SAMPLE_PRODUCTS } from '@/domain/catalog/testing/sample-products';
import type { CatalogMatch, ComponentQuery } from '@/domain/catalog/match';

const others = SAMPLE_PRODUCTS.filter(({ slug }) => slug !== 'linux');
const index = buildCatalogIndex([
  ...others,
  sampleProduct('linux', '6.9 6.8 6.6 6.1 5.15 5.14 5.10', {
    name: 'Linux Kernel',
    category: 'os',
    identifiers: ['cpe:2.3:o:linux:linux_kernel', 'pkg:generic/linux-kernel'],
  }),
]);

function shownMatch(match: CatalogMatch): string {
  if (!match.found) return match.reason;
  return `${match.maintainer} ${match.product.slug} ${match.cycle.name}`;
}

const DISTRIBUTIONS: readonly (readonly [version: string, image: string, alone: string])[] = [
  ['5.14.0-427.13.1.el9_4.x86_64', 'rhel 9.4', 'unknown_distribution'],
  ['5.14.0-362.8.1.el9_3.x86_64', 'rocky 9.3', 'unknown_distribution'],
  ['4.18.0-477.27.1.el8_8.x86_64', 'rhel 8.8', 'unknown_distribution'],
  ['6.8.0-31-generic', 'ubuntu 24.04', 'unknown_distribution'],
  ['5.15.0-91-generic', 'ubuntu 22.04', 'unknown_distribution'],
  ['5.15.0-1050-azure', 'ubuntu 22.04', 'unknown_distribution'],
  ['6.5.0-1018-aws', 'ubuntu 22.04', 'unknown_distribution'],
  ['5.15.0-1049-gke', 'ubuntu 22.04', 'unknown_distribution'],
  ['6.1.0-21-amd64', 'debian 12', 'unknown_distribution'],
  ['6.1.0-21-cloud-arm64', 'debian 12', 'unknown_distribution'],
  ['6.12.48+deb13-amd64', 'debian 13', 'distribution debian 13'],
  ['6.1.84-99.169.amzn2023', 'amzn 2023', 'distribution amazon-linux 2023'],
  ['6.1.84-99.169.amzn2023.x86_64', 'amzn 2023', 'distribution amazon-linux 2023'],
  ['5.10.214-202.855.amzn2.x86_64', 'amzn 2', 'distribution amazon-linux 2'],
  ['6.8.9-300.fc40.x86_64', 'fedora 40', 'distribution fedora 40'],
  ['5.15.0-200.131.27.el8uek.x86_64', 'ol 8.9', 'distribution oracle-linux 8'],
  ['6.1.83-3.ph5-esx', 'photon 5.0', 'distribution photon 5.0'],
  ['6.6.31-0-lts', 'alpine 3.20.0', 'unknown_distribution'],
  ['6.6.31-0-virt', 'alpine 3.20.0', 'unknown_distribution'],
  ['5.14.21-150500.55.52-default', 'sles 15.5', 'unknown_distribution'],
  ['5.14.21-150500.33.3-azure', 'opensuse-leap 15.5', 'unknown_distribution'],
];

/** Builds that are neither kernel.org's nor a cataloged distribution's. */
const OTHERS = [
  '6.9.1-arch1-1',
  '6.5.13-3-pve',
  '6.6.20+rpt-rpi-v8',
  '6.1.21-v8+',
  '5.15.153.1-microsoft-standard-WSL2',
  '5.10.121-linuxkit',
  '6.6.32-talos',
  '6.6.30-flatcar',
  '5.14.0-coreos',
  '6.9.1-1-default',
  '6.1.0-0.deb11.21-amd64',
  '5.15.133+',
  '6.8.0-acme-custom',
];

function ways(version: string): ComponentQuery[] {
  const cpeVersion = version.replace(/\+/g, '\\+').replace(/~/g, '\\~');
  return [
    { kind: 'purl', purl: `pkg:generic/linux-kernel@${encodeURIComponent(version)}` },
    { kind: 'cpe', cpe: `cpe:2.3:o:linux:linux_kernel:${cpeVersion}:*:*:*:*:*:*:*` },
    { kind: 'name', name: 'Linux Kernel', version, ecosystem: 'generic' },
    { kind: 'name', name: 'linux-kernel', version, ecosystem: 'generic' },
    { kind: 'custom', name: 'linux', vendor: 'kernel.org', version },
  ];
}

function scannedIn(type: string, version: string, image: string): CatalogMatch {
  const [id = '', versionId = ''] = image.split(' ');
  const purl = `pkg:generic/linux-kernel@${encodeURIComponent(version)}`;
  const component = { type, name: 'linux-kernel', version, purl, cpes: [], upstreams: [] };
  return matchScanned(index, component, { id, versionId, prettyName: '', cpeName: '' });
}

describe('a kernel that a distribution built', () => {
  it.each(DISTRIBUTIONS)('%s follows %s in a scan', (version, image) => {
    for (const type of ['linux-kernel', 'linux-kernel-module']) {
      const match = scannedIn(type, version, image);
      expect(match).toMatchObject({ found: true, maintainer: 'distribution' });
      expect(match.maintainedBy?.evidence[0]).toContain(version);
    }
  });

  it.each(DISTRIBUTIONS)('%s is never kernel.org’s when asked about', (version, _image, alone) => {
    for (const query of ways(version)) {
      expect(shownMatch(matchComponent(index, query)), query.kind).toBe(alone);
    }
  });

  it('has no known maintainer in an image of another distribution', () => {
    expect(shownMatch(scannedIn('linux-kernel', '6.8.0-31-generic', 'debian 12'))).toBe(
      'unknown_maintainer',
    );
    expect(shownMatch(scannedIn('linux-kernel', '6.1.0-21-amd64', 'ubuntu 24.04'))).toBe(
      'unknown_maintainer',
    );
  });
});

describe('a kernel that others built', () => {
  it.each(OTHERS)('%s is unknown, in scans as in checks', (version) => {
    for (const query of ways(version)) {
      expect(shownMatch(matchComponent(index, query)), query.kind).toBe('unknown_maintainer');
    }
    expect(shownMatch(scannedIn('linux-kernel', version, 'debian 12'))).toBe('unknown_maintainer');
  });
});

describe('kernel.org’s own', () => {
  it.each(['6.8', '6.8.9', 'v6.8.9', '6.8-rc3'])('%s is', (version) => {
    const purl = `pkg:generic/linux-kernel@${version}`;
    expect(shownMatch(matchComponent(index, { kind: 'purl', purl }))).toBe('vendor linux 6.8');
  });
});

describe('a development branch', () => {
  it.each([
    ['alpine', '3.20.0_alpha20240606', 'Alpine Linux edge'],
    ['alpine', '3.20.0_rc1', ''],
    ['alpine', 'edge', ''],
    ['debian', '13', 'Debian GNU/Linux trixie/sid'],
    ['debian', 'trixie/sid', ''],
    ['debian', 'testing', ''],
    ['fedora', '40', 'Fedora Linux 40 (Container Image Prerelease)'],
    ['fedora', '40', 'Fedora Linux 40 (Rawhide)'],
    ['ubuntu', '24.04', 'Ubuntu Noble Numbat (development branch)'],
  ])('%s %s (%s) is no release', (id, versionId, prettyName) => {
    const os = {
      type: 'os',
      name: prettyName || id,
      version: versionId,
      purl: null,
      cpes: [],
      upstreams: [],
    };
    const distro = { id, versionId, prettyName, cpeName: '' };
    expect(matchScanned(index, os, distro).found).toBe(false);
    const bash = { ...os, type: 'deb', name: 'bash', version: '5.2.15-2' };
    expect(matchScanned(index, bash, distro).found).toBe(false);
  });

  it.each([
    'pkg:apk/alpine/busybox@1.36.1-r29?distro=alpine-3.20.0_alpha20240606',
    'pkg:apk/alpine/busybox@1.36.1-r29?distro=3.20.0_alpha20240606',
    'pkg:apk/alpine/busybox@1.36.1-r29?distro=alpine-edge',
    'pkg:deb/debian/bash@5.2.15-2?distro=debian-sid',
    'pkg:generic/alpine@3.20.0_alpha20240606',
    'pkg:docker/library/alpine@3.20.0_alpha20240606',
  ])('%s is of none', (purl) => {
    expect(matchComponent(index, { kind: 'purl', purl }).found).toBe(false);
  });

  it('is not what CentOS Stream is', () => {
    const distro = { id: 'centos', versionId: '9', prettyName: 'CentOS Stream 9', cpeName: '' };
    const os = {
      type: 'os',
      name: 'CentOS Stream',
      version: '9',
      purl: null,
      cpes: [],
      upstreams: [],
    };
    expect(shownMatch(matchScanned(index, os, distro))).toBe('vendor centos-stream 9');
  });
});
