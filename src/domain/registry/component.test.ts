import { describe, expect, test } from 'vitest';
import { canonicalComponent, type RegistryEcosystem } from './component';

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

describe('what no registry can hold is not asked for', () => {
  test.each([
    ['npm', null, 'express', null],
    ['npm', null, 'express', 'latest'],
    ['npm', null, 'express', '4'],
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
