import { expect, test } from 'vitest';
import type { LifecycleCycle } from '../software-types';
import { scaleOf, segmentsOf } from './lifecycle-scale';

const TODAY = '2026-07-02';

function cycle(facts: Partial<LifecycleCycle>): LifecycleCycle {
  return {
    name: '1',
    label: '1',
    lts: false,
    releasedOn: null,
    endsOn: null,
    endsOnKnown: true,
    support: [],
    isThis: false,
    held: [],
    ...facts,
  };
}

const phase = (level: LifecycleCycle['support'][number]['level'], endsOn: string | null) => ({
  level,
  endsOn,
  ended: false,
});

/** Two years, with today a quarter in. */
const scale = scaleOf([cycle({ releasedOn: '2026-03-01', endsOn: '2027-05-01' })], TODAY);

test('the picture holds whole years, today among them', () => {
  expect(scale).toMatchObject({ from: '2026-01-01', until: '2028-01-01' });
  expect(scale.todayPercent).toBeCloseTo(25, 0);
  expect(scale.ticks.map(({ year }) => year)).toEqual([2026, 2027]);
  const past = scaleOf([cycle({ releasedOn: '2001-05-01', endsOn: '2003-05-01' })], TODAY);
  expect(past).toMatchObject({ from: '2001-01-01', until: '2027-01-01' });
  expect(past.ticks.length).toBeLessThanOrEqual(8);
  expect(scaleOf([cycle({})], TODAY)).toMatchObject({ from: '2026-01-01', until: '2027-01-01' });
});

const kinds = (facts: Partial<LifecycleCycle>) =>
  segmentsOf(cycle(facts), scale).map(({ kind, startPercent, widthPercent }) => [
    kind,
    Math.round(startPercent),
    Math.round(startPercent + widthPercent),
  ]);

test('a bar goes from the release over the support phases to the end and beyond', () => {
  const facts = {
    releasedOn: '2026-01-01',
    endsOn: '2027-01-01',
    support: [phase('ACTIVE_SUPPORT', '2026-07-02'), phase('EXTENDED_SUPPORT', '2027-07-02')],
  };
  expect(kinds(facts)).toEqual([
    ['active', 0, 25],
    ['standard', 25, 50],
    ['extended', 50, 75],
  ]);
});

test.each<[string, Partial<LifecycleCycle>, unknown[]]>([
  ['nothing is known', {}, []],
  ['the release is not known', { endsOn: '2027-01-01' }, [['standard', 0, 50]]],
  ['the end is not known', { releasedOn: '2027-01-01' }, [['open', 50, 100]]],
  [
    'active support outlasts the end that counts here',
    {
      releasedOn: '2026-01-01',
      endsOn: '2026-07-02',
      support: [phase('ACTIVE_SUPPORT', '2027-01-01')],
    },
    [['active', 0, 25]],
  ],
  [
    'a phase has no known end',
    { releasedOn: '2026-01-01', endsOn: '2027-01-01', support: [phase('ACTIVE_SUPPORT', null)] },
    [['standard', 0, 50]],
  ],
])('%s', (_, facts, expected) => {
  expect(kinds(facts)).toEqual(expected);
});
