import { expect, it } from 'vitest';
import { likeOf, ownSoftware, patternFault, patternFor } from './pattern';

it.each([
  ['acme-*', null],
  ['pkg:npm/@acme/*', null],
  ['*', /at least 3/],
  ['pkg:npm/*', /at least 3/],
  ['a*', /at least 3/],
  ['pkg:npm', /names a type/],
  ['*a*b*c*d*e*f*g*', null],
  ['*a*b*c*d*e*f*g*h*', /at most 8/],
])('%s: %s', (pattern, fault) => {
  if (fault === null) expect(patternFault(pattern)).toBeNull();
  else expect(patternFault(pattern)).toMatch(fault);
});

it.each([
  ['acme-*', { name: 'Acme-billing', purl: null }, true],
  ['acme-*', { name: 'not-acme-billing', purl: null }, false],
  ['acme.core', { name: 'acmeXcore', purl: null }, false],
  ['ACME-*', { name: 'acme-billing', purl: null }, true],
  ['acme*core', { name: 'acme\ncore', purl: null }, true],
  ['pkg:npm/%40Acme/*', { name: '@acme/ui', purl: 'pkg:npm/%40acme/ui' }, true],
  ['pkg:npm/@acme/*', { name: '@acme/ui', purl: 'pkg:npm/%40acme/ui' }, true],
  ['pkg:npm/@acme/*', { name: '@acme/ui', purl: null }, false],
  ['pkg:npm/@acme/*', { name: 'x', purl: 'pkg:npm/%40acmeish/ui' }, false],
])('%s and %o: %s', (pattern, one, is) => {
  expect(ownSoftware([pattern])(one)).toBe(is);
});

it('is held against many names that it nearly means in no time', () => {
  const isOurs = ownSoftware([
    `*${'*a'.repeat(200)}*b`,
    ...Array.from({ length: 99 }, (_, at) => `${'*aaaaaaaaa'.repeat(40)}*${String(at)}`),
  ]);
  const name = 'a'.repeat(1_000);
  for (let at = 0; at < 200; at += 1) {
    expect(isOurs({ name, purl: `pkg:npm/${name}` })).toBe(false);
  }
});

it('is written for SQL', () => {
  expect(likeOf('pkg:npm/%40Acme/a_b%*')).toBe('pkg:npm/@acme/a\\_b\\%%');
});

it.each([
  [{ name: 'ledger', purl: 'pkg:maven/com.acme/ledger' }, 'pkg:maven/com.acme/*'],
  [{ name: 'acme-ui', purl: 'pkg:npm/acme-ui' }, 'pkg:npm/acme-ui'],
  [{ name: 'acme-agent', purl: 'pkg:deb/debian/acme-agent' }, 'acme-agent'],
  [{ name: 'agent', purl: null }, 'agent'],
])('%o is proposed as %s', (one, pattern) => {
  expect(patternFor(one)).toBe(pattern);
});
