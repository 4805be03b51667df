import { expect, test } from 'vitest';
import { decodableForm, originForm, pathnameOf } from './request-target';

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

test.each([
  ['/images/%zz?a=%zz', '/images/%25zz?a=%zz'],
  ['/images/%', '/images/%25'],
  ['/a%2fb/%c0%80/%e2%82', '/a%2fb/%25c0%2580/%25e2%2582'],
  ['/%ud800/x', '/%25ud800/x'],
  ['/catalog/node%2ejs?x#%', '/catalog/node%2ejs?x#%'],
  ['/%e2%82%ac', '/%e2%82%ac'],
])('%s can be decoded as %s', (target, form) => {
  expect(decodableForm(target)).toBe(form);
  expect(() => decodeURIComponent(pathnameOf(form))).not.toThrow();
});
