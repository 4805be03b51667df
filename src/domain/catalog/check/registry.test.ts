import { describe, expect, it, test } from 'vitest';
import type { Statement } from '@/domain/registry/evidence';
import type { PackageReading, PackageVerdict } from '@/domain/registry/verdict';
import { heardOf, registryFinding, type RegistryFinding } from './registry';
import { ask, day, end, found, nothing, query, withSupport } from './testing/matches';
import { asksRegistry, checkAnswer } from './verdict';

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

describe('what the background has read', () => {
  const version = { ecosystem: 'cargo', namespace: null, name: 'time', version: '0.1.0' } as const;
  const component = { kind: 'purl', purl: 'pkg:cargo/time@0.1.0' } as const;
  const readOn = day('2026-11-19');
  const taken: PackageVerdict = {
    ...{ degree: 'registry', kind: 'yanked', message: 'Yanked.', successor: 'chrono' },
    ...{ url: null, releasedOn: null },
  };
  const yanked: PackageReading = { verdict: taken, readOn };
  const stale: PackageReading = {
    verdict: {
      ...{ degree: 'stale', kind: null, message: 'Estimate: line 0.1 is old', successor: null },
      ...{ url: null, releasedOn: day('2020-01-01') },
    },
    readOn,
  };
  const check = (match: Parameters<typeof checkAnswer>[0], read: PackageReading | null) =>
    checkAnswer(
      match,
      { component, lifecycle: 'STANDARD_SUPPORT' },
      day('2026-11-21'),
      heardOf(version, null, read),
    );

  it('is the word of registries that checks do not ask, in an ecosystem that the contract knows', () => {
    expect(check(nothing, yanked)).toMatchObject({
      ...{ eol: true, eol_reason: 'REGISTRY_DEPRECATED', eol_date: null },
      match: { found: true, message: 'Yanked.' },
      evidence_degree: 'registry',
      fact: { kind: 'yanked', successor: 'chrono', released_on: null, read_on: '2026-11-19' },
      result: { componentName: 'time', ecosystem: 'generic' },
      evidence: { entity: { type: 'package', vendor: 'cargo' } },
    });
    const archived = check(nothing, { verdict: { ...taken, kind: 'archived' }, readOn });
    expect(archived.eol_reason).toBe('SOURCE_ARCHIVED');
  });

  it('tells a stale line, and leaves every field of the contract as where nothing is known', () => {
    const { fact, ...answer } = check(nothing, stale);
    const { fact: none, ...unknown } = check(nothing, null);
    expect(none).toBeUndefined();
    expect(fact).toEqual({
      ...{ kind: null, message: 'Estimate: line 0.1 is old', successor: null, url: null },
      ...{ released_on: '2020-01-01', read_on: '2026-11-19' },
    });
    expect(answer).toEqual({
      ...unknown,
      evidence_degree: 'stale',
      match: { found: false, message: `${unknown.match.message}. Estimate: line 0.1 is old` },
    });
  });

  it('says nothing of the lines that the catalog has', () => {
    const open = withSupport(end('STANDARD_SUPPORT', null));
    expect(check(open, stale)).toEqual(check(open, null));
    expect(check(open, yanked)).toMatchObject({ eol: true, fact: { kind: 'yanked' } });
  });

  it('stands behind what a registry answers of that version, and beside it', () => {
    const since = new Date('2018-05-01T10:00:00Z');
    const reason = 'SOURCE_ARCHIVED';
    const answered: Statement = { reason, message: 'Archived.', since, url: null };
    expect(heardOf(version, answered, yanked)).toMatchObject({
      said: { message: 'Archived.', since: since.toISOString(), fact: { successor: 'chrono' } },
      stale: null,
    });
    expect(heardOf(version, answered, stale)).toMatchObject({ said: { message: 'Archived.' } });
    expect(heardOf(version, answered, stale)).toMatchObject({ stale: null });
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
    expect(registryFinding(component, said)).toEqual({
      ...{ ecosystem, name: wholeName, version: '1' },
      ...said,
    });
  },
);
