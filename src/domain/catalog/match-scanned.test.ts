import { describe, expect, it } from 'vitest';
import type { Distro } from '@/domain/scan/context';
import { buildCatalogIndex, matchScanned } from './index-of-names';
import type { ScannedComponent } from './match-scanned';
import { describedMatch } from './testing/starter-files';
import { SAMPLE_PRODUCTS } from './testing/sample-products';

const index = buildCatalogIndex(SAMPLE_PRODUCTS);

const DEBIAN: Distro = distro('debian', '11', 'Debian GNU/Linux 11 (bullseye)');

function distro(id: string, versionId: string, prettyName: string): Distro {
  return { id, versionId, prettyName, cpeName: '' };
}

function scanned(
  type: string,
  text: string,
  more: Partial<ScannedComponent> = {},
): ScannedComponent {
  const [name = '', version = ''] = text.split('@');
  return { type, name, version, purl: null, cpes: [], upstreams: [], ...more };
}

describe('matchScanned', () => {
  it.each<[component: ScannedComponent, image: Distro | null, expected: string]>([
    [scanned('os', 'Debian GNU/Linux@11'), DEBIAN, 'debian 11'],
    [scanned('os', 'Debian GNU/Linux@10'), null, 'debian 10'],
    [scanned('os', 'CentOS Linux@8'), null, 'centos 8'],
    [scanned('os', 'CentOS Stream@8'), null, 'centos-stream 8'],
    [scanned('os', 'CentOS@8'), distro('centos', '8', 'CentOS Stream 8'), 'centos-stream 8'],
    [scanned('os', 'Amazon Linux@2'), distro('amzn', '2', 'Amazon Linux 2'), 'amazon-linux 2'],
    [scanned('os', 'Alpine Linux@3.18.4'), null, 'alpine-linux 3.18'],
    [scanned('os', 'Red Hat Enterprise Linux@8.6'), null, 'rhel 8'],
    [
      scanned('os', 'AlmaLinux Kitten@10'),
      distro('almalinux', '10', 'AlmaLinux Kitten 10 (Lion Cub)'),
      '- unknown_cycle',
    ],
    [
      scanned('rpm', 'bash@5.2.26-6.el10'),
      distro('almalinux', '10', 'AlmaLinux Kitten 10 (Lion Cub)'),
      '- unknown_cycle',
    ],
    [
      scanned('rpm', 'bash@5.2.26-6.el10', {
        purl: 'pkg:rpm/almalinux/bash@5.2.26-6.el10?arch=x86_64&distro=almalinux-10',
      }),
      distro('almalinux', '10', 'AlmaLinux Kitten 10 (Lion Cub)'),
      '- unknown_cycle',
    ],
    [
      scanned('rpm', 'bash@5.1.8-9.el9', {
        purl: 'pkg:rpm/almalinux/bash@5.1.8-9.el9?arch=x86_64&distro=almalinux-9',
      }),
      distro('almalinux', '10', 'AlmaLinux Kitten 10 (Lion Cub)'),
      'almalinux 9 (?)',
    ],
    [
      scanned('rpm', 'bash@5.2.26-6.el10'),
      distro('almalinux', '10.0', 'AlmaLinux 10.0 (Purple Lion)'),
      'almalinux 10 (?)',
    ],
    [scanned('os', 'Haiku@1'), distro('haiku', '1', 'Haiku'), '- unknown_product'],
    [scanned('os', 'Debian GNU/Linux@'), null, '- no_version'],
    [
      scanned('deb', 'nginx@1.18.0-6', { purl: 'pkg:deb/debian/nginx@1.18.0-6' }),
      DEBIAN,
      'debian 11 (nginx 1.18)',
    ],
    [
      scanned('deb', 'nginx@1.18.0-6', { purl: 'pkg:deb/debian/nginx@1.18.0-6?distro=debian-10' }),
      DEBIAN,
      '- unknown_maintainer',
    ],
    [
      scanned('deb', 'libssl1.1@1.1.1n-0', { upstreams: [{ name: 'openssl', version: '' }] }),
      DEBIAN,
      'debian 11 (openssl 1.1.1)',
    ],
    [scanned('deb', 'curl@7.74.0-1'), null, '- unknown_distribution'],
    [scanned('deb', 'nodejs@16.20.2-1nodesource1'), DEBIAN, 'nodejs 16'],
    [
      scanned('rpm', 'bash@4.4-1.el8', { purl: 'pkg:rpm/centos/bash@4.4-1.el8?distro=centos-8' }),
      distro('centos', '8', 'CentOS Linux 8'),
      'centos 8 (?)',
    ],
    [scanned('binary', 'node@14', { purl: 'pkg:generic/node@18.1.0' }), DEBIAN, 'nodejs 18'],
    [
      scanned('binary', 'web@1.18.0', { cpes: ['cpe:2.3:a:f5:nginx:1.18.0:*:*:*:*:*:*:*'] }),
      DEBIAN,
      'nginx 1.18',
    ],
    [
      scanned('binary', 'percona-server@8.0.35', {
        purl: 'pkg:generic/percona-server@8.0.35',
        cpes: ['cpe:2.3:a:oracle:mysql:8.0.35:*:*:*:*:*:*:*'],
      }),
      null,
      '- unknown_product',
    ],
    [
      scanned('binary', 'java@1.8.0_202', { purl: 'pkg:generic/oracle/jre@1.8.0_202' }),
      null,
      'oracle-jdk 8',
    ],
    [
      scanned('npm', 'redis@4.6.7', {
        purl: 'pkg:npm/redis@4.6.7',
        cpes: ['cpe:2.3:a:redis:redis:4.6.7:*:*:*:*:*:*:*'],
      }),
      DEBIAN,
      '- unknown_product',
    ],
    [scanned('npm', 'express@4.17.1'), null, 'express 4'],
    [scanned('python', 'Django@3.2.25', { purl: 'not a purl' }), null, 'django 3.2'],
    [scanned('java-archive', 'spring-core@5.3.20'), null, 'spring-framework 5.3'],
    [
      scanned('go-module', 'stdlib@go1.22.3', { purl: 'pkg:golang/stdlib@1.22.3' }),
      null,
      'go 1.22',
    ],
    [scanned('gem', 'nginx@1.18.0'), null, '- unknown_product'],
    [
      scanned('linux-kernel', 'linux-kernel@5.10.0-21-amd64', {
        purl: 'pkg:generic/linux-kernel@5.10.0-21-amd64',
      }),
      DEBIAN,
      'debian 11 (linux 5.10)',
    ],
    [
      scanned('linux-kernel', 'linux-kernel@5.10.121-linuxkit', {
        purl: 'pkg:generic/linux-kernel@5.10.121-linuxkit',
      }),
      DEBIAN,
      '- unknown_maintainer',
    ],
  ])('%j is of %j %s', (component, image, expected) => {
    expect(describedMatch(matchScanned(index, component, image))).toBe(expected);
  });
});
