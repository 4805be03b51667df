import { expect, test } from 'vitest';
import { parseDay } from '@/domain/eol/calendar';
import { timelineItem } from '../testing/timeline-items';
import { barsOf, drawRow, rowsInView } from './rows';
import { dayNumber, scaleOfDays } from './scale';

const today = parseDay('2026-11-21') ?? expect.fail();
const day = (text: string) => dayNumber(text) ?? expect.fail();
/** One pixel a day, from 2020 to 2030. */
const [from, until] = [day('2020-01-01'), day('2030-01-01')];
const scale = scaleOfDays(from, until, until - from);

function draw(facts: Parameters<typeof timelineItem>[0]) {
  const [row] = barsOf([timelineItem(facts)], today);
  return row ? drawRow(row, scale) : expect.fail();
}

test('segments stand where their days are, the mark at the end', () => {
  const row = draw({ releaseDate: '2020-01-11', eolDate: '2026-11-11' });
  const end = day('2026-11-11') - from;
  expect(row.segments).toEqual([
    { kind: 'standard', x: 10, widthPx: end - 10, fade: null },
    { kind: 'overrun', x: end, widthPx: 10, fade: null },
  ]);
  expect(row).toMatchObject({ x: 10, markX: end, endX: end + 10 });
});

test('what reaches past the axis is cut at its ends', () => {
  const row = draw({ releaseDate: '2011-01-01', eolDate: '2040-01-01' });
  expect(row.segments).toEqual([{ kind: 'standard', x: 0, widthPx: until - from, fade: null }]);
  expect(row.markX).toBe(until - from);
  const before = draw({ releaseDate: '2011-01-01', eolDate: '2019-01-01' });
  expect(before.segments.map(({ kind, x }) => [kind, x])).toEqual([['overrun', 0]]);
});

test('only the rows of the window and a few around them are drawn', () => {
  const view = (topPx: number, count: number) => rowsInView({ topPx, heightPx: 360 }, 36, count, 4);
  expect(view(0, 1000)).toEqual({ first: 0, end: 14 });
  expect(view(3600, 1000)).toEqual({ first: 96, end: 114 });
  expect(view(35_640, 1000)).toEqual({ first: 986, end: 1000 });
  expect(view(0, 3)).toEqual({ first: 0, end: 3 });
  // A filter has just made the list shorter than where the reader was.
  expect(view(3600, 3)).toEqual({ first: 3, end: 3 });
});
