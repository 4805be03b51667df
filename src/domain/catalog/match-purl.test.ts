import { describe, expect, it } from 'vitest';
import { buildCatalogIndex, matchComponent } from './index-of-names';
import { describedMatch } from './testing/starter-files';
import { SAMPLE_PRODUCTS } from './testing/sample-products';

const index = buildCatalogIndex(SAMPLE_PRODUCTS);

function matchOf(purl: string): string {
  return describedMatch(matchComponent(index, { kind: 'purl', purl }));
}

describe('packages of languages', () => {
  it.each([
    ['pkg:npm/express@4.17.1', 'express 4'],
    ['pkg:npm/%40angular/core@12.2.17', 'angular 12'],
    ['pkg:npm/angular@1.8.3', 'angularjs 1.8'],
    ['pkg:npm/redis@4.6.7', '- unknown_product'],
    ['pkg:npm/express@3.0.0', '- unknown_cycle'],
    ['pkg:npm/express', '- no_version'],
    ['express@4', '- unreadable'],
    ['pkg:npm/%40fortawesome/fontawesome-svg-core@1.2.36', '- unknown_cycle'],
    ['pkg:npm/%40fortawesome/fontawesome-svg-core@6.4.0', 'font-awesome 6'],
    ['pkg:pypi/Django@3.2.25', 'django 3.2'],
    ['pkg:nuget/microsoft.netcore.app@6.0.1', 'dotnet 6'],
    ['pkg:maven/org.springframework/spring-core@5.0.20.RELEASE', 'spring-framework 5.0'],
    ['pkg:maven/org.springframework/spring-webflux@6.0.1', 'spring-framework 6.0'],
    ['pkg:maven/spring-core/spring-core@5.3.20', 'spring-framework 5.3'],
    ['pkg:maven/com.example/spring-core@5.3.20', '- unknown_product'],
    ['pkg:golang/stdlib@1.22.3', 'go 1.22'],
    ['pkg:golang/stdlib@go1.15.15', 'go 1.15'],
    ['pkg:golang/github.com/gorilla/mux@v1.8.1', 'gorilla 1'],
    ['pkg:golang/github.com/gorilla/mux@v1.8.1-0.20210101000000-abcdef123456', '- unknown_cycle'],
    ['pkg:golang/github.com/caddyserver/caddy/v2@v2.7.0', 'caddy 2'],
    ['pkg:golang/github.com/caddyserver/caddy@v1.0.5', 'caddy 1'],
    ['pkg:golang/github.com/caddyserver/caddy/v2/modules@v2.7.0', '- unknown_product'],
    ['pkg:golang/github.com/nginx/nginx@v1.18.0', 'nginx 1.18'],
  ])('%s is %s', (purl, expected) => {
    expect(matchOf(purl)).toBe(expected);
  });
});

describe('images, sources and programs', () => {
  it.each([
    ['pkg:generic/node@16.20.2', 'nodejs 16'],
    ['pkg:generic/openssl@1.1.1w', 'openssl 1.1.1'],
    ['pkg:generic/acme/openssl@1.1.1w', '- unknown_product'],
    ['pkg:docker/library/node@16.13-alpine', 'nodejs 16'],
    ['pkg:docker/node@sha256:244fd47e07d1004f?tag=18', 'nodejs 18'],
    ['pkg:docker/node@sha256:244fd47e07d1004f', '- no_version'],
    ['pkg:docker/library/node@latest', '- no_version'],
    ['pkg:docker/library/debian@bookworm-slim', 'debian 12'],
    ['pkg:docker/library/python@3.11-slim-bookworm', 'python 3.11'],
    ['pkg:docker/acme/node@16.13', '- unknown_product'],
    // Redis Enterprise, whatever the catalog says.
    ['pkg:docker/redislabs/redis@7.2.4-92', '- unknown_product'],
    ['pkg:oci/nginx@sha256:244fd?repository_url=docker.io/library/nginx&tag=1.18', 'nginx 1.18'],
    ['pkg:oci/nginx@sha256:244fd?repository_url=ghcr.io/acme/nginx&tag=1.18', '- unknown_product'],
    ['pkg:oci/tool@sha256:244fd?repository_url=quay.io/acme/tool&tag=2.1', 'quay-tool 2'],
    ['pkg:oci/tool@sha256:244fd?repository_url=ghcr.io/acme/tool&tag=2.1', '- unknown_product'],
    ['pkg:github/nginx/nginx@release-1.18.0', 'nginx 1.18'],
    ['pkg:github/nginx/nginx@1a8f2e0c9b7d', '- unknown_cycle'],
  ])('%s is %s', (purl, expected) => {
    expect(matchOf(purl)).toBe(expected);
  });
});

