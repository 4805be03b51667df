import { expect, it } from 'vitest';
import { parsePurl } from '@/domain/identifiers/purl';
import { purlIdentifierFault, purlPattern } from './purl-patterns';

it.each([
  ['pkg:npm/@acme/*', 'npm/@acme/'],
  ['pkg:npm/acme-*', 'npm/acme-'],
  ['pkg:golang/github.com/Acme/*', 'golang/github.com/acme/'],
  ['pkg:npm/left-pad', undefined],
])('%s is every package that begins with %s', (text, start) => {
  const reading = parsePurl(text);
  expect(reading.ok && purlPattern(reading.purl)?.start).toBe(start);
  expect(purlIdentifierFault(text)).toBeNull();
});

it.each([
  ['pkg:npm/*', /every package/],
  ['pkg:npm/@acme/*-cli', /at the end/],
  ['pkg:maven/com.*/billing', /at the end/],
  ['pkg:npm/@acme/**', /at the end/],
  ['pkg:npm/left-pad@1.3.0', /leave out the version/],
  ['pkg:npm', /names a type/],
  ['left-pad', /starts with/],
])('%s is refused', (text, reason) => {
  expect(purlIdentifierFault(text)).toMatch(reason);
});
