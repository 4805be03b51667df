import { describe, expect, it } from 'vitest';
import { buildCatalogIndex, layeredIndex, matchComponent, matchScanned } from './index-of-names';
import { starterProduct, toProduct } from './starter-product';
import { SAMPLE_PRODUCTS } from './testing/sample-products';
import { describedMatch } from './testing/starter-files';

const own = (fields: object) =>
  toProduct(
    starterProduct.parse({ category: 'app', cycles: [{ name: '3' }, { name: '2' }], ...fields }),
    'organization',
  );
const index = layeredIndex([
  buildCatalogIndex([
    own({ slug: 'acme', name: 'ACME', purls: ['pkg:npm/@acme/*', 'pkg:golang/github.com/acme/*'] }),
    own({
      slug: 'design',
      name: 'Design',
      purls: ['pkg:npm/@acme/design-*', 'pkg:deb/debian/acme-*'],
    }),
    own({ slug: 'exact', name: 'Exact', purls: ['pkg:npm/@acme/exact'] }),
    own({ slug: 'agent', name: 'Agent', purls: ['pkg:golang/github.com/acme/mono#agent'] }),
    own({
      ...{ slug: 'billing', name: 'Billing', cpes: ['cpe:2.3:a:acme:billing'] },
      images: ['registry.acme.example/acme/billing', 'acme/shop'],
    }),
  ]),
  buildCatalogIndex(SAMPLE_PRODUCTS),
]);
const match = (purl: string) => describedMatch(matchComponent(index, { kind: 'purl', purl }));

describe('a pattern of package URLs', () => {
  it.each([
    ['pkg:npm/%40acme/anything@3.1.0', 'acme 3'],
    ['pkg:npm/@ACME/Anything@2.9', 'acme 2'],
    ['pkg:npm/@acme/design-tokens@2.0.0', 'design 2'],
    ['pkg:npm/@acme/exact@3.0.0', 'exact 3'],
    ['pkg:npm/@acme/anything@9.0.0', '- unknown_cycle'],
    ['pkg:npm/@acmeish/anything@3.0.0', '- unknown_product'],
    ['pkg:npm/acme@3.0.0', '- unknown_product'],
    ['pkg:golang/github.com/acme/tools/cmd@v2.4.0', 'acme 2'],
    ['pkg:golang/github.com/acme/tools@v2.4.0#cmd', 'acme 2'],
    ['pkg:golang/github.com/acme/mono@v3.1.0#agent', 'agent 3'],
    ['pkg:golang/github.com/acme/mono/agent@v3.1.0', 'agent 3'],
    ['pkg:golang/github.com/acme/mono@v3.1.0', 'acme 3'],
    ['pkg:deb/debian/acme-agent@3.2-1?distro=debian-12', 'design 3'],
    ['pkg:npm/express@4.17.1', 'express 4'],
  ])('leads %s to %s', (purl, expected) => {
    expect(match(purl)).toBe(expected);
  });
});

describe('the name of an image', () => {
  it.each([
    [
      'pkg:oci/billing@sha256:244fd?repository_url=registry.acme.example/acme/billing&tag=3.1',
      'billing 3',
    ],
    ['pkg:docker/acme/billing@3.1?repository_url=registry.acme.example', 'billing 3'],
    ['pkg:docker/acme/shop@2.0', 'billing 2'],
    ['pkg:oci/shop@sha256:244fd?repository_url=docker.io/acme/shop&tag=2.0', 'billing 2'],
    ['pkg:docker/acme/billing@3.1', '- unknown_product'],
    [
      'pkg:oci/billing@sha256:244fd?repository_url=ghcr.io/acme/billing&tag=3.1',
      '- unknown_product',
    ],
  ])('leads %s to %s', (purl, expected) => {
    expect(match(purl)).toBe(expected);
  });

  it('answers a question by that name', () => {
    const asked = (name: string) =>
      describedMatch(
        matchComponent(index, { kind: 'name', name, version: '3.1', ecosystem: 'generic' }),
      );
    expect(asked('registry.acme.example/acme/billing')).toBe('billing 3');
    expect(asked('docker.io/acme/shop')).toBe('billing 3');
    expect(asked('ghcr.io/acme/shop')).toBe('- unknown_product');
  });
});

it('takes a program by its CPE name', () => {
  const component = {
    ...{ name: 'billing', version: '3.4', type: 'binary', purl: null, upstreams: [] },
    cpes: ['cpe:2.3:a:acme:billing:3.4:*:*:*:*:*:*:*'],
  };
  expect(describedMatch(matchScanned(index, component, null))).toBe('billing 3');
});

it('takes a package of conda by the name of an own product, and of the catalog’s by few names', () => {
  expect(match('pkg:conda/billing@3.1')).toBe('billing 3');
  expect(match('pkg:conda/redis@5.0.3')).toBe('- unknown_product');
});

it('takes a jar for what lists it, whoever built it', () => {
  const jar = { slug: 'jar', name: 'Jar', purls: ['pkg:maven/org.springframework/spring-core'] };
  const listed = layeredIndex([buildCatalogIndex([own(jar)]), buildCatalogIndex(SAMPLE_PRODUCTS)]);
  const purl = 'pkg:maven/org.springframework/spring-core@3.2.1.redhat-00001';
  expect(match(purl)).toBe('- unknown_maintainer');
  expect(describedMatch(matchComponent(listed, { kind: 'purl', purl }))).toBe('jar 3');
});