describe("a distribution's own packages", () => {
  it.each([
    ['pkg:deb/debian/nginx@1.18.0-6?distro=debian-11', 'debian 11 (nginx 1.18)'],
    ['pkg:deb/debian/nginx@1.18.0-6%2Bdeb11u3', 'debian 11 (nginx 1.18)'],
    ['pkg:deb/debian/nginx@1.18.0-6', '- unknown_distribution'],
    ['pkg:deb/debian/haproxy@2.8.5-1~bpo12+1', '- unknown_maintainer'],
    ['pkg:deb/debian/curl@7.74.0-1?distro=bullseye', 'debian 11 (?)'],
    ['pkg:deb/debian/curl@7.74.0-1?distro=debian-bullseye', 'debian 11 (?)'],
    ['pkg:deb/debian/curl@7.74.0-1?distro=debian-11.6', 'debian 11 (?)'],
    ['pkg:deb/debian/curl@7.74.0-1?distro=debian-sid', '- unknown_cycle'],
    ['pkg:deb/debian/curl@7.74.0-1?distro=kali-2023.1', '- unknown_product'],
    ['pkg:deb/ubuntu/libc6@2.35-0ubuntu3.1?distro=ubuntu-22.04', 'ubuntu 22.04 (?)'],
    ['pkg:deb/ubuntu/python3.10@3.10.12-1~22.04.3', 'ubuntu 22.04 (python 3.10)'],
    ['pkg:deb/ubuntu/tzdata@2023c-0ubuntu0.22.04.2', 'ubuntu 22.04 (?)'],
    ['pkg:deb/ubuntu/curl@7.81.0-1ubuntu1.15', '- unknown_distribution'],
    [
      'pkg:deb/ubuntu/php8.1-cli@8.1.2-1ubuntu2.14?distro=jammy&upstream=php8.1',
      'ubuntu 22.04 (php 8.1)',
    ],
    [
      'pkg:deb/debian/libssl1.1@1.1.1n-0?distro=debian-11&upstream=openssl',
      'debian 11 (openssl 1.1.1)',
    ],
    [
      'pkg:rpm/redhat/bash@4.4.20-4.el8_6?distro=rhel-8.6&upstream=bash-4.4.20-4.el8_6.src.rpm',
      'rhel 8 (?)',
    ],
    ['pkg:rpm/redhat/bash@4.4.20-4.el8_6', 'rhel 8 (?)'],
    ['pkg:rpm/redhat/nodejs@16.20-1.module_el8.6.0%2B1', '- unknown_maintainer'],
    [
      'pkg:rpm/centos/openssl-libs@1:1.0.2k-25.el7_9?distro=centos-7&upstream=openssl-1.0.2k-25.el7_9.src.rpm',
      'centos 7 (openssl 1.0.2)',
    ],
    ['pkg:rpm/centos/bash@4.4.20-1.el8?distro=centos-8', '- ambiguous'],
    ['pkg:rpm/centos/bash@4.4.20-1.el8_4?distro=centos-8', 'centos 8 (?)'],
    ['pkg:rpm/centos/bash@5.1.8-6.el9?distro=centos-9', 'centos-stream 9 (?)'],
    ['pkg:rpm/rocky/bash@5.1.8-6.el9?distro=rocky-9.2', 'rocky-linux 9 (?)'],
    ['pkg:rpm/ol/bash@5.1.8-6.el9?distro=ol-9.2', 'oracle-linux 9 (?)'],
    ['pkg:rpm/fedora/curl@8.0-1.fc38', 'fedora 38 (?)'],
    ['pkg:rpm/amazon/bash@4.2.46-34.amzn2?distro=amazon-2+(Karoo)', 'amazon-linux 2 (?)'],
    ['pkg:rpm/amzn/bash@5.2-1.amzn2023.0.2', 'amazon-linux 2023 (?)'],
    ['pkg:rpm/amzn/bash@4.2-1.amzn1', '- unknown_distribution'],
    ['pkg:rpm/opensuse/curl@7.5-150400.5.1?distro=opensuse-leap-15.5', 'opensuse 15.5 (?)'],
    ['pkg:rpm/opensuse/curl@7.5-1.1?distro=opensuse-tumbleweed-20230101', '- unknown_product'],
    ['pkg:rpm/suse/curl@8.0-150400.5.1?distro=sles-15.4', 'sles 15.4 (?)'],
    ['pkg:rpm/photon/curl@8.0-1.ph4', 'photon 4.0 (?)'],
    ['pkg:rpm/curl@8.0-1.el8', '- unknown_distribution'],
    ['pkg:apk/alpine/openssl@3.1.4-r1?distro=alpine-3.18.4', 'alpine-linux 3.18 (?)'],
    ['pkg:apk/alpine/openssl@3.0.4-r1?distro=3.10.9', 'alpine-linux 3.10 (openssl 3.0)'],
    ['pkg:apk/alpine/php82@8.2.13-r0?distro=alpine-3.18.4', 'alpine-linux 3.18 (php 8.2)'],
    ['pkg:apk/alpine/busybox@1.36.1-r5', '- unknown_distribution'],
    ['pkg:apk/wolfi/openssl@3.1.4-r1?distro=wolfi-20230201', '- unknown_product'],
    ['pkg:alpm/arch/ruby@3.0.5-1?distro=arch', '- unknown_product'],
    ['pkg:deb/debian/nginx?distro=debian-11', '- no_version'],
  ])('%s is %s', (purl, expected) => {
    expect(matchOf(purl)).toBe(expected);
  });

  it('says whose support decides, and leaves out what packaging adds', () => {
    const purl = 'pkg:deb/debian/nginx@1.18.0-6%2Bdeb11u3?distro=debian-11';
    expect(matchComponent(index, { kind: 'purl', purl })).toMatchObject({
      name: 'nginx',
      version: '1.18.0',
      maintainer: 'distribution',
      by: 'distro=debian-11',
    });
  });
});

