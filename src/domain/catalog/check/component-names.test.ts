import { describe, expect, test } from 'vitest';
import type { FoundMatch } from '../match';
import { ask, debian, debian11, found, nodejs, nothing, query } from './testing/matches';

test.each([
  [{ kind: 'purl', purl: 'pkg:npm/a@1' }, { purl: 'pkg:npm/a@1' }],
  [{ kind: 'cpe', cpe: 'cpe:/a:b:c:1' }, { cpe: 'cpe:/a:b:c:1' }],
  [
    { kind: 'custom', name: 'a', vendor: null, version: '1' },
    { custom: { name: 'a', version: '1' } },
  ],
  [
    { kind: 'custom', name: 'a', vendor: 'b', version: '1' },
    { custom: { name: 'a', vendor: 'b', version: '1' } },
  ],
] as const)('%j is echoed as it came', (component, identifier) => {
  expect(ask(nothing, { component }).request.identifier).toEqual(identifier);
});

describe('what the component is', () => {
  const named = { ...query, ecosystem: 'pypi' } as const;
  const purl = (text: string) => ({ kind: 'purl', purl: text }) as const;
  test.each([
    ['lang', query, 'software', 'generic'],
    ['framework', named, 'package', 'pypi'],
    ['framework', purl('pkg:npm/%40angular/core@12'), 'package', 'npm'],
    ['framework', purl('pkg:gem/rails@5'), 'package', 'generic'],
    ['lang', purl('pkg:docker/node@16'), 'software', 'generic'],
    ['lang', purl('pkg:generic/node@16'), 'software', 'generic'],
    ['lang', purl('pkg://NPM/node@16'), 'package', 'npm'],
    ['os', query, 'os', 'generic'],
    ['device', purl('pkg:npm/a@1'), 'device', 'npm'],
    ['service', { kind: 'cpe', cpe: 'cpe:/a:b:c:1' }, 'service', 'generic'],
  ] as const)('%s by %j', (category, component, type, ecosystem) => {
    const answer = ask({ ...found, product: { ...nodejs, category } }, { component });
    expect(answer).toMatchObject({ result: { ecosystem }, evidence: { entity: { type } } });
  });
});

test('a distribution’s own package is the distribution’s to support', () => {
  const component = {
    kind: 'purl',
    purl: 'pkg:deb/debian/openssl@1.1.1w-0?distro=debian-11',
  } as const;
  const match: FoundMatch = {
    ...found,
    name: 'openssl',
    version: '1.1.1w',
    product: debian,
    cycle: debian11,
    maintainer: 'distribution',
    by: 'pkg:deb/debian',
  };
  const answer = ask(match, { component });
  expect(answer).toMatchObject({
    eol: true,
    eol_date: '2024-08-14T00:00:00.000Z',
    result: { componentName: 'openssl', lifecycles: [{ range: '11.x' }, {}] },
    evidence: {
      id: 'debian/openssl/11',
      entity: { name: 'openssl', version: '1.1.1w', vendor: 'Debian Project', type: 'software' },
      references: [{ type: 'WEB', url: 'https://www.debian.org/releases/' }],
      identification: {
        cpes: [],
        custom: { name: 'openssl', vendor: 'Debian Project' },
        purls: [component.purl],
        versions: ['1.1.1w'],
      },
    },
  });
  const asDistribution = ask({ ...match, name: 'Debian', version: '11', maintainer: 'vendor' });
  expect(asDistribution.evidence?.entity).toMatchObject({ type: 'os', name: 'Debian' });
  const lifecycleIds = ({ result }: typeof answer) =>
    result?.lifecycles.map(({ lifecycleId }) => lifecycleId);
  expect(lifecycleIds(answer)).toEqual(lifecycleIds(asDistribution));
  expect(answer.result?.version.componentId).not.toBe(asDistribution.result?.version.componentId);
});
