import { describe, expect, it } from 'vitest';
import { segmentsOf, type TimelinePhase } from './lifecycle-bar';
import { edgesOf, placeOfDay, scaleAround, yearTicks } from './time-scale';

const today = '2026-11-21';
const edges = { start: '2020-01-01', today, horizon: '2030-01-01' };
const phase = (step: 1 | 2 | 3, until: string | null, over = false): TimelinePhase => ({
  name: `phase ${String(step)}`,
  step,
  until,
  over,
});
const drawn = (from: string | null, ...phases: TimelinePhase[]) =>
  segmentsOf({ from, phases }, edges).map((one) => [one.phase.step, one.from, one.to, one.ending]);

describe('the bar of a life cycle', () => {
  it('is its phases one after the other, whatever order they come in', () => {
    expect(drawn('2024-01-01', phase(2, '2026-01-01'), phase(1, '2025-01-01'))).toEqual([
      [1, '2024-01-01', '2025-01-01', 'dated'],
      [2, '2025-01-01', '2026-01-01', 'dated'],
    ]);
  });

  it('leaves out a phase that ends no later than the one before', () => {
    expect(drawn('2024-01-01', phase(1, '2026-01-01'), phase(2, '2026-01-01'))).toHaveLength(1);
  });

  it('goes to the horizon without a known end, to today when it is over', () => {
    expect(drawn('2024-01-01', phase(2, null))).toEqual([[2, '2024-01-01', '2030-01-01', 'open']]);
    expect(drawn('2024-01-01', phase(2, null, true))).toEqual([
      [2, '2024-01-01', today, 'undated'],
    ]);
  });

  it('lets a phase without a known end give way to a later one that has one', () => {
    expect(drawn('2024-01-01', phase(1, null), phase(2, '2027-01-01'))).toEqual([
      [2, '2024-01-01', '2027-01-01', 'dated'],
    ]);
  });

  it('begins at the edge when its beginning is not known', () => {
    expect(drawn(null, phase(2, '2027-01-01'))).toEqual([[2, '2020-01-01', '2027-01-01', 'dated']]);
    expect(drawn('2027-05-01', phase(2, null, true))).toEqual([]);
  });
});

describe('the axis', () => {
  it('holds all days in whole years, and a year around today', () => {
    expect(edgesOf(scaleAround([], today))).toEqual({ from: '2025-01-01', to: '2028-01-01' });
    expect(edgesOf(scaleAround(['2021-05-05', '2031-02-01'], today))).toEqual({
      from: '2021-01-01',
      to: '2032-01-01',
    });
  });

  it('cuts off what is far away', () => {
    const scale = scaleAround(['1993-08-16', '2099-01-01'], today);
    expect(edgesOf(scale)).toEqual({ from: '2014-01-01', to: '2037-01-01' });
    expect(placeOfDay(scale, '1993-08-16')).toBe(0);
    expect(placeOfDay(scale, '2099-01-01')).toBe(100);
  });

  it('names no more years than can be read', () => {
    expect(yearTicks(scaleAround([], today), 9).map(({ label }) => label)).toEqual([
      '2025',
      '2026',
      '2027',
    ]);
    const long = yearTicks(scaleAround(['1993-08-16', '2099-01-01'], today), 9);
    expect(long.map(({ label }) => label)).toEqual(['2015', '2020', '2025', '2030', '2035']);
  });
});
