import type { Product } from '@/domain/catalog/catalog';
import { decodePercent, encodePercent } from '@/domain/identifiers/purl';

/**
 * The scanner's names of products that the catalog's identifiers may lack, by the product's slug.
 * Binaries without a package manager: the purls of the scanner's binary classifiers (anchore/syft,
 * `syft/pkg/cataloger/binary/classifiers.go`).
 */
export const BINARY_PURLS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    'apache-http-server': ['pkg:generic/httpd'],
    arangodb: ['pkg:generic/arangodb'],
    'azul-zulu': ['pkg:generic/azul/zulu'],
    composer: ['pkg:generic/composer'],
    dart: ['pkg:generic/dart'],
    elixir: ['pkg:generic/elixir'],
    envoy: ['pkg:generic/envoy'],
    erlang: ['pkg:generic/erlang'],
    ffmpeg: ['pkg:generic/ffmpeg'],
    go: ['pkg:generic/go', 'pkg:golang/stdlib'],
    grafana: ['pkg:generic/grafana'],
    haproxy: ['pkg:generic/haproxy'],
    istio: ['pkg:generic/istio'],
    julia: ['pkg:generic/julia'],
    mariadb: ['pkg:generic/mariadb'],
    memcached: ['pkg:generic/memcached'],
    mysql: ['pkg:generic/mysql'],
    nginx: ['pkg:generic/nginx'],
    nodejs: ['pkg:generic/node'],
    openssl: ['pkg:generic/openssl'],
    'oracle-jdk': ['pkg:generic/oracle/jdk', 'pkg:generic/oracle/jre'],
    perl: ['pkg:generic/perl'],
    php: ['pkg:generic/php-cli', 'pkg:generic/php-fpm'],
    postgresql: ['pkg:generic/postgresql'],
    python: ['pkg:generic/python'],
    redis: ['pkg:generic/redis'],
    ruby: ['pkg:generic/ruby'],
    rust: ['pkg:generic/rust'],
    traefik: ['pkg:generic/traefik'],
    valkey: ['pkg:generic/valkey'],
  }),
);

/**
 * Distributions: vendor and product of `CPE_NAME` in their `/etc/os-release`, or what the scanner puts in
 * its place where a distribution has none (xeol-io/xeol, `xeol/distro/type.go`).
 */
const DISTRIBUTION_CPES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    'alpine-linux': ['alpinelinux:alpine_linux'],
    almalinux: ['almalinux:almalinux'],
    'amazon-linux': ['amazon:amazon_linux', 'amazon:linux'],
    'azure-linux': ['microsoft:mariner', 'microsoft:cbl-mariner', 'microsoft:azurelinux'],
    centos: ['centos:centos', 'centos:linux'],
    // Its os-release names no product of its own.
    'centos-stream': ['centos:centos'],
    debian: ['debian:debian_linux'],
    fedora: ['fedoraproject:fedora'],
    opensuse: ['opensuse:leap'],
    'oracle-linux': ['oracle:linux'],
    photon: ['vmware:photon_os'],
    rhel: ['redhat:enterprise_linux'],
    'rocky-linux': ['rocky:rocky'],
    ubuntu: ['canonical:ubuntu_linux'],
  }),
);

/** Vendor and product of an operating system, in either binding. */
const SYSTEM_CPE = /^cpe:(?:\/|2\.3:)o:([^:]+):([^:]+)/i;

/**
 * SUSE writes its service pack behind the version (`cpe:/o:suse:sles:15:sp5`), where the scanner does not look:
 * each service pack is to it the release that the first one was.
 */
const BEHIND_VERSION = /^suse:/;

/** Vendor and product, in lower case, by which a distribution's own CPE names it: `debian:debian_linux`. */
export function distributionNames(product: Product): string[] {
  const named = product.identifiers.flatMap(({ kind, value }) => {
    const match = kind === 'cpe' ? SYSTEM_CPE.exec(value) : null;
    return match ? [`${match[1] ?? ''}:${match[2] ?? ''}`.toLowerCase()] : [];
  });
  const pairs = new Set([...(DISTRIBUTION_CPES.get(product.slug) ?? []), ...named]);
  return [...pairs].filter((pair) => !BEHIND_VERSION.test(pair));
}

