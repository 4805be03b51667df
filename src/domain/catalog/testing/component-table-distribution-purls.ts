import { distribution, purl, unknown, vendor, type TableEntry } from './component-table-entry';

/** Packages of package managers that distributions use: their own, and those that vendors build for them. */
export const DISTRIBUTION_PURLS: readonly TableEntry[] = [
  purl(
    'pkg:deb/debian/openssl@3.0.11-1~deb12u2?arch=amd64&distro=debian-12',
    distribution('debian', '12'),
    'Debian fixes its own OpenSSL',
  ),
  purl(
    'pkg:deb/debian/libssl3@3.0.11-1~deb12u2?arch=amd64&upstream=openssl&distro=debian-12',
    distribution('debian', '12'),
    'built from a source package of another name',
  ),
  purl(
    'pkg:deb/debian/nodejs@18.19.0%2Bdfsg-6~deb12u2?distro=debian-12',
    distribution('debian', '12'),
    'not the Node.js of nodejs.org',
  ),
  purl(
    'pkg:deb/debian/curl@7.50.3-1?arch=i386&distro=jessie',
    distribution('debian', '8'),
    'a release by its codename',
  ),
  purl(
    'pkg:deb/debian/bash@5.1-2?distro=debian-11.9',
    distribution('debian', '11'),
    'a point release',
  ),
  purl(
    'pkg:deb/debian/openssl@1.1.1n-0%2Bdeb11u5',
    distribution('debian', '11'),
    'deb11u5 is an update to Debian 11',
  ),
  purl(
    'pkg:deb/debian/bash@5.2.15-2%2Bb2?arch=amd64',
    unknown('unknown_distribution'),
    'nothing says which release',
  ),
  purl(
    'pkg:deb/debian/curl@8.14.1-2?distro=debian-99',
    unknown('unknown_cycle'),
    'a release that is not known yet',
  ),
  purl(
    'pkg:deb/ubuntu/git@1%3A2.34.1-1ubuntu1.10?arch=amd64&distro=ubuntu-22.04',
    distribution('ubuntu', '22.04'),
    'an epoch, encoded',
  ),
  purl(
    'pkg:deb/ubuntu/zlib1g@1:1.2.11.dfsg-2ubuntu1.5?distro=ubuntu-20.04',
    distribution('ubuntu', '20.04'),
    'an epoch as it is',
  ),
  purl(
    'pkg:deb/ubuntu/libc6@2.34-0ubuntu1.2?distro=ubuntu-21.10',
    distribution('ubuntu', '21.10'),
    'an interim release',
  ),
  purl(
    'pkg:deb/ubuntu/python3.10@3.10.12-1~22.04.3?distro=jammy',
    distribution('ubuntu', '22.04'),
    'the first word of its codename',
  ),
  purl(
    'pkg:deb/ubuntu/zlib1g@1%3A1.2.11.dfsg-2ubuntu9.2',
    unknown('unknown_distribution'),
    'nothing says which release',
  ),
  purl(
    'pkg:deb/debian/postgresql-14@14.13-1.pgdg100%2B1?arch=amd64&distro=debian-10',
    vendor('postgresql', '14'),
    'pgdg: built by the PostgreSQL project',
  ),
  purl(
    'pkg:deb/debian/postgresql-9.6@9.6.24-1.pgdg90%2B1?distro=debian-9',
    vendor('postgresql', '9.6'),
    'pgdg: built by the PostgreSQL project',
  ),
  purl(
    'pkg:deb/debian/nodejs@18.20.4-1nodesource1?arch=amd64&distro=debian-12',
    vendor('nodejs', '18'),
    'not built by Debian',
  ),
  purl(
    'pkg:deb/debian/docker-ce@5%3A24.0.7-1~debian.12~bookworm?distro=debian-12',
    vendor('docker-engine', '24.0'),
    'built by Docker, Debian calls its own docker.io',
  ),

  purl(
    'pkg:rpm/redhat/openssl@1.1.1k-9.el8_7?arch=x86_64&epoch=1&distro=rhel-8.8',
    distribution('rhel', '8'),
    'a minor release of 8',
  ),
  purl(
    'pkg:rpm/redhat/nodejs@16.20.2-2.module%2Bel8.8.0%2B19856%2Bcc23b3a3?distro=rhel-8.8',
    unknown('unknown_maintainer'),
    'an application stream, which ends before RHEL 8 on a day of its own',
  ),
  purl(
    'pkg:rpm/redhat/java-17-openjdk-headless@17.0.9.0.9-2.el9?distro=rhel-9.3',
    vendor('redhat-build-of-openjdk', '17'),
    'ends before RHEL 9, with Red Hat’s builds of this OpenJDK',
  ),
  purl('pkg:rpm/redhat/glibc@2.34-60.el9', distribution('rhel', '9'), 'el9 says the release'),
  purl('pkg:rpm/redhat/tzdata@2023c-1', unknown('unknown_maintainer'), 'RHEL’s say .el9'),
  purl(
    'pkg:rpm/centos/bash@4.2.46-35.el7_9?arch=x86_64&distro=centos-7',
    distribution('centos', '7'),
    'CentOS Linux',
  ),
  purl(
    'pkg:rpm/rocky/zlib@1.2.11-40.el9?distro=rocky-9.3',
    distribution('rocky-linux', '9'),
    'os-release calls it rocky',
  ),
  purl(
    'pkg:rpm/almalinux/openssl-libs@3.0.7-24.el9?distro=almalinux-9.3',
    distribution('almalinux', '9'),
    'as os-release calls it',
  ),
  purl(
    'pkg:rpm/ol/glibc@2.28-225.0.4.el8?distro=ol-8.9',
    distribution('oracle-linux', '8'),
    'os-release calls it ol',
  ),
  purl(
    'pkg:rpm/fedora/curl@8.2.1-3.fc39?arch=i386&distro=fedora-39',
    distribution('fedora', '39'),
    'as the purl specification writes it',
  ),
  purl('pkg:rpm/fedora/curl@7.50.3-1.fc25', distribution('fedora', '25'), 'fc25 says the release'),
  purl(
    'pkg:rpm/amzn/openssl-libs@1.0.2k-24.amzn2.0.7?distro=amzn-2',
    distribution('amazon-linux', '2'),
    'Amazon Linux 2',
  ),
  purl(
    'pkg:rpm/amzn/curl@8.3.0-1.amzn2023.0.2?distro=amzn-2023',
    distribution('amazon-linux', '2023'),
    '2023 is not 2',
  ),
  purl(
    'pkg:rpm/amzn/curl@7.61.1-12.101.amzn1?distro=amzn-2018.03',
    distribution('amazon-linux', '2018.03'),
    'the last Amazon Linux 1',
  ),
  purl(
    'pkg:rpm/opensuse/zypper@1.14.59-150500.6.2.1?distro=opensuse-leap-15.5',
    distribution('opensuse', '15.5'),
    'an identifier with a dash',
  ),
  purl(
    'pkg:rpm/suse/libzypp@17.31.8-150400.3.14.1?distro=sles-15.4',
    distribution('sles', '15.4'),
    'the distribution decides, not the namespace',
  ),
  purl(
    'pkg:rpm/photon/openssl@3.0.7-2.ph4?distro=photon-4.0',
    distribution('photon', '4.0'),
    'as os-release calls it',
  ),
  purl(
    'pkg:rpm/mariner/openssl@1.1.1k-28.cm2?distro=mariner-2.0',
    distribution('azure-linux', '2.0'),
    'its old name',
  ),
  purl(
    'pkg:rpm/azurelinux/openssl@3.3.0-1.azl3?distro=azurelinux-3.0',
    distribution('azure-linux', '3.0'),
    'its new name',
  ),

  purl(
    'pkg:apk/alpine/busybox@1.36.1-r15?arch=x86_64&distro=alpine-3.19.1',
    distribution('alpine-linux', '3.19'),
    'a patch release',
  ),
  purl(
    'pkg:apk/alpine/libssl3@3.1.4-r5?upstream=openssl&distro=alpine-3.18',
    distribution('alpine-linux', '3.18'),
    'built from a source package of another name',
  ),
  purl(
    'pkg:apk/alpine/nginx@1.16.1-r2?distro=alpine-3.10.9',
    distribution('alpine-linux', '3.10'),
    '3.10 is not 3.1',
  ),
  purl('pkg:apk/alpine/musl@1.2.4-r4', unknown('unknown_distribution'), 'no release anywhere'),
  purl(
    'pkg:apk/alpine/musl@1.2.5-r8?distro=alpine-3.99.0',
    unknown('unknown_cycle'),
    'a release that is not known yet, and not 3.9',
  ),
  purl(
    'pkg:apk/wolfi/glibc@2.38-r5?distro=wolfi-20230201',
    unknown('unknown_product'),
    'a distribution that is not known',
  ),
  purl(
    'pkg:apk/alpaquita/libssl3@3.0.15-r0?upstream=openssl&distro=alpaquita-23',
    unknown('unknown_product'),
    'the distribution under Liberica’s images fixes its own OpenSSL, and is not known',
  ),
  purl(
    'pkg:apk/alpaquita/libssl3@3.0.15-r0?upstream=openssl',
    unknown('unknown_distribution'),
    'the same where nothing names the release',
  ),
  purl(
    'pkg:apk/bellsoft-hardened-containers/nginx@1.24.0-r0?distro=bellsoft-hardened-containers-stream',
    unknown('unknown_product'),
    'a name with dashes, and a release without a number',
  ),
  purl(
    'pkg:rpm/bluefin/openssl@1:3.2.4-2.fc42?distro=bluefin-42',
    unknown('unknown_product'),
    'made from Fedora, under a name and an end of its own',
  ),
  purl(
    'pkg:rpm/acmelinux/openssl@1:3.2.4-2.fc42?distro=acmelinux-42',
    unknown('unknown_product'),
    'an image that calls itself so is a distribution, though no table knows it',
  ),
  purl(
    'pkg:deb/nodesource/nodejs@18.20.4-1nodesource1?distro=debian-12',
    vendor('nodejs', '18'),
    'the image is Debian, and the namespace is a vendor’s',
  ),
  purl(
    'pkg:deb/nodesource/nodejs@18.20.4-1nodesource1?distro=bookworm',
    vendor('nodejs', '18'),
    'a release alone does not make the namespace a distribution',
  ),
  purl(
    'pkg:apk/alpine/kubectl@1.27.0-r3?distro=alpine-3.18.2',
    distribution('alpine-linux', '3.18'),
    'Alpine packages it itself: the Kubernetes project offers deb and rpm alone',
  ),
  purl(
    'pkg:apk/alpine/vault@1.13.0-r3?distro=alpine-3.18.2',
    distribution('alpine-linux', '3.18'),
    'as does HashiCorp',
  ),
  purl(
    'pkg:apk/wolfi/jenkins@2.401-r0?distro=wolfi-20230201',
    unknown('unknown_product'),
    'Wolfi packages it itself',
  ),
  purl(
    'pkg:apk/alpine/temurin-17-jdk@17.0.7_p7-r0?distro=alpine-3.18.2',
    vendor('eclipse-temurin', '17'),
    'Adoptium has an archive for Alpine, and Alpine names nothing so',
  ),
  purl(
    'pkg:apk/alpine/amazon-corretto-24@24.0.2.12.1-r0?distro=alpine-3.22.1',
    vendor('amazon-corretto', '24'),
    'so has Amazon, from which its official images for Alpine are made',
  ),
  purl(
    'pkg:apk/alpine/amazon-corretto-8-jre@8.392.08.1-r0?distro=alpine-3.18.5',
    vendor('amazon-corretto', '8'),
    'its number first, not Java’s old 1.8',
  ),
  purl(
    'pkg:alpm/arch/terraform@1.5.0-1?distro=arch',
    unknown('unknown_product'),
    'Arch packages it itself, and has no releases',
  ),
  purl(
    'pkg:deb/ubuntu/python3.7@3.7.17-1%2Bjammy1?distro=ubuntu-22.04',
    vendor('python', '3.7'),
    'Ubuntu 22.04 has no Python 3.7: deadsnakes, a personal archive, names releases so',
  ),
  purl(
    'pkg:deb/debian/grafana@9.5.2?distro=debian-12',
    vendor('grafana', '9.5'),
    'Debian has no Grafana: it is from apt.grafana.com',
  ),
  purl(
    'pkg:rpm/redhat/grafana@9.2.10-7.el9_3?distro=rhel-9.3',
    distribution('rhel', '9'),
    'Red Hat packages it too, and says so in the release',
  ),
  purl(
    'pkg:rpm/opensuse/grafana@9.5.8-150200.3.48.1?distro=opensuse-leap-15.4',
    distribution('opensuse', '15.4'),
    'so does openSUSE',
  ),
];
