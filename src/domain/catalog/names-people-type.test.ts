import { describe, expect, it } from 'vitest';
import type { Day } from '@/domain/eol/calendar';
import { buildCatalogIndex, matchComponent } from './index-of-names';
import { overlaidView } from './overlay';
import { indexCatalog } from './view';
import type { CatalogMatch, ComponentQuery } from './match';
import { sampleProduct } from './testing/sample-products';
import { starterCatalog } from './testing/starter-files';

const products = [
  ...starterCatalog(),
  sampleProduct('ionic', '8 5', {
    name: 'Ionic Framework',
    identifiers: ['pkg:npm/%40ionic/core'],
  }),
  sampleProduct('argo-cd', '2.1', {
    name: 'Argo CD',
    identifiers: ['pkg:oci/argocd?repository_url=quay.io/argoproj'],
  }),
];
const index = buildCatalogIndex(products);
const shownMatch = (match: CatalogMatch) =>
  match.found ? `${match.product.slug} ${match.cycle.name}` : match.reason;

describe('names and tags that people type', () => {
  it.each<[query: ComponentQuery, expected: string]>([
    [name('mariadb-server', '10.11.6'), 'mariadb 10.11'],
    [name('mysql-server', '8.0.35'), 'mysql 8.0'],
    [name('php-fpm', '8.1.2'), 'php 8.1'],
    [purl('pkg:bitnami/nginx@1.24.0-1'), 'nginx 1.24'],
    [purl('pkg:conda/python@3.9.18'), 'python 3.9'],
    [purl('pkg:conda/django@3.2.25'), 'django 3.2'],
    [purl('pkg:npm/%40angular/cli@12.2.18'), 'angular 12'],
    [purl('pkg:maven/org.springframework.boot/spring-boot-starter-web@2.6.8'), 'spring-boot 2.6'],
    [purl('pkg:composer/illuminate/support@9.52.0'), 'laravel 9'],
    [purl('pkg:composer/symfony/yaml@5.4.3'), 'symfony 5.4'],
    [purl('pkg:composer/symfony/polyfill-mbstring@1.28.0'), 'unknown_product'],
    [purl('pkg:github/openssl/openssl@OpenSSL_1_1_1w'), 'openssl 1.1.1'],
    [purl('pkg:github/ruby/ruby@v2_5_9'), 'ruby 2.5'],
    [
      { kind: 'custom', name: 'Spring Boot', vendor: 'VMware', version: '2.6.8' },
      'spring-boot 2.6',
    ],
    [
      { kind: 'custom', name: 'Spring Boot', vendor: 'Pivotal', version: '2.6.8' },
      'spring-boot 2.6',
    ],
    [{ kind: 'custom', name: 'Spring Boot', vendor: 'Acme', version: '2.6.8' }, 'unknown_product'],
    [npm('ionic', '5.4.16'), 'unknown_product'],
    [npm('@ionic/core', '5.4.16'), 'ionic 5'],
    [npm('@react/native', '18.0.0'), 'unknown_product'],
    [npm('node-js', '16.20.2'), 'unknown_product'],
    [purl('pkg:oci/argocd@v2.1.0?repository_url=quay.io/argoproj-labs'), 'unknown_product'],
    [purl('pkg:oci/argocd@v2.1.0?repository_url=quay.io/argoproj/argocd'), 'argo-cd 2.1'],
  ])('%j is %s', (query, expected) => {
    expect(shownMatch(matchComponent(index, query))).toBe(expected);
  });

  it('finds an own date of a product that the catalog lacks', () => {
    const dates = {
      reason: 'contract',
      setBy: 'ada',
      setOn: '2026-01-01' as Day,
      endsOn: '2027-01-01' as Day,
    };
    const overrides = [{ productName: 'Acme DB', cycle: '7', ...dates }];
    const view = overlaidView(indexCatalog(products), { ownProducts: [], overrides });
    expect(view.match(name('acme db', '7.4.1'))).toMatchObject({
      found: true,
      cycle: { name: '7', support: [{ endsOn: '2027-01-01' }] },
    });
    expect(view.match(name('acme db', '8.0')).found).toBe(false);
    expect(view.productNamed('Acme DB')).toBeNull();
  });
});

function name(text: string, version: string): ComponentQuery {
  return { kind: 'name', name: text, version, ecosystem: 'generic' };
}

function npm(text: string, version: string): ComponentQuery {
  return { kind: 'name', name: text, version, ecosystem: 'npm' };
}

function purl(text: string): ComponentQuery {
  return { kind: 'purl', purl: text };
}
