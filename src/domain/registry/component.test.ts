import { describe, expect, test } from 'vitest';
import type { ComponentQuery } from '@/domain/catalog/match';
import { canonicalComponent, packageOfQuery, type RegistryEcosystem } from './component';

function canonical(
  ecosystem: RegistryEcosystem,
  namespace: string | null,
  name: string,
  version: string | null,
) {
  const found = canonicalComponent({ ecosystem, namespace, name, version });
  return found && [found.namespace, found.name, found.version];
}

test.each([
  ['npm', null, 'express', '4.18.0', [null, 'express', '4.18.0']],
  ['npm', null, 'JSONStream', 'v1.0.3', [null, 'JSONStream', '1.0.3']],
  ['npm', null, '@scope/name', '1.0.0', ['@scope', 'name', '1.0.0']],
  ['npm', '@scope', 'name', '1.0.0-rc.1+b', ['@scope', 'name', '1.0.0-rc.1+b']],
  ['npm', '', 'name', '1.0.0', [null, 'name', '1.0.0']],
  ['pypi', null, 'Zope.Interface_x', '1!2.0.post1', [null, 'zope-interface-x', '1!2.0.post1']],
  ['nuget', null, 'Newtonsoft.Json', '13.0.1.0', [null, 'newtonsoft.json', '13.0.1']],
  ['nuget', null, 'A.B', '1.0-Beta.1+abc', [null, 'a.b', '1.0.0-beta.1']],
  ['maven', 'org.slf4j', 'slf4j-api', '2.0.0', ['org.slf4j', 'slf4j-api', '2.0.0']],
  ['maven', null, 'org.slf4j:slf4j-api', '2.0.0', ['org.slf4j', 'slf4j-api', '2.0.0']],
  ['maven', null, 'org.slf4j/slf4j-api', '2.0.0', ['org.slf4j', 'slf4j-api', '2.0.0']],
  [
    'golang',
    'github.com/Masterminds',
    'semver',
    'v3.0.0',
    [null, 'github.com/Masterminds/semver', 'v3.0.0'],
  ],
  ['golang', null, 'gopkg.in/yaml.v2', '2.2.1', [null, 'gopkg.in/yaml.v2', 'v2.2.1']],
] as const)('%s %s %s %s', (ecosystem, namespace, name, version, expected) => {
  expect(canonical(ecosystem, namespace, name, version)).toEqual(expected);
});

describe('a component that no registry can hold is not asked for', () => {
  test.each([
    ['npm', null, 'express', null],
    ['npm', null, 'express', 'latest'],
    ['npm', null, 'express', '4'],
    ['npm', null, 'express', '4.18.0.1'],
    ['npm', null, '@scope', '1.0.0'],
    ['npm', 'scope', 'name', '1.0.0'],
    ['pypi', 'space', 'name', '1.0'],
    ['pypi', null, '-name', '1.0'],
    ['nuget', null, 'A..B', '1.0.0'],
    ['nuget', null, 'A', 'one'],
    ['maven', null, 'slf4j-api', '2.0.0'],
    ['maven', 'org..slf4j', 'slf4j-api', '2.0.0'],
    ['golang', null, 'stdlib', 'v1.22.0'],
    ['golang', null, 'example.com//x', 'v1.0.0'],
    ['golang', null, 'example.com/x', '(devel)'],
    ['npm', null, 'x'.repeat(256), '1.0.0'],
    ['npm', null, 'x', `1.0.0-${'x'.repeat(128)}`],
  ] as const)('%s %s %s %s', (ecosystem, namespace, name, version) => {
    expect(canonical(ecosystem, namespace, name, version)).toBeNull();
  });

  test('an ecosystem without a registry', () => {
    const given = { ecosystem: 'generic', namespace: null, name: 'x', version: '1.0.0' };
    expect(canonicalComponent(given)).toBeNull();
  });
});

const hostile = [
  '..',
  '.',
  '',
  '../secrets',
  '../../secrets',
  'a/../../secrets',
  '..%2f..%2fsecrets',
  '%2e%2e',
  'a?b',
  'a#b',
  'a\\..\\b',
  'a b',
  'a\0b',
  'a\nb',
  '//evil.example/a',
  'http://evil.example',
  'user:word@evil.example',
];

describe('a name that could lead elsewhere is none', () => {
  test.each(['npm', 'pypi', 'nuget', 'maven', 'golang'] as const)('%s', (ecosystem) => {
    for (const text of hostile) {
      expect(canonical(ecosystem, null, text, '1.0.0'), `name ${text}`).toBeNull();
      expect(canonical(ecosystem, null, `@a/${text}`, '1.0.0'), `scoped ${text}`).toBeNull();
      expect(canonical(ecosystem, null, `example.com/${text}`, 'v1.0.0') ?? null, text).toBeNull();
      expect(canonical(ecosystem, null, 'a', text), `version ${text}`).toBeNull();
      if (text !== '')
        expect(canonical(ecosystem, text, 'a', '1.0.0'), `namespace ${text}`).toBeNull();
    }
  });
});

function asked(query: ComponentQuery) {
  const found = packageOfQuery(query);
  return found && [found.ecosystem, found.namespace, found.name, found.version];
}

test.each([
  ['pkg:npm/%40Acme/left-over@1.0.0', ['npm', '@Acme', 'left-over', '1.0.0']],
  ['pkg:npm/@acme/left-over@1.0.0', ['npm', '@acme', 'left-over', '1.0.0']],
  ['pkg:npm/leftover@2.88.2#lib/x', ['npm', null, 'leftover', '2.88.2']],
  ['pkg:pypi/Zope_Interface@5.0', ['pypi', null, 'zope-interface', '5.0']],
  ['pkg:nuget/Contoso.Leftover@1.2', ['nuget', null, 'contoso.leftover', '1.2.0']],
  ['pkg:maven/org.slf4j/slf4j-api@2.0.0?type=jar', ['maven', 'org.slf4j', 'slf4j-api', '2.0.0']],
  ['pkg:cargo/Time@0.1.0', ['cargo', null, 'time', '0.1.0']],
  ['pkg:gem/rails@4.2.0', ['gem', null, 'rails', '4.2.0']],
  ['pkg:composer/Acme/Gone@v1.0.0', ['composer', 'acme', 'gone', '1.0.0']],
  ['pkg:golang/github.com/Azure/Go-x@v1.0.0', ['golang', null, 'github.com/Azure/Go-x', 'v1.0.0']],
  ['pkg:golang/github.com%2FAzure/x@v1.0.0', ['golang', null, 'github.com/Azure/x', 'v1.0.0']],
  [
    'pkg:golang/github.com/Azure/azure-sdk-for-go@v1.9.0#sdk/azcore',
    ['golang', null, 'github.com/Azure/azure-sdk-for-go/sdk/azcore', 'v1.9.0'],
  ],
  [
    'pkg:golang/github.com/googleapis/gax-go@v2.12.0#v2',
    ['golang', null, 'github.com/googleapis/gax-go/v2', 'v2.12.0'],
  ],
  [
    'pkg:golang/github.com/hashicorp/vault@v1.13.1?type=module#cmd/vault',
    ['golang', null, 'github.com/hashicorp/vault', 'v1.13.1'],
  ],
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
  'pkg:golang/example.com/x/y@v1.0.0#..%2F..%2Fsecrets',
  // Its project has no such version, and its lines are no others'.
  'pkg:maven/org.keycloak/keycloak-services@26.0.10.redhat-00003',
  'pkg:maven/org.apache.spark/spark-core_2.12@3.2.1-amzn-0',
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
