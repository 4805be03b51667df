import { describe, expect, it } from 'vitest';
import { parseDay } from '@/domain/eol/calendar';
import type { ImageFinding } from '../image-types';
import { groupFindings } from './finding-groups';

const today = parseDay('2026-11-21');
if (!today) throw new Error('not a day');

function finding(
  id: string,
  eolDate: string | null,
  eolDateKnown = eolDate !== null,
): ImageFinding {
  return {
    id,
    softwareId: '01890000-0000-7000-8000-000000000001',
    productName: id,
    productPermalink: null,
    productNote: null,
    releaseCycle: '1',
    releaseDate: null,
    artifactType: 'deb',
    lts: null,
    eolDate,
    eolDateKnown,
    eolSource: 'scanner',
    estimatedFrom: null,
    scannerEolDate: null,
    latestRelease: null,
    latestReleaseDate: null,
    firstSeenDate: '2026-01-01T00:00:00.000Z',
    policy: { action: 'ALLOW', policyId: null, appliesOn: null, message: null, nextChange: null },
    packages: [],
    foundBy: 'scanner',
    advice: null,
    catalog: null,
  };
}

const FINDINGS = [
  finding('past', '2020-01-01'),
  finding('today', '2026-11-21'),
  finding('seen', '2026-11-20', false),
  finding('half', '2027-05-21'),
  finding('year', '2027-11-21'),
  finding('far', '2030-01-01'),
  finding('none', null),
];

describe('groupFindings', () => {
  it('groups by state, with what ended on an unknown day apart', () => {
    const groups = groupFindings(FINDINGS, today, null);
    expect(groups.map(({ kind, findings }) => [kind, findings.map(({ id }) => id)])).toEqual([
      ['ended', ['past', 'today']],
      ['undated', ['seen']],
      ['soon', ['half']],
      ['next', ['year']],
      ['later', ['far']],
      ['unknown', ['none']],
    ]);
  });

  it('shows one state alone, all of it', () => {
    expect(groupFindings(FINDINGS, today, 'ended').map(({ kind }) => kind)).toEqual([
      'ended',
      'undated',
    ]);
    expect(groupFindings([], today, 'ended')).toEqual([]);
  });
});
