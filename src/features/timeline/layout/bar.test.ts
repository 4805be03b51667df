import { describe, expect, test } from 'vitest';
import { parseDay } from '@/domain/eol/calendar';
import { timelineItem } from '../testing/timeline-items';
import { barOf } from './bar';
import { dayAt } from './scale';

const today = parseDay('2026-11-21') ?? expect.fail();

type Facts = Parameters<typeof timelineItem>[0];

function draw(facts: Facts) {
  const bar = barOf(timelineItem(facts), today);
  return {
    ...bar,
    phases: bar.phases.map(
      ({ kind, from, to, fade }) => `${kind} ${dayAt(from)} ${dayAt(to)}${fade ? ` ${fade}` : ''}`,
    ),
    overrun: bar.overrun && `${dayAt(bar.overrun.from)} ${dayAt(bar.overrun.to)}`,
    ends: bar.ends.map(({ at, state }) => `${state} ${dayAt(at)}`),
    notes: bar.notes.map(({ kind, at }) => `${kind} ${dayAt(at)}`),
    toldAt: dayAt(bar.toldAt),
    wordsAt: dayAt(bar.wordsAt),
    from: dayAt(bar.from),
    until: dayAt(bar.until),
  };
}

const active = (endsOn: string | null) =>
  ({ level: 'ACTIVE_SUPPORT', endsOn, ended: false }) as const;
const extended = (endsOn: string) => ({ level: 'EXTENDED_SUPPORT', endsOn, ended: false }) as const;

describe('under contract', () => {
  const contract = {
    ...({ contractId: 'c', vendor: 'Longterm', scope: 'organization', place: null } as const),
    ...{ until: '2027-04-30', upstreamDate: '2024-06-30', upstreamDateKnown: true },
  };
  const dates = { releaseDate: '2021-08-14', eolDate: '2027-04-30' };

  test('the part that a contract adds is drawn apart, up to the day on which it ends', () => {
    const bar = draw({ ...dates, contract });
    expect(bar.phases).toEqual([
      'standard 2021-08-14 2024-06-30',
      'contract 2024-06-30 2027-04-30',
    ]);
    expect(bar).toMatchObject({ overrun: null, ends: ['soon 2027-04-30'] });
  });

  test('one that ends before upstream adds nothing', () => {
    const shorter = { ...contract, until: '2026-12-31', upstreamDate: '2027-04-30' };
    expect(draw({ ...dates, contract: shorter }).phases).toEqual([
      'standard 2021-08-14 2027-04-30',
    ]);
  });

  test('what ended on an unknown day is drawn to the day on which it was first seen', () => {
    const undated = { ...contract, upstreamDateKnown: false };
    expect(draw({ ...dates, contract: undated }).phases).toHaveLength(2);
  });
});

describe('all days known', () => {
  test('phases follow each other from release to the end of extended support', () => {
    const bar = draw({
      releaseDate: '2024-04-20',
      eolDate: '2027-04-30',
      support: [active('2025-10-01'), extended('2029-04-30')],
    });
    expect(bar).toEqual({
      phases: [
        'active 2024-04-20 2025-10-01',
        'standard 2025-10-01 2027-04-30',
        'extended 2027-04-30 2029-04-30',
      ],
      ends: ['soon 2027-04-30'],
      notes: [],
      overrun: null,
      toldAt: '2027-04-30',
      wordsAt: '2029-04-30',
      from: '2024-04-20',
      until: '2029-04-30',
    });
  });

  test('what has ended runs over until today', () => {
    const bar = draw({ releaseDate: '2021-01-01', eolDate: '2026-07-11' });
    expect(bar).toMatchObject({
      phases: ['standard 2021-01-01 2026-07-11'],
      overrun: '2026-07-11 2026-11-21',
      toldAt: '2026-07-11',
      until: '2026-11-21',
    });
  });

  test('what ends today has ended, and has not run over', () => {
    expect(draw({ releaseDate: '2021-01-01', eolDate: '2026-11-21' })).toMatchObject({
      overrun: null,
    });
  });

  test('active support never reaches past the end, which may be the organization’s own', () => {
    const { phases } = draw({
      releaseDate: '2024-01-01',
      eolDate: '2027-01-01',
      support: [active('2028-01-01'), extended('2026-06-01')],
    });
    expect(phases).toEqual(['active 2024-01-01 2027-01-01']);
  });
});

describe('days that are missing', () => {
  test('without an end the bar goes to today and fades out for a year', () => {
    expect(draw({ releaseDate: '2025-01-01', support: [active(null)] })).toMatchObject({
      phases: ['standard 2025-01-01 2026-11-21', 'standard 2026-11-21 2027-11-21 out'],
      toldAt: '2027-11-21',
    });
  });

  test('without an end a known end of active support is still a step', () => {
    const { phases } = draw({ releaseDate: '2025-01-01', support: [active('2027-06-01')] });
    expect(phases).toEqual(['active 2025-01-01 2027-06-01', 'standard 2027-06-01 2028-05-31 out']);
  });

  test('without a release the bar fades in before today, or before an end that is past', () => {
    expect(draw({ eolDate: '2027-11-01' }).phases).toEqual([
      'standard 2025-11-21 2026-11-21 in',
      'standard 2026-11-21 2027-11-01',
    ]);
    expect(draw({ eolDate: '2024-01-02' }).phases).toEqual(['standard 2023-01-02 2024-01-02 in']);
  });

  test('without both it is a cloud around today', () => {
    expect(draw({}).phases).toEqual([
      'standard 2025-11-21 2026-11-21 in',
      'standard 2026-11-21 2027-11-21 out',
    ]);
  });

  test('an end on an unknown day is somewhere before the day it was first seen', () => {
    expect(
      draw({ releaseDate: '2020-01-01', eolDate: '2026-10-01', eolDateKnown: false }),
    ).toMatchObject({
      ends: [],
      phases: ['undated 2020-01-01 2026-10-01'],
      overrun: '2026-10-01 2026-11-21',
    });
  });

  test('a release after the end counts as none', () => {
    expect(draw({ releaseDate: '2030-01-01', eolDate: '2024-01-02' }).phases).toEqual([
      'standard 2023-01-02 2024-01-02 in',
    ]);
  });

  test('what is not released yet begins in the future', () => {
    expect(draw({ releaseDate: '2027-02-01', eolDate: '2028-02-01' }).phases).toEqual([
      'standard 2027-02-01 2028-02-01',
    ]);
  });
});
