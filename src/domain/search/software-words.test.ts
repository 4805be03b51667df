import { expect, test } from 'vitest';
import { starterProduct, toProduct } from '@/domain/catalog/starter-product';
import { softwareWords } from './software-words';

const product = (slug: string, name: string, aliases: string[] = []) =>
  toProduct(starterProduct.parse({ slug, name, aliases, category: 'app', cycles: [] }), 'starter');

const PRODUCTS = [
  product('nodejs', 'Node.js', ['node']),
  product('kubernetes', 'Kubernetes', ['k8s']),
  product('debian', 'Debian'),
];

const word = (text: string, productNames: string[] = []) => ({ text, version: null, productNames });

test.each([
  [['nodejs'], [word('nodejs', ['Node.js'])]],
  [['k8s'], [word('k8s', ['Kubernetes'])]],
  [['k8'], [word('k8')]],
  [['@'], [word('@')]],
  [
    ['debian', 'v12'],
    [word('debian', ['Debian']), { text: 'v12', version: '12', productNames: [] }],
  ],
  [
    ['node@20.11'],
    [word('node', ['Node.js']), { text: '20.11', version: '20.11', productNames: [] }],
  ],
])('%j', (words, expected) => {
  expect(softwareWords(words, PRODUCTS)).toEqual(expected);
});
