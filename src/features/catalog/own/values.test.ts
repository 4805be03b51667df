import { expect, it } from 'vitest';
import { starterProduct } from '@/domain/catalog/starter-product';
import { documentOf, emptyCycle, NEW_PRODUCT, slugOf, valuesOf } from './values';

const product = starterProduct.parse({
  slug: 'acme-billing',
  name: 'ACME Billing',
  vendor: 'ACME',
  category: 'service',
  aliases: ['billing'],
  purls: ['pkg:docker/acme/billing'],
  images: ['registry.acme.example/acme/billing'],
  cpes: ['cpe:2.3:a:acme:billing'],
  repology: ['billing'],
  references: [{ type: 'CHANGELOG', url: 'https://acme.example/changes' }],
  cycles: [
    {
      name: '3',
      label: '3 LTS',
      lts: true,
      releasedOn: '2024-01-01',
      latestRelease: '3.4',
      activeUntil: true,
      supportedUntil: '2027-03-03',
      extendedUntil: null,
    },
    { name: '2', supportedUntil: true },
  ],
});

it('comes out of the form as it went in', () => {
  expect(starterProduct.parse(documentOf(valuesOf(product, 'ours'), product))).toEqual({
    ...product,
    cycles: [product.cycles[0], { ...product.cycles[1], lts: false }],
  });
});

it('takes what was changed', () => {
  const values = valuesOf(product, 'ours');
  const [first] = values.cycles;
  if (!first) throw new Error('has a cycle');
  const changed = documentOf(
    {
      ...values,
      vendor: ' ',
      purls: ' pkg:docker/acme/billing \n\npkg:oci/billing',
      references: 'https://acme.example/changes\nhttps://acme.example',
      cycles: [{ ...first, supportedUntil: '', activeUntil: '2026-01-01' }, emptyCycle()],
    },
    product,
  );
  expect(changed).toMatchObject({
    vendor: null,
    purls: ['pkg:docker/acme/billing', 'pkg:oci/billing'],
    references: [{ type: 'CHANGELOG' }, { type: 'WEB', url: 'https://acme.example' }],
    cycles: [
      { activeUntil: '2026-01-01', supportedUntil: undefined, extendedUntil: null },
      { name: '' },
    ],
  });
  expect(starterProduct.safeParse(changed).error?.issues[0]?.path).toEqual(['cycles', 1, 'name']);
  expect(documentOf(NEW_PRODUCT, null).cycles).toHaveLength(1);
});

it.each([
  ['ACME Billing 2.0', 'acme-billing-2-0'],
  ['  Çafé!  ', 'cafe'],
  ['***', ''],
])('%s is %s in an address', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});
