import { describe, expect, it, test } from 'vitest';
import type { FoundMatch } from '../match';
import {
  ask,
  debian,
  debian11,
  end,
  found,
  nodejs,
  nothing,
  query,
  withSupport,
} from './testing/matches';

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

describe('the type of the matched component', () => {
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

describe('ids follow from what they name', () => {
  const idsOf = (match: FoundMatch) => {
    const { version, lifecycles = [] } = ask(match).result ?? {};
    const life = lifecycles.map(({ id }) => id);
    return { component: version?.componentId, version: version?.id, life };
  };
  const ids = idsOf(found);

  it('are of their form, and each its own', () => {
    const all = [ids.component, ids.version, ...ids.life];
    expect(new Set(all).size).toBe(5);
    for (const id of all) expect(id).toMatch(/^(?:cv|c|life)_[1-9A-HJ-NP-Za-km-z]{20,22}$/);
  });

  it('stay when everything else changes', () => {
    const moved = withSupport(
      end('ACTIVE_SUPPORT', null),
      end('STANDARD_SUPPORT', '2030-01-01'),
      end('EXTENDED_SUPPORT', null, true),
    );
    const renamed = { ...nodejs, name: 'Node', source: 'import' } as const;
    expect(idsOf({ ...moved, name: 'node', product: renamed, by: 'x' })).toEqual(ids);
  });

  it('differ between versions, and for a product of the organization itself', () => {
    const other = idsOf({ ...found, version: '16.0.1' });
    expect(other.component).toBe(ids.component);
    expect(other.version).not.toBe(ids.version);
    expect(other.life[0]).not.toBe(ids.life[0]);
    const own = idsOf({ ...found, product: { ...nodejs, source: 'organization' } });
    expect(own.component).not.toBe(ids.component);
  });
});
