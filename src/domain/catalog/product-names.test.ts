import { expect, it } from 'vitest';
import { productsByName } from './product-names';
import { starterProduct, toProduct } from './starter-product';

const product = (slug: string, name: string, aliases: string[] = []) =>
  toProduct(starterProduct.parse({ slug, name, aliases, category: 'app', cycles: [] }), 'starter');

it('puts names before slugs and slugs before aliases, and gives what two claim alike to neither', () => {
  const names = productsByName([
    product('go', 'Go', ['golang', 'both']),
    product('golang', 'Another', ['go', 'both']),
    product('x1', 'Twice'),
    product('x2', 'twice', ['x']),
  ]);
  expect(Object.fromEntries([...names].map(([name, { slug }]) => [name, slug]))).toEqual({
    go: 'go',
    another: 'golang',
    golang: 'golang',
    x1: 'x1',
    x2: 'x2',
    x: 'x2',
  });
});
