import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildCatalogIndex, matchComponent } from '@/domain/catalog/index-of-names';
import { starterCatalog } from '@/domain/catalog/testing/starter-files';
import { openArchive } from '@/test/files';
import {
  searchByDistribution,
  searchByPurl,
  searchOf,
  type FoundCycle,
} from '@/test/scanner-search';
import { buildArchive } from './service/build';

const products = starterCatalog();
const index = buildCatalogIndex(products);
let content: Buffer;

beforeAll(async () => {
  ({ content } = await buildArchive({ products, index }, new Date('2026-11-22T12:00:00Z')));
});
const opened = async () => (await openArchive(content)).database;

/** Gives the cycle that a stock scanner takes a package for; null where it says nothing. */
function scanned(database: DatabaseSync, purl: string, version: string): FoundCycle | null {
  const result = searchByPurl(database, `${purl}@${version}`, version);
  return 'error' in result ? null : result.found;
}

/** Gives the same as `/eol/check` says it. */
function checked(purl: string) {
  const match = matchComponent(index, { kind: 'purl', purl });
  if (!match.found) return null;
  const end = match.cycle.support.find(({ level }) => level === 'STANDARD_SUPPORT');
  return {
    product: match.product.name,
    cycle: match.cycle.name,
    eol: end?.endsOn ?? '0001-01-01',
    eolBool: end !== undefined && end.endsOn === null && end.ended,
  };
}

/** Ends of versions that are written in other ways than the catalog writes them. */
const ODD_ENDS = [
  ...[
    '.0',
    '.99',
    '.7.3',
    '.RELEASE',
    '-rc.1',
    '-1~bookworm',
    '+build.5',
    'p105',
    'w',
    '_362',
    '1',
    '.0.21+9',
    '.0.21+9-LTS',
  ],
];

function versionsOf(name: string, latest: string | null): string[] {
  const odd = ODD_ENDS.map((end) => name + end);
  return [name, `v${name}`, ...odd, ...(latest === null ? [] : [latest, `${latest}-alpine`])];
}

it('says of no served package what the check does not, whatever its version looks like', async () => {
  const database = await opened();
  const bySlug = new Map(products.map((product) => [product.slug, product]));
  const served = database
    .prepare('SELECT purl, permalink FROM purls JOIN products ON products.id = product_id')
    .all();
  let found = 0;
  const contradictions: string[] = [];
  for (const { purl, permalink } of served) {
    const product = bySlug.get(String(permalink).split('/').at(-1) ?? '');
    const search = searchOf(database, String(purl));
    for (const { name, latestRelease } of product?.cycles ?? []) {
      for (const version of versionsOf(name, latestRelease)) {
        const result = search(version);
        if ('error' in result || result.found === null) continue;
        found += 1;
        const { product: productName, cycle, eol, eolBool } = result.found;
        const said = { product: productName, cycle, eol, eolBool };
        const known = checked(`${String(purl)}@${version}`);
        if (isDeepStrictEqual(said, known)) continue;
        contradictions.push(`${String(purl)}@${version}: ${JSON.stringify([said, known])}`);
      }
    }
  }
  expect(contradictions).toEqual([]);
  expect(found).toBeGreaterThan(20_000);
}, 120_000);

