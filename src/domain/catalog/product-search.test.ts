import { expect, it } from 'vitest';
import { starterProduct, toProduct } from './starter-product';
import { productSearch } from './product-search';

const node = toProduct(
  starterProduct.parse({
    slug: 'nodejs',
    name: 'Node.js',
    category: 'framework',
    aliases: ['node'],
    purls: ['pkg:docker/library/node', 'pkg:npm/%40types/node'],
    cpes: ['cpe:/a:nodejs:node.js'],
    cycles: [],
  }),
  'starter',
);

it.each([
  'NODE',
  ' node.js ',
  'library/node',
  'pkg:docker/lib',
  'pkg:docker/library/node@20.1.0?arch=amd64#x',
  'pkg:npm/%40types/node@20',
  'cpe:2.3:a:nodejs:node.js:16.20.2:*:*:*:*:*:*:*',
  'cpe:/a:nodejs:node.js:16.20.2',
])('%s', (text) => {
  expect(productSearch(text)(node)).toBe(true);
});

it.each(['deno', 'pkg:npm/node', 'cpe:2.3:a:nodejs:undici:5', '_', 'cpe:'.padEnd(9, 'x')])(
  'not %s',
  (text) => {
    expect(productSearch(text)(node)).toBe(false);
  },
);
