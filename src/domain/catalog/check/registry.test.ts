import { describe, expect, it, test } from 'vitest';
import { registryFinding, type RegistryFinding } from './registry';
import { ask, end, found, nothing, query, withSupport } from './testing/matches';
import { asksRegistry } from './verdict';

describe('a registry', () => {
  const finding: RegistryFinding = {
    ecosystem: 'npm',
    name: 'left-pad',
    version: '1.3.0',
    reason: 'REGISTRY_DEPRECATED',
    message: 'Deprecated: use String.prototype.padStart()',
    since: '2018-05-01T00:00:00.000Z',
    url: 'https://example.com/left-pad',
  };
  const component = { ...query, ecosystem: 'npm' } as const;
  const unknownEnd = withSupport(end('STANDARD_SUPPORT', null));

  it('answers for what the catalog does not know', () => {
    const answer = ask(nothing, { component }, finding);
    const reason = 'registry_deprecated';
    expect(answer).toMatchObject({
      eol: true,
      eol_reason: 'REGISTRY_DEPRECATED',
      eol_date: finding.since,
      match: { found: true, message: finding.message },
      found_support: false,
      result: {
        componentName: 'left-pad',
        ecosystem: 'npm',
        eol: { now: { primary: { reason, date: finding.since } } },
        registry: { reason, message: finding.message, since: finding.since, url: finding.url },
      },
      evidence: {
        entity: { type: 'package', name: 'left-pad' },
        references: [{ type: 'PACKAGE', url: finding.url }],
      },
    });
    const archived = ask(
      nothing,
      { component },
      { ...finding, reason: 'SOURCE_ARCHIVED', url: 'u' },
    );
    expect(archived.evidence?.references).toEqual([{ type: 'SOURCE', url: 'u' }]);
    expect(ask(nothing, { component }, { ...finding, url: null }).evidence?.references).toEqual([]);
  });

  it('is heard where the vendor says nothing, and only there', () => {
    expect(ask(unknownEnd, { component }, finding)).toMatchObject({
      eol: true,
      eol_reason: 'REGISTRY_DEPRECATED',
      match: { found: true, message: finding.message },
      result: { eol: { now: { primary: { reason: 'registry_deprecated' } } } },
    });
    expect(ask(found, { component, lifecycle: 'EXTENDED_SUPPORT' }, finding)).toMatchObject({
      eol: false,
      eol_reason: 'VENDOR_ANNOUNCED',
      result: { eol: { now: { primary: null } }, registry: { reason: 'registry_deprecated' } },
    });
  });

  test.each([
    ['nothing found', nothing, 'STANDARD_SUPPORT', true],
    ['an end that is not known', unknownEnd, 'STANDARD_SUPPORT', true],
    ['a level that the vendor has not', unknownEnd, 'EXTENDED_SUPPORT', true],
    ['a known end', found, 'STANDARD_SUPPORT', false],
    [
      'an end on an unknown day',
      withSupport(end('STANDARD_SUPPORT', null, true)),
      'STANDARD_SUPPORT',
      false,
    ],
    ['a level that nobody has', nothing, 'PREMIUM', false],
    [
      'what cannot be read',
      { ...nothing, reason: 'unreadable' } as const,
      'STANDARD_SUPPORT',
      false,
    ],
    [
      'a distribution’s package',
      { ...unknownEnd, maintainer: 'distribution' } as const,
      'STANDARD_SUPPORT',
      false,
    ],
  ])('%s: is it asked', (_, match, lifecycle, isAsked) => {
    expect(asksRegistry(match, { component, lifecycle })).toBe(isAsked);
  });
});

test.each([
  ['npm', '@acme', 'ui', '@acme/ui'],
  ['npm', null, 'ui', 'ui'],
  ['maven', 'org.acme', 'ui', 'org.acme:ui'],
] as const)(
  'a registry’s component of %s is called as people know it',
  (ecosystem, namespace, name, wholeName) => {
    const said = { reason: 'SOURCE_ARCHIVED', message: 'm', since: null, url: null } as const;
    const component = { ecosystem, namespace, name, version: '1' };
    expect(registryFinding(component, { ...said, checkedAt: new Date(0) })).toEqual({
      ...{ ecosystem, name: wholeName, version: '1' },
      ...said,
    });
  },
);