/**
 * Returns the texts that the scanner compares a distribution's own CPE with, cut behind the product:
 * `cpe:/o:debian:debian_linux`. Most distributions write the 2.2 binding, Amazon Linux the 2.3 one, so there are both
 * of each.
 */
export function distributionTexts(name: string): string[] {
  return [`cpe:/o:${name}`, `cpe:2.3:o:${name}`];
}

/**
 * Types of which the scanner is told nothing. Whole images and what is installed on Windows and macOS it never
 * names. A distribution's package it would judge by the vendor's dates, not knowing the distribution. A Go
 * module's version may name a commit (go.dev/ref/mod, pseudo-versions): the scanner takes its numbers, which are
 * those of some earlier tag, for a release.
 */
const UNTOLD_TYPES: ReadonlySet<string> = new Set([
  ...['docker', 'oci', 'swid', 'scoop', 'chocolatey', 'winget', 'brew'],
  ...['deb', 'rpm', 'apk', 'alpm'],
  'golang',
]);

/** Go's own library, in its releases' versions. */
const GO_ITSELF: ReadonlySet<string> = new Set(['stdlib', 'std']);

/** Types whose names older releases of the scanner write as they are, newer ones in lower case. */
const CASELESS_TYPES: ReadonlySet<string> = new Set([
  'composer',
  'github',
  'golang',
  'npm',
  'pypi',
]);

/**
 * How the scanner may write a purl of the catalog. It compares its package's purl, cut at the first `@`,
 * with what the database holds, byte for byte: so there is one text for each way of writing, and none for
 * what it never names.
 * @param identifier a purl, with or without version, qualifiers and subpath
 * @param productName as people write it: older releases take Python's names from there (`pkg:pypi/Django`)
 */
export function scannerPurls(identifier: string, productName: string): string[] {
  const parsed = parse(identifier);
  if (parsed === null) return [];
  const { type, segments } = parsed;
  const isGoItself = type === 'golang' && GO_ITSELF.has(segments.join('/'));
  if (UNTOLD_TYPES.has(type) && !isGoItself) return [];
  const spellings = [segments];
  if (CASELESS_TYPES.has(type)) spellings.push(segments.map((segment) => segment.toLowerCase()));
  if (type === 'pypi') spellings.push(...pypiSpellings(segments, productName));
  const texts = spellings.flatMap((spelling) => {
    const text = `pkg:${type}/${spelling.map(encodePercent).join('/')}`;
    // Releases before 0.10 leave a plus sign as it is: pkg:generic/libstdc++6.
    return [text, text.replaceAll('%2B', '+')];
  });
  return [...new Set(texts)];
}

function parse(identifier: string): { type: string; segments: string[] } | null {
  const [path = ''] = identifier.replace(/^pkg:\/*/i, '').split(/[?#]/, 1);
  const [type = '', ...names] = path.split('/').filter((segment) => segment !== '');
  const last = names.pop();
  if (last === undefined || !/^[a-z][a-z0-9.-]*$/i.test(type)) return null;
  // The sign before a scope that is not percent-encoded does not begin a version.
  const name = last.replace(/(?<=.)@.*$/, '');
  return {
    type: type.toLowerCase(),
    segments: [...names, name].map((segment) => decodePercent(segment) ?? segment),
  };
}

/** Python's names compare without case, with `-`, `_` and `.` alike (PEP 503). */
function pypiSpellings(segments: readonly string[], productName: string): string[][] {
  const [name = ''] = segments;
  const normalized = name.toLowerCase().replaceAll(/[-_.]+/g, '-');
  const named = productName.toLowerCase() === name.toLowerCase() ? [[productName]] : [];
  return [[normalized], ...named];
}
