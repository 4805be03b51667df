import { expect, test } from 'vitest';
import type { ComponentQuery } from '@/domain/catalog/match';
import { registryComponentOf } from './asked-component';

function asked(query: ComponentQuery) {
  const found = registryComponentOf(query);
  return found && [found.ecosystem, found.namespace, found.name, found.version];
}

test.each([
  ['pkg:npm/%40Acme/left-over@1.0.0', ['npm', '@Acme', 'left-over', '1.0.0']],
  ['pkg:npm/@acme/left-over@1.0.0', ['npm', '@acme', 'left-over', '1.0.0']],
  ['pkg:npm/leftover@2.88.2#lib/x', ['npm', null, 'leftover', '2.88.2']],
  ['pkg:pypi/Zope_Interface@5.0', ['pypi', null, 'zope-interface', '5.0']],
  ['pkg:nuget/Contoso.Leftover@1.2', ['nuget', null, 'contoso.leftover', '1.2.0']],
  ['pkg:maven/org.slf4j/slf4j-api@2.0.0?type=jar', ['maven', 'org.slf4j', 'slf4j-api', '2.0.0']],
  ['pkg:golang/github.com/Azure/Go-x@v1.0.0', ['golang', null, 'github.com/Azure/Go-x', 'v1.0.0']],
  ['pkg:golang/github.com%2FAzure/x@v1.0.0', ['golang', null, 'github.com/Azure/x', 'v1.0.0']],
  [
    'pkg:golang/gopkg.in/yaml.v2@v2.2.1%2Bincompatible',
    ['golang', null, 'gopkg.in/yaml.v2', 'v2.2.1+incompatible'],
  ],
])('%s', (purl, expected) => {
  expect(asked({ kind: 'purl', purl })).toEqual(expected);
});

test.each([
  'pkg:npm/leftover@1.0.0?repository_url=https://other.example',
  'pkg:npm/leftover',
  'pkg:npm/..%2F..%2Fx@1.0.0',
  'pkg:npm/a%2Fb@1.0.0',
  'pkg:npm/x@..%2F..%2Fsecrets',
  'pkg:golang/example.com/..%2f..%2fx@v1.0.0',
  'pkg:golang/stdlib@1.22.0',
  'pkg:deb/debian/openssl@3.0.0',
  'not a purl',
])('nobody is asked about %s', (purl) => {
  expect(asked({ kind: 'purl', purl })).toBeNull();
});

test('a name and its ecosystem', () => {
  const version = '1.0.0';
  expect(asked({ kind: 'name', name: '@acme/x', version, ecosystem: 'npm' })).toEqual([
    'npm',
    '@acme',
    'x',
    version,
  ]);
  expect(asked({ kind: 'name', name: 'org.x:y', version, ecosystem: 'maven' })).not.toBeNull();
  expect(asked({ kind: 'name', name: 'x', version, ecosystem: 'generic' })).toBeNull();
  expect(asked({ kind: 'cpe', cpe: 'cpe:2.3:a:x:x:1:*:*:*:*:*:*:*' })).toBeNull();
  expect(asked({ kind: 'custom', name: 'x', vendor: null, version })).toBeNull();
});
