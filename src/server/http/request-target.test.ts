import { expect, test } from 'vitest';
import { originForm, pathnameOf } from './request-target';

test.each([
  ['/api/healthz?a=1', '/api/healthz?a=1'],
  ['http://localhost:3000/api/healthz?a=1', '/api/healthz?a=1'],
  ['HTTPS://api.example.com', '/'],
  ['http://localhost?a=http://b/c', '/?a=http://b/c'],
  ['//elsewhere/api', '//elsewhere/api'],
  ['*', '*'],
  [undefined, '/'],
])('%s is the path %s', (target, path) => {
  expect(originForm(target)).toBe(path);
});

test('a path ends where the query or a fragment begins', () => {
  expect(pathnameOf('/a/b?c#d')).toBe('/a/b');
  expect(pathnameOf('/a#b?c')).toBe('/a');
  expect(pathnameOf('/a')).toBe('/a');
});
