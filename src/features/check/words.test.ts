import { describe, expect, it } from 'vitest';
import type { Day } from '@/domain/eol/calendar';
import { type ExplainedAnswer, verdictOf } from './words';

// A calendar day.
const today = '2026-11-21' as Day;
const ANSWER: ExplainedAnswer['answer'] = {
  error: null,
  result: {
    componentName: 'nodejs',
    ecosystem: 'generic',
    version: {
      id: 'cv_1',
      version: '16.0.0',
      componentId: 'c_1',
      releasedAt: null,
      createdAt: null,
      updatedAt: null,
    },
    eol: { now: { primary: null, other: [] }, future: null },
    lifecycles: [],
    registry: null,
  },
  eol: true,
  eol_reason: 'VENDOR_ANNOUNCED',
  eol_date: '2023-09-11T00:00:00.000Z',
  match: { found: true, message: '' },
  evidence_degree: 'catalog',
  found_support: true,
  request: { identifier: { name: 'nodejs', version: '16.0.0', ecosystem: 'generic' } },
  evidence: null,
  advice: null,
};

const about: ExplainedAnswer['about'] = {
  product: { slug: 'nodejs', name: 'Node.js', vendor: null },
  is_listed: true,
  found: {
    cycle: {
      name: '16',
      label: '16 (LTS)',
      codename: null,
      lts: true,
      released_on: null,
      latest_release: null,
      latest_released_on: null,
      release_notes_url: null,
      support: [],
    },
    maintainer: 'vendor',
    by: 'nodejs',
    upstream: null,
  },
};

const told = (
  changes: Partial<ExplainedAnswer['answer']>,
  level: 'STANDARD_SUPPORT' | 'EXTENDED_SUPPORT' = 'STANDARD_SUPPORT',
  known: ExplainedAnswer['about'] = about,
) => {
  const answer = { ...ANSWER, ...changes };
  const verdict = verdictOf({ answer, about: known }, { level, today, asked: 'it 1' });
  return [verdict.status, verdict.headline];
};

describe('a verdict', () => {
  it.each([
    [
      { eol: true, eol_date: '2026-07-11T00:00:00.000Z' },
      'ended',
      'Node.js 16 (LTS) ended 133 days ago',
    ],
    [{ eol: true, eol_date: null }, 'ended', 'Node.js 16 (LTS) has ended, date unknown'],
    [
      { eol: false, eol_date: '2027-04-30T00:00:00.000Z' },
      'soon',
      'Node.js 16 (LTS) ends in 5 months',
    ],
    [
      { eol: false, eol_date: '2029-04-30T00:00:00.000Z' },
      'later',
      'Node.js 16 (LTS) ends in 2 years 5 months',
    ],
    [{ eol: false, eol_date: null }, 'unknown', 'Node.js 16 (LTS) has no known end'],
    [
      { eol: false, eol_date: null, found_support: false },
      'unknown',
      'Node.js 16 (LTS) has no standard support',
    ],
  ])('%o', (changes, status, headline) => {
    expect(told(changes)).toEqual([status, headline]);
  });

  it('names a level that is not the usual one', () => {
    expect(told({ eol: true, eol_date: '2026-11-20T00:00:00.000Z' }, 'EXTENDED_SUPPORT')).toEqual([
      'ended',
      'The extended support of Node.js 16 (LTS) ended yesterday',
    ]);
  });

  it('is never a good one where nothing is known', () => {
    const nothing = { result: null, eol: false, eol_date: null, found_support: false };
    expect(told(nothing, 'STANDARD_SUPPORT', null)).toEqual([
      'unmatched',
      'Nothing is known of it 1',
    ]);
    expect(told(nothing)).toEqual(['unmatched', 'Nothing is known of this version of Node.js']);
  });

  it('tells a stale line as the estimate that it is', () => {
    const stale = { result: null, eol: false, eol_date: null, found_support: false } as const;
    const answer = { ...stale, evidence_degree: 'stale' } as const;
    expect(told(answer, 'STANDARD_SUPPORT', null)).toEqual([
      'unmatched',
      'it 1 is of a stale line, by estimate',
    ]);
  });

  it('says of several builds what holds for all of them', () => {
    const one = { product: 'a', name: 'A', vendor: 'A', cycle: '16', eol: true, eol_date: null };
    const candidates = [one, { ...one, product: 'b' }];
    expect(told({ candidates, eol: true }, 'STANDARD_SUPPORT', null)).toEqual([
      'ended',
      'nodejs 16.0.0 has ended in every build that is known',
    ]);
    const later = { eol: false, eol_date: '2029-04-30T00:00:00.000Z' };
    expect(told({ candidates, ...later }, 'STANDARD_SUPPORT', null)).toEqual([
      'later',
      'nodejs 16.0.0 is supported in every build that is known',
    ]);
    const nothing = { result: null, eol: false, eol_date: null, found_support: false };
    expect(told({ candidates, ...nothing }, 'STANDARD_SUPPORT', null)).toEqual([
      'unmatched',
      'it 1 may be any of several builds',
    ]);
  });

  it('calls a distribution’s package by its own name', () => {
    const found = about.found && { ...about.found, maintainer: 'distribution' as const };
    expect(told({}, 'STANDARD_SUPPORT', { ...about, found })[1]).toMatch(
      /^nodejs 16\.0\.0 in Node\.js 16 \(LTS\) ended/,
    );
  });
});
