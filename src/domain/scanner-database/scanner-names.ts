/**
 * What the scanner calls a product where the catalogue's identifiers may not say so, by the product's slug.
 * Binaries without a package manager: the purls of the scanner's binary classifiers (anchore/syft,
 * `syft/pkg/cataloger/binary/classifiers.go`).
 */
export const BINARY_PURLS: Readonly<Record<string, readonly string[]>> = {
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
};

/**
 * Distributions: vendor and product of `CPE_NAME` in their `/etc/os-release`, or what the scanner puts in
 * its place where a distribution has none (xeol-io/xeol, `xeol/distro/type.go`).
 */
export const DISTRIBUTION_CPES: Readonly<Record<string, readonly string[]>> = {
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
};
