import { distribution, scanned, unknown, vendor, type TableEntry } from './component-table-entry';

const DEBIAN_12 = { id: 'debian', versionId: '12' } as const;

/** Packages as scanners find them in an image of a distribution. */
export const SCANNED: readonly TableEntry[] = [
  scanned(
    {
      type: 'os',
      name: 'Debian GNU/Linux',
      version: '10',
      distro: { id: 'debian', versionId: '10' },
    },
    vendor('debian', '10'),
    'the distribution itself',
  ),
  scanned(
    { type: 'os', name: 'Alpine Linux', version: '3.16.2' },
    vendor('alpine-linux', '3.16'),
    'the distribution itself',
  ),
  scanned(
    { type: 'os', name: 'Red Hat Enterprise Linux', version: '8.10' },
    vendor('rhel', '8'),
    'its tenth minor release, not RHEL 8.1',
  ),
  scanned(
    { type: 'os', name: 'Amazon Linux', version: '2023' },
    vendor('amazon-linux', '2023'),
    '2023 is not 2',
  ),
  scanned(
    {
      type: 'binary',
      name: 'node',
      version: '16.20.2',
      purl: 'pkg:generic/node@16.20.2',
      cpes: ['cpe:2.3:a:nodejs:node.js:16.20.2:*:*:*:*:*:*:*'],
      distro: DEBIAN_12,
    },
    vendor('nodejs', '16'),
    'no package of Debian owns it',
  ),
  scanned(
    {
      type: 'binary',
      name: 'nodejs-bin',
      version: '18.1.0',
      cpes: ['cpe:2.3:a:nodejs:node.js:18.1.0:*:*:*:*:*:*:*'],
    },
    vendor('nodejs', '18'),
    'only its CPE tells',
  ),
  scanned(
    {
      type: 'npm',
      name: 'express',
      version: '4.17.1',
      purl: 'pkg:npm/express@4.17.1',
      distro: DEBIAN_12,
    },
    vendor('express', '4'),
    'an npm package is not of the distribution',
  ),
  scanned(
    {
      type: 'python',
      name: 'Django',
      version: '4.2.16',
      purl: 'pkg:pypi/Django@4.2.16',
      distro: DEBIAN_12,
    },
    vendor('django', '4.2'),
    'a Python package is not of the distribution',
  ),
  scanned(
    {
      type: 'deb',
      name: 'python3-django',
      version: '3:3.2.19-1+deb12u1',
      purl: 'pkg:deb/debian/python3-django@3:3.2.19-1%2Bdeb12u1?arch=all&distro=debian-12',
      distro: DEBIAN_12,
    },
    distribution('debian', '12'),
    'Debian maintains its own Django',
  ),
  scanned(
    {
      type: 'deb',
      name: 'openssl',
      version: '3.0.11-1',
      purl: 'pkg:deb/debian/openssl@3.0.11-1',
      distro: DEBIAN_12,
    },
    distribution('debian', '12'),
    'the scan says the release',
  ),
  scanned(
    {
      type: 'deb',
      name: 'libc6',
      version: '2.31-0ubuntu9.14',
      distro: { id: 'ubuntu', versionId: '20.04' },
    },
    distribution('ubuntu', '20.04'),
    'without a purl',
  ),
  scanned(
    { type: 'deb', name: 'bash', version: '5.2.15-2', purl: 'pkg:deb/debian/bash@5.2.15-2' },
    unknown('unknown_distribution'),
    'nothing says which release',
  ),
  scanned(
    {
      type: 'deb',
      name: 'postgresql-14',
      version: '14.13-1.pgdg120+1',
      purl: 'pkg:deb/debian/postgresql-14@14.13-1.pgdg120%2B1?distro=debian-12',
      distro: DEBIAN_12,
    },
    vendor('postgresql', '14'),
    'built by the PostgreSQL project',
  ),
  scanned(
    {
      type: 'rpm',
      name: 'openssl-libs',
      version: '1:1.1.1k-9.el8_7',
      purl: 'pkg:rpm/rhel/openssl-libs@1.1.1k-9.el8_7?arch=x86_64&epoch=1&distro=rhel-8.8',
      distro: { id: 'rhel', versionId: '8.8' },
    },
    distribution('rhel', '8'),
    'scanners write rhel where others write redhat',
  ),
  scanned(
    {
      type: 'rpm',
      name: 'bash',
      version: '4.4.20-4.el8',
      distro: { id: 'rocky', versionId: '8.9' },
    },
    distribution('rocky-linux', '8'),
    'el8 alone would be any of its relatives',
  ),
  scanned(
    {
      type: 'apk',
      name: 'nginx',
      version: '1.22.1-r0',
      purl: 'pkg:apk/alpine/nginx@1.22.1-r0?arch=x86_64',
      distro: { id: 'alpine', versionId: '3.17.3' },
    },
    distribution('alpine-linux', '3.17'),
    'the scan says the release',
  ),
  scanned(
    {
      type: 'apk',
      name: 'glibc',
      version: '2.38-r5',
      distro: { id: 'wolfi', versionId: '20230201' },
    },
    unknown('unknown_product'),
    'a distribution that is not known',
  ),
  scanned(
    {
      type: 'rpm',
      name: 'python3',
      version: '3.13.7-1.fc42',
      distro: { id: 'acmelinux', versionId: '42' },
    },
    unknown('unknown_product'),
    'a distribution that no table knows keeps its own Python',
  ),
  scanned(
    {
      type: 'apk',
      name: 'libssl3',
      version: '3.0.15-r0',
      purl: 'pkg:apk/acmelinux/libssl3@3.0.15-r0?upstream=openssl',
      distro: { id: 'AcmeLinux', versionId: '3' },
    },
    unknown('unknown_product'),
    'the image calls itself what the purl names',
  ),
  scanned(
    {
      type: 'java-archive',
      name: 'spring-boot',
      version: '2.6.8',
      purl: 'pkg:maven/spring-boot/spring-boot@2.6.8',
    },
    vendor('spring-boot', '2.6'),
    'a jar that does not say its group',
  ),
  scanned(
    {
      type: 'go-module',
      name: 'stdlib',
      version: 'go1.20.3',
      purl: 'pkg:golang/stdlib@1.20.3',
      cpes: ['cpe:2.3:a:golang:go:1.20.3:-:*:*:*:*:*:*'],
    },
    vendor('go', '1.20'),
    'what a program was compiled with',
  ),
  scanned(
    {
      type: 'go-module',
      name: 'golang.org/x/net',
      version: 'v0.17.0',
      purl: 'pkg:golang/golang.org/x/net@v0.17.0',
      cpes: ['cpe:2.3:a:golang:networking:0.17.0:*:*:*:*:go:*:*'],
    },
    unknown('unknown_product'),
    'is not Go',
  ),
  scanned(
    { type: 'npm', name: 'node', version: '1.0.0', purl: 'pkg:npm/%40acme/node@1.0.0' },
    unknown('unknown_product'),
    'its purl says that it is not Node.js, whatever its name',
  ),
];
