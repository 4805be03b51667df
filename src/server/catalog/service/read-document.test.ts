import { expect, test } from 'vitest';
import { endoflifeDocument, endoflifeProduct } from '@/domain/catalog/testing/endoflife-document';
import { starterVendors } from './starter';
import { readDocument } from './read-document';

test('products have the vendors that the project knows, whatever was stored before', async () => {
  const text = endoflifeDocument([
    endoflifeProduct({ name: 'ubuntu', label: 'Ubuntu' }),
    endoflifeProduct({ name: 'left-pad', label: 'left-pad' }),
  ]);
  const { products } = await readDocument(text);
  expect(products.map(({ slug, vendor }) => [slug, vendor])).toEqual([
    ['ubuntu', 'Canonical'],
    ['left-pad', null],
  ]);
});

test('an installation without the project’s own products reads documents all the same', async () => {
  expect(await starterVendors('/nowhere')).toEqual(new Map());
});