describe("a vendor's packages in a distribution's format", () => {
  it.each([
    ['pkg:deb/debian/postgresql-14@14.13-1.pgdg100%2B1?distro=debian-10', 'postgresql 14'],
    [
      'pkg:deb/debian/libpq5@9.6.24-1.pgdg90%2B1?distro=debian-10&upstream=postgresql-9.6',
      'postgresql 9.6',
    ],
    [
      'pkg:deb/debian/postgresql-14-postgis-3@3.3.2-1.pgdg110%2B1?upstream=postgis',
      '- unknown_product',
    ],
    ['pkg:rpm/redhat/postgresql15-server@15.2-1PGDG.rhel8?distro=rhel-8', 'postgresql 15'],
    [
      'pkg:deb/debian/php8.1-cli@8.1.27-1%2B0~20240107.58%2Bdebian11~1.gbp?distro=debian-11&upstream=php8.1',
      'php 8.1',
    ],
    [
      'pkg:deb/ubuntu/php8.3-fpm@8.3.1-1%2Bubuntu22.04.1%2Bdeb.sury.org%2B1?distro=ubuntu-22.04&upstream=php8.3',
      'php 8.3',
    ],
    ['pkg:deb/ubuntu/nodejs@16.20.2-deb-1nodesource1?distro=ubuntu-20.04', 'nodejs 16'],
    ['pkg:rpm/centos/nodejs@16.20.2-1nodesource?distro=centos-7', 'nodejs 16'],
    ['pkg:deb/debian/nginx@1.25.3-1~bookworm?distro=debian-12', 'nginx 1.25'],
    ['pkg:apk/alpine/nginx@1.25.3-r1?distro=alpine-3.18', 'nginx 1.25'],
    ['pkg:apk/alpine/nginx@1.24.0-r6?distro=alpine-3.18', 'alpine-linux 3.18 (nginx 1.24)'],
    [
      'pkg:deb/debian/docker-ce@5:24.0.7-1~debian.12~bookworm?distro=debian-12',
      'docker-engine 24.0',
    ],
    ['pkg:rpm/centos/docker-ce-cli@1:20.10.7-3.el8?distro=centos-8', 'docker-engine 20.10'],
    ['pkg:deb/debian/mariadb-server@1:10.11.6%2Bmaria~deb11?distro=debian-11', 'mariadb 10.11'],
    ['pkg:rpm/ol/mysql-community-server@8.0.35-1.el8?distro=ol-8.8', 'mysql 8.0'],
    ['pkg:deb/debian/mysql-community-server-core@8.0.35-1debian12?distro=debian-12', 'mysql 8.0'],
    [
      'pkg:deb/debian/redis-server@6:7.2.3-1rl1~bookworm1?distro=debian-12&upstream=redis',
      'redis 7.2',
    ],
    ['pkg:deb/debian/mongodb-org-server@6.0.12?distro=debian-11', '- unknown_product'],
    [
      'pkg:apk/alpine/bellsoft-java17@17.0.9?repository_url=https://apk.bell-sw.com/main',
      'bellsoft-liberica 17',
    ],
  ])('%s is %s', (purl, expected) => {
    expect(matchOf(purl)).toBe(expected);
  });
});
