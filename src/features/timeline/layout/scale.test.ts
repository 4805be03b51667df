import { expect, test } from 'vitest';
import { parseDay } from '@/domain/eol/calendar';
import { edgesOf, lengthOf, yearBands } from '@/components/charts/time-scale';
import { barOf } from './bar';
import {
  anchorAt,
  dayAt,
  dayNumber,
  daysOf,
  dayUnder,
  scaleOf,
  ticksOf,
  xOf,
  ZOOMS,
  zoomBy,
} from './scale';

const today = parseDay('2026-11-21') ?? expect.fail();
const bar = (releaseDate: string | null, eolDate: string | null) => ({
  bar: barOf({ releaseDate, eolDate, eolDateKnown: true, support: [], contract: null }, today),
});
const day = (text: string) => dayNumber(text) ?? expect.fail();
const now = anchorAt(null, today);
const spanOf = (...rows: ReturnType<typeof bar>[]) => {
  const { from, until } = daysOf(rows, today);
  return [dayAt(from), dayAt(until)];
};

test('whole years around all bars, with room after the last end', () => {
  expect(spanOf()).toEqual(['2025-01-01', '2029-01-01']);
  expect(spanOf(bar('2021-04-20', '2024-04-30'), bar('2024-05-01', '2029-04-30'))).toEqual([
    '2021-01-01',
    '2031-01-01',
  ]);
});

test('one wrong date does not make the axis endless', () => {
  expect(spanOf(bar('1970-01-01', '9999-12-31'))).toEqual(['2006-01-01', '2043-01-01']);
});

test('days become pixels and back', () => {
  const scale = scaleOf({ from: day('2020-01-01'), until: day('2030-01-01') }, 'quarter', 0, now);
  expect(xOf(scale, day('2020-01-01'))).toBe(0);
  expect(xOf(scale, day('2030-01-01'))).toBeCloseTo(lengthOf(scale));
  expect(dayAt(dayUnder(scale, xOf(scale, day('2026-11-21')) + 0.01))).toBe('2026-11-21');
});

test('a finer zoom is wider', () => {
  const days = { from: day('2025-01-01'), until: day('2029-01-01') };
  const widths = ZOOMS.map((zoom) => lengthOf(scaleOf(days, zoom, 300, now)));
  expect(widths).toEqual(widths.toSorted((left, right) => right - left));
});

test('around few bars there are as many years as there is room for', () => {
  const days = { from: day('2026-01-01'), until: day('2028-01-01') };
  const scale = scaleOf(days, 'year', 880, now);
  // Ten years, four of them before today.
  expect(edgesOf(scale)).toEqual({ from: '2022-01-01', to: '2033-01-01' });
  expect(xOf(scale, now.day) - 0.4 * 880).toBeGreaterThanOrEqual(0);
  expect(xOf(scale, now.day) + 0.6 * 880).toBeLessThanOrEqual(lengthOf(scale));
});

test('ticks are first days of months, quarters and years', () => {
  const days = { from: day('2024-01-01'), until: day('2026-01-01') };
  const middle = { day: day('2025-01-01'), share: 0.5 };
  const labels = (zoom: (typeof ZOOMS)[number]) =>
    ticksOf(scaleOf(days, zoom, 0, middle), zoom).map(({ label }) => label);
  expect(labels('month').slice(10, 14)).toEqual(['Nov', 'Dec', 'Jan', 'Feb']);
  expect(labels('month')).toHaveLength(24);
  expect(labels('quarter')).toEqual(['Q1', 'Q2', 'Q3', 'Q4', 'Q1', 'Q2', 'Q3', 'Q4']);
  expect(labels('year')).toEqual(['2024', '2025']);

  const scale = scaleOf(days, 'month', 0, middle);
  const march = ticksOf(scale, 'month')[2];
  // 2024 has a 29 February.
  expect(dayUnder(scale, march?.at ?? 0)).toBeCloseTo(day('2024-03-01'));
  expect(ticksOf(scale, 'month').filter(({ isYear }) => isYear)).toHaveLength(2);
  const [first, second] = yearBands(scale);
  expect([first?.label, second?.label]).toEqual(['2024', '2025']);
  expect(dayUnder(scale, first?.length ?? 0) - days.from).toBeCloseTo(366);
});

test('plus and minus stop at either end', () => {
  expect(zoomBy('year', 1)).toBe('quarter');
  expect(zoomBy('quarter', 1)).toBe('month');
  expect(zoomBy('month', 1)).toBe('month');
  expect(zoomBy('month', -1)).toBe('quarter');
  expect(zoomBy('year', -1)).toBe('year');
});
