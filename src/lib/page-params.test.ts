import { expect, it } from 'vitest';
import { decodedPart } from './page-params';

it.each([
  ['node%2Ejs', 'node.js'],
  ['%C3%A9', 'é'],
  ['%', '%'],
  ['%zz', '%zz'],
  ['%C3%28', '%C3%28'],
])('a part of a path, %s, is what it was before it was encoded', (part, name) => {
  expect(decodedPart(part)).toBe(name);
});