describe('of packages whose numbers mean something else, a scanner says nothing', () => {
  it.each([
    // A distribution's own packages, which its distribution maintains.
    ...['pkg:rpm/redhat/python3@3.9.18-3.el9', 'pkg:rpm/amzn/python3@3.9.16-1.amzn2023'],
    ...['pkg:rpm/redhat/python38@3.8.17-2.module+el8', 'pkg:rpm/centos/nginx@1.20.1-14.el9'],
    ...['pkg:deb/debian/nginx@1.18.0-6', 'pkg:deb/ubuntu/nginx@1.18.0-6ubuntu14'],
    ...['pkg:deb/ubuntu/haproxy@2.4.24-0ubuntu0.22.04.1', 'pkg:rpm/redhat/haproxy@2.4.22-3.el9'],
    ...['pkg:apk/alpine/nginx@1.22.1-r0', 'pkg:apk/alpine/nodejs@14.20.1-r0'],
    ...['pkg:alpm/arch/php@7.4.33-1', 'pkg:deb/debian/postgresql-11@11.22-0'],
    ...['pkg:rpm/fedora/nodejs@14.21.3-1.fc37', 'pkg:deb/debian/redis@6.0.16-1'],
    // Vendors' and others' packages in a distribution's format.
    ...['pkg:rpm/amzn/mongodb-org-server@4.4.29-1.amzn2', 'pkg:rpm/fedora/docker-ce@24.0.7-1.fc39'],
    ...['pkg:rpm/almalinux/php@7.4.33-16.el9.remi', 'pkg:deb/debian/nginx@1.20.2-1~bullseye'],
    ...['pkg:deb/debian/rabbitmq-server@3.8.34-1', 'pkg:deb/ubuntu/php7.4@7.4.33-8+deb.sury.org+1'],
    ...['pkg:deb/debian/dotnet-runtime-6.0@6.0.36-1', 'pkg:deb/debian/consul@1.8.19-1'],
    // Products that several makers build.
    ...['pkg:generic/openjdk@16.0.2', 'pkg:generic/java@1.8.0_292', 'pkg:generic/graalvm@21.0.1'],
    ...['pkg:docker/library/openjdk@16', 'pkg:conda/openjdk@16.0.2'],
    // .NET Framework 4 and ActiveMQ Artemis, under the names of others.
    ...['pkg:generic/.net@4.8', 'pkg:generic/activemq@2.44.0'],
    // A distribution's kernel.
    'pkg:generic/linux-kernel@5.14.0-427.13.1.el9_4.x86_64',
    // Commits of Go modules, under the number of some tag before them.
    'pkg:golang/github.com/docker/docker@v17.12.0-ce-rc1.0.20200916142827-bd33bbf0497b+incompatible',
    'pkg:golang/k8s.io/kubernetes@v1.11.0-alpha.0.0.20180401000000-0123456789ab',
    'pkg:golang/github.com/hashicorp/consul@v1.4.5-0.20190430000000-0123456789ab',
    // Font Awesome 5.
    'pkg:npm/%40fortawesome/fontawesome-svg-core@1.2.36',
    // No known end.
    ...['pkg:npm/express@5.1.0', 'pkg:npm/react@19.2.0', 'pkg:npm/vue@3.5.13'],
    ...['pkg:npm/jquery@4.0.0', 'pkg:npm/bootstrap@5.3.8'],
    // Clients, types and plug-ins of products.
    ...[
      'pkg:npm/redis@4.6.0',
      'pkg:pypi/redis@4.5.1',
      'pkg:npm/mongodb@4.17.0',
      'pkg:gem/pg@1.2.3',
    ],
    ...[
      'pkg:npm/%40types/node@14.18.0',
      'pkg:pypi/elasticsearch@7.17.0',
      'pkg:pypi/kubernetes@12.0.1',
    ],
    ...[
      'pkg:maven/org.postgresql/postgresql@9.4.1212',
      'pkg:maven/mysql/mysql-connector-java@5.1.49',
    ],
  ])('%s', async (purl) => {
    const [bare = '', version = ''] = purl.split(/@(?=[^@]*$)/);
    expect(scanned(await opened(), bare, version)).toBeNull();
  });
});

describe('of packages that are a product, it says what the check says', () => {
  it.each([
    ...['pkg:maven/org.apache.tomcat.embed/tomcat-embed-core@9.0.1', 'pkg:gem/activerecord@5.2.8'],
    ...['pkg:maven/org.apache.kafka/kafka-clients@2.8.0', 'pkg:gem/actionpack@6.0.6'],
    ...['pkg:npm/%40angular/common@12.2.17', 'pkg:npm/%40angular/core@11.0.0'],
    ...['pkg:maven/org.springframework/spring-webflux@5.3.20', 'pkg:npm/electron@20.0.0'],
    ...['pkg:nuget/Microsoft.NETCore.App.Runtime.linux-x64@6.0.36', 'pkg:pypi/Django@3.2.25'],
    ...['pkg:generic/node@14.21.3', 'pkg:generic/python@3.8.20', 'pkg:golang/stdlib@1.20.1'],
    ...['pkg:generic/redis@6.0.20', 'pkg:generic/postgresql@11.22', 'pkg:generic/php-cli@7.4.33'],
    ...['pkg:composer/laravel/framework@8.83.27', 'pkg:npm/vue@2.7.16', 'pkg:npm/jquery@1.12.4'],
  ])('%s', async (purl) => {
    const [bare = '', version = ''] = purl.split(/@(?=[^@]*$)/);
    const said = scanned(await opened(), bare, version);
    const known = checked(purl);
    expect(known).not.toBeNull();
    expect(said).toMatchObject(known ?? {});
  });
});

it('says of distributions what the check says, and nothing of what is being made', async () => {
  const database = await opened();
  for (const [cpe, product, cycle] of [
    ['cpe:/o:debian:debian_linux:10', 'Debian', '10'],
    ['cpe:2.3:o:canonical:ubuntu_linux:20.04', 'Ubuntu', '20.04'],
    ['cpe:/o:redhat:enterprise_linux:8::baseos', 'Red Hat Enterprise Linux', '8'],
    ['cpe:2.3:o:alpinelinux:alpine_linux:3.18.4', 'Alpine Linux', '3.18'],
  ]) {
    expect(searchByDistribution(database, cpe ?? '')).toMatchObject({ found: { product, cycle } });
  }
  for (const cpe of [
    'cpe:2.3:o:alpinelinux:alpine_linux:3.21.0_alpha20240606',
    'cpe:/o:suse:sles:15:sp5',
    'cpe:/o:suse:linux_enterprise_server:12:sp5',
    'cpe:/o:centos:centos:8',
    'cpe:/o:fedoraproject:fedora:99',
  ]) {
    expect(searchByDistribution(database, cpe)).not.toMatchObject({
      found: { product: expect.anything() },
    });
  }
});
