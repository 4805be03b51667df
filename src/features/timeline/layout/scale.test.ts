import { expect, test } from 'vitest';
import { parseDay } from '@/domain/eol/calendar';
import { edgesOf, lengthOf, yearBands } from '@/components/charts/time-scale';
import {
  anchorAt,
  dayAt,
  dayNumber,
  dayUnder,
  labelledEvery,
  pictureScale,
  scaleOf,
  scaleOfDays,
  ticksOf,
  xOf,
  ZOOMS,
  zoomBy,
} from './scale';

const today = parseDay('2026-11-21') ?? expect.fail();
const day = (text: string) => dayNumber(text) ?? expect.fail();

test('the axis is the same whatever is on it: twenty years back, fifteen ahead', () => {
  expect(edgesOf(scaleOf(today, 'year', 880))).toEqual({ from: '2006-01-01', to: '2041-01-01' });
});

test('a view opens at a year of the past and two of what is to come, whatever the width', () => {
  for (const widthPx of [366, 800, 1600]) {
    const scale = scaleOf(today, 'quarter', widthPx);
    const { day: now, share } = anchorAt(null, today);
    const left = xOf(scale, now) - share * widthPx;
    expect(dayAt(dayUnder(scale, left) + 0.5)).toMatch(/^2025-11-2\d$/);
    expect(dayAt(dayUnder(scale, left + widthPx) + 0.5)).toMatch(/^2028-11-2\d$/);
  }
});

test('days become pixels and back', () => {
  const scale = scaleOf(today, 'quarter', 800);
  expect(xOf(scale, day('2006-01-01'))).toBe(0);
  expect(xOf(scale, day('2041-01-01'))).toBeCloseTo(lengthOf(scale));
  expect(dayAt(dayUnder(scale, xOf(scale, day('2026-11-21')) + 0.01))).toBe('2026-11-21');
});

test('a finer zoom is wider', () => {
  const widths = ZOOMS.map((zoom) => lengthOf(scaleOf(today, zoom, 300)));
  expect(widths).toEqual(widths.toSorted((left, right) => right - left));
});

test('a picture shows what the chart has in sight', () => {
  const scale = pictureScale('month', { day: day('2030-07-02'), share: 0.5 }, 1_000);
  const { from, to } = edgesOf(scale);
  expect([from.slice(0, 7), to.slice(0, 7)]).toEqual(['2029-12', '2030-12']);
});

test('ticks are first days of months, quarters and years', () => {
  const scale = scaleOfDays(day('2024-01-01'), day('2026-01-01'), 1_000);
  const labels = (zoom: (typeof ZOOMS)[number]) => ticksOf(scale, zoom).map(({ label }) => label);
  expect(labels('month').slice(10, 14)).toEqual(['Nov', 'Dec', 'Jan', 'Feb']);
  expect(labels('month')).toHaveLength(24);
  expect(labels('quarter')).toEqual(['Q1', 'Q2', 'Q3', 'Q4', 'Q1', 'Q2', 'Q3', 'Q4']);
  expect(labels('year')).toEqual(['2024', '2025']);
  // 2024 has a 29 February.
  expect(dayUnder(scale, ticksOf(scale, 'month')[2]?.at ?? 0)).toBeCloseTo(day('2024-03-01'));
  expect(ticksOf(scale, 'month').filter(({ isYear }) => isYear)).toHaveLength(2);
  const [first, second] = yearBands(scale);
  expect([first?.label, second?.label]).toEqual(['2024', '2025']);
  expect(dayUnder(scale, first?.length ?? 0) - day('2024-01-01')).toBeCloseTo(366);
});

test('labels of years keep out of each other, and shorter ones all stand', () => {
  const [from, until] = [day('2020-01-01'), day('2032-01-01')];
  const every = (zoom: (typeof ZOOMS)[number], widthPx: number) =>
    labelledEvery(ticksOf(scaleOfDays(from, until, widthPx), zoom));
  expect(every('year', 1_000)).toBe(1);
  expect(every('year', 366)).toBe(2);
  expect(every('year', 150)).toBe(4);
  expect(every('quarter', 366)).toBe(1);
});

test('plus and minus stop at either end', () => {
  expect(zoomBy('year', 1)).toBe('quarter');
  expect(zoomBy('quarter', 1)).toBe('month');
  expect(zoomBy('month', 1)).toBe('month');
  expect(zoomBy('month', -1)).toBe('quarter');
  expect(zoomBy('year', -1)).toBe('year');
});
