import type { Identifier, IdentifierKind, Product, ReleaseCycle } from '@/domain/catalog/catalog';

type CycleFacts = Partial<Pick<ReleaseCycle, 'label' | 'codename' | 'latestRelease'>>;

/** A release cycle with nothing known but what is given. */
export function sampleCycle(name: string, facts: CycleFacts = {}): ReleaseCycle {
  return {
    name,
    label: name,
    codename: null,
    lts: false,
    releasedOn: null,
    latestRelease: null,
    latestReleasedOn: null,
    releaseNotesUrl: null,
    support: [],
    ...facts,
  };
}

/** A product of cycles named in one text, and of identifiers whose kinds their texts tell. */
export function sampleProduct(
  slug: string,
  cycles: string | readonly ReleaseCycle[],
  facts: Partial<Omit<Product, 'slug' | 'cycles' | 'identifiers'>> & {
    readonly identifiers?: readonly string[];
  } = {},
): Product {
  return {
    slug,
    name: slug,
    vendor: null,
    category: 'app',
    references: [],
    source: 'import',
    ...facts,
    identifiers: (facts.identifiers ?? []).map(identifierOf),
    cycles:
      typeof cycles === 'string' ? cycles.split(' ').map((name) => sampleCycle(name)) : cycles,
  };
}

function identifierOf(value: string): Identifier {
  return { kind: kindOf(value), value: value.replace(/^repology:/, '') };
}

function kindOf(value: string): IdentifierKind {
  if (value.startsWith('pkg:')) return 'purl';
  if (value.startsWith('cpe:')) return 'cpe';
  return value.startsWith('repology:') ? 'repology' : 'alias';
}

function codenamed(names: Record<string, string>): ReleaseCycle[] {
  return Object.entries(names).map(([name, codename]) => sampleCycle(name, { codename }));
}

const os = { category: 'os' };

/** Products with the shapes that matching has to do with, cut down from endoflife.date. */
export const SAMPLE_PRODUCTS: readonly Product[] = [
  sampleProduct(
    'debian',
    [
      ...codenamed({ '13': 'Trixie', '12': 'Bookworm', '11': 'Bullseye', '10': 'Buster' }),
      sampleCycle('3.1', { codename: 'Sarge' }),
    ],
    { ...os, name: 'Debian', identifiers: ['cpe:2.3:o:debian:debian_linux'] },
  ),
  sampleProduct(
    'ubuntu',
    codenamed({ '24.04': 'Noble Numbat', '22.04': 'Jammy Jellyfish', '20.04': 'Focal Fossa' }),
    { ...os, name: 'Ubuntu', identifiers: ['cpe:2.3:o:canonical:ubuntu_linux', 'ubuntu-linux'] },
  ),
  sampleProduct('alpine-linux', '3.20 3.19 3.18 3.10 3.1', { ...os, name: 'Alpine Linux' }),
  sampleProduct('amazon-linux', '2023 2 2018.03', { ...os, name: 'Amazon Linux' }),
  sampleProduct('rhel', '9 8 7', { ...os, identifiers: ['cpe:/o:redhat:enterprise_linux'] }),
  sampleProduct('centos', '8 7', { ...os, name: 'CentOS', identifiers: ['cpe:/o:centos:centos'] }),
  sampleProduct('centos-stream', '9 8', { ...os, name: 'CentOS Stream' }),
  sampleProduct('almalinux', '10 9', { ...os, name: 'AlmaLinux OS' }),
  sampleProduct('rocky-linux', '9 8', { ...os, name: 'Rocky Linux' }),
  sampleProduct('oracle-linux', '9 8', { ...os, name: 'Oracle Linux' }),
  sampleProduct('fedora', '40 39 38', { ...os, name: 'Fedora Linux' }),
  sampleProduct('opensuse', '15.6 15.5', { ...os, name: 'openSUSE' }),
  sampleProduct('sles', '15.5 15.4 12.5', { ...os, identifiers: ['cpe:/o:suse:sles'] }),
  sampleProduct('photon', '5.0 4.0', { ...os, name: 'VMware Photon' }),
  sampleProduct(
    'windows-server',
    [
      sampleCycle('23h2-ac', { latestRelease: '10.0.25398' }),
      sampleCycle('2022', { latestRelease: '10.0.20348' }),
      sampleCycle('20h2-sac', { latestRelease: '10.0.19042' }),
      sampleCycle('2016', { latestRelease: '10.0.14393' }),
      sampleCycle('2019', { latestRelease: '10.0.17763' }),
      sampleCycle('1809-sac', { latestRelease: '10.0.17763' }),
      sampleCycle('2012-r2', { latestRelease: '6.3.9600' }),
      sampleCycle('2012', { latestRelease: '6.2.9200' }),
    ],
    { ...os, name: 'Microsoft Windows Server' },
  ),
  sampleProduct('linux', '6.1 5.15 5.10', { ...os, name: 'Linux Kernel' }),
  sampleProduct('nginx', '1.26 1.25 1.24 1.18', {
    vendor: 'F5',
    identifiers: [
      'repology:nginx',
      'pkg:deb/debian/nginx',
      'pkg:github/nginx/nginx',
      'cpe:2.3:a:f5:nginx',
    ],
  }),
  sampleProduct('postgresql', '15 14 10 9.6', {
    name: 'PostgreSQL',
    identifiers: ['postgres', 'repology:postgresql', 'pkg:docker/library/postgres'],
  }),
  sampleProduct('mysql', '8.0 5.7', { name: 'MySQL', identifiers: ['repology:mysql'] }),
  sampleProduct('mariadb', '11.4 10.11 10.5', { identifiers: ['repology:mariadb'] }),
  sampleProduct('redis', '7.2 6.2 4.6', {
    name: 'Redis',
    category: 'database',
    identifiers: ['cpe:2.3:a:redis:redis', 'repology:redis', 'pkg:docker/redislabs/redis'],
  }),
  sampleProduct('docker-engine', '24.0 20.10 18.09', { identifiers: ['repology:moby'] }),
  sampleProduct('openssl', '3.0 1.1.1 1.0.2', {
    name: 'OpenSSL',
    identifiers: ['repology:openssl'],
  }),
  sampleProduct('php', '8.3 8.2 8.1 7.4', { name: 'PHP', identifiers: ['repology:php'] }),
  sampleProduct('python', '3.11 3.10 3.1 2.7', {
    identifiers: ['repology:python', 'pkg:generic/python'],
  }),
  sampleProduct('nodejs', '20 18 16', {
    name: 'Node.js',
    identifiers: [
      'node',
      'repology:nodejs',
      'pkg:generic/node',
      'pkg:docker/library/node',
      'cpe:2.3:a:nodejs:node.js',
    ],
  }),
  sampleProduct('go', '1.22 1.15 1.1', { identifiers: ['golang'] }),
  sampleProduct('ruby', '3.1 2.7', { name: 'Ruby' }),
  sampleProduct('gorilla', '1', { identifiers: ['pkg:golang/github.com/gorilla/mux'] }),
  sampleProduct('caddy', '2 1', { identifiers: ['pkg:golang/github.com/caddyserver/caddy/v2'] }),
  sampleProduct('express', '5 4', {
    name: 'Express',
    identifiers: ['pkg:npm/express', 'cpe:2.3:a:openjsf:express'],
  }),
  sampleProduct('angular', '17 12', { name: 'Angular', identifiers: ['pkg:npm/%40angular/core'] }),
  sampleProduct('angularjs', '1.8', { name: 'AngularJS', identifiers: ['pkg:npm/angular'] }),
  sampleProduct('django', '4.2 3.2', { name: 'Django', identifiers: ['pkg:pypi/django'] }),
  sampleProduct('spring-framework', '6.0 5.3 5.0', {
    name: 'Spring Framework',
    identifiers: ['spring', 'pkg:maven/org.springframework/spring-core'],
  }),
  sampleProduct('dotnet', '8 6 3.1', {
    name: 'Microsoft .NET',
    identifiers: ['pkg:nuget/Microsoft.NETCore.App', 'cpe:2.3:a:microsoft:.net'],
  }),
  sampleProduct('eclipse-temurin', '21 17 11 8', {
    name: 'Eclipse Temurin',
    identifiers: ['temurin'],
  }),
  sampleProduct('oracle-jdk', '17 8 1.4', {
    name: 'Oracle JDK',
    identifiers: ['cpe:/a:oracle:jdk'],
  }),
  sampleProduct('openjdk-builds-from-oracle', [sampleCycle('11', { latestRelease: '11.0.2' })], {
    identifiers: ['cpe:/a:oracle:openjdk'],
  }),
  sampleProduct(
    'mssqlserver',
    [
      sampleCycle('16.0', { label: "2022 'Dallas'", latestRelease: '16.0.4265.3 CU26' }),
      sampleCycle('15.0', { label: "2019 'Aris/Seattle'", latestRelease: '15.0.4480.2 CU32' }),
      sampleCycle('13.0-sp2', { label: '2016 SP2', latestRelease: '13.0.5893.48 CU17' }),
      sampleCycle('13.0-sp1', { label: '2016 SP1', latestRelease: '13.0.4604.0 CU15' }),
      sampleCycle('13.0', { label: '2016', latestRelease: '13.0.2218.0 CU9' }),
    ],
    { name: 'Microsoft SQL Server', identifiers: ['mssql', 'cpe:/a:microsoft:sql_server'] },
  ),
  sampleProduct('ansible', '3 2.9', { identifiers: ['cpe:2.3:a:redhat:ansible'] }),
  sampleProduct('ansible-core', '2.14 2.9', { identifiers: ['cpe:2.3:a:redhat:ansible'] }),
  sampleProduct('font-awesome', '6 5 1', {
    identifiers: ['pkg:npm/%40fortawesome/fontawesome-svg-core'],
  }),
  sampleProduct('bellsoft-liberica', '17 11', {
    identifiers: ['pkg:apk/alpine/bellsoft-java17?repository_url=https://apk.bell-sw.com/main'],
  }),
  sampleProduct('quay-tool', '2', { identifiers: ['pkg:oci/tool?repository_url=quay.io'] }),
];
