import { expect, test } from 'vitest';
import { parseDay } from '@/domain/eol/calendar';
import { timelineItem, timelineLine } from '../testing/timeline-items';
import { barOf } from './bar';
import { drawBar, rowsInView, rowsOfLine } from './rows';
import { dayNumber, scaleOfDays } from './scale';

const today = parseDay('2026-11-21') ?? expect.fail();
const day = (text: string) => dayNumber(text) ?? expect.fail();
/** One pixel a day, from 2020 to 2030. */
const [from, until] = [day('2020-01-01'), day('2030-01-01')];
const scale = scaleOfDays(from, until, until - from);

function draw(facts: Parameters<typeof timelineItem>[0]) {
  return drawBar(barOf(timelineItem(facts), today), scale);
}

test('segments stand where their days are, the mark at the end', () => {
  const row = draw({ releaseDate: '2020-01-11', eolDate: '2026-11-11' });
  const end = day('2026-11-11') - from;
  expect(row.segments).toEqual([
    { kind: 'standard', x: 10, widthPx: end - 10, fade: null },
    { kind: 'overrun', x: end, widthPx: 10, fade: null },
  ]);
  expect(row).toMatchObject({ x: 10, ends: [{ x: end, state: 'ended' }], endX: end + 10 });
});

test('what reaches past the axis is cut at its ends', () => {
  const row = draw({ releaseDate: '2011-01-01', eolDate: '2040-01-01' });
  expect(row.segments).toEqual([{ kind: 'standard', x: 0, widthPx: until - from, fade: null }]);
  // Its end is not there, so nothing marks it.
  expect(row.ends).toEqual([]);
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

test('a product with several cycles is one row, which opens', () => {
  const line = timelineLine(
    timelineItem({ cycle: '18', eolDate: '2025-04-30' }),
    timelineItem({ cycle: '20', eolDate: '2026-12-30', artifactType: 'deb' }),
    timelineItem({ cycle: '20', eolDate: '2026-12-30', artifactType: 'npm' }),
    timelineItem({ cycle: '24', eolDate: '2028-04-30' }),
  );
  const [closed, ...none] = rowsOfLine(line, false, today);
  expect(none).toEqual([]);
  expect(closed).toMatchObject({
    ...{ name: 'Node.js', extra: '3 cycles', state: 'ended' },
    endText: '20 ends in 39 days · 30 Dec 2026 · 1 of 3 ended',
  });
  // One mark for each end, whatever the number of package types.
  expect(closed?.bar.ends.map(({ state }) => state)).toEqual(['ended', 'soon', 'later']);
  const rows = rowsOfLine(line, true, today).map(({ name, extra }) => [name, extra]);
  expect(rows).toEqual([
    ['Node.js', '3 cycles'],
    ['Node.js 18', null],
    ['Node.js 20', 'deb'],
    ['Node.js 20', 'npm'],
    ['Node.js 24', null],
  ]);
});

test('a product with one cycle is one row by itself, as two package types it opens', () => {
  const [alone] = rowsOfLine(timelineLine(timelineItem()), false, today);
  expect(alone).toMatchObject({ level: 'alone', name: 'Node.js 20', extra: null });
  const twice = timelineLine(timelineItem(), timelineItem({ artifactType: 'npm' }));
  const [line] = rowsOfLine(twice, false, today);
  expect(line).toMatchObject({ level: 'line', name: 'Node.js 20', extra: '2 types' });
  const ended = ['deb', 'npm'].map((artifactType) =>
    timelineItem({ eolDate: '2025-04-30', artifactType }),
  );
  expect(rowsOfLine(timelineLine(...ended), false, today)[0]).toMatchObject({
    shortEndText: '30 Apr 2025',
  });
});

test('of what has ended altogether the last end is told', () => {
  const line = timelineLine(
    timelineItem({ cycle: '16', eolDate: '2023-09-11' }),
    timelineItem({ cycle: '18', eolDate: '2025-04-30' }),
  );
  expect(rowsOfLine(line, false, today)[0]).toMatchObject({
    endText: 'All 2 ended · the last 30 Apr 2025',
    shortEndText: 'All 2 ended',
  });
});

test('of a line with more cycles than are read, those that are left out are counted', () => {
  const ended = timelineItem({ cycle: '16', eolDate: '2023-09-11' });
  const next = timelineItem({ cycle: '20', eolDate: '2026-12-30' });
  const later = timelineItem({ cycle: '24', eolDate: '2028-04-30' });
  const wordsOf = (...items: (typeof ended)[]) =>
    rowsOfLine({ ...timelineLine(...items), cycles: 150 }, false, today)[0];
  expect(wordsOf(ended, next)).toMatchObject({
    extra: '150 cycles',
    endText: '20 ends in 39 days · 30 Dec 2026 · 149 of 150 ended',
  });
  // Whether the others have ended is not known.
  expect(wordsOf(next, later)?.endText).toBe('20 ends in 39 days · 30 Dec 2026 · 148 more');
  const last = timelineItem({ cycle: '18', eolDate: '2025-04-30' });
  expect(wordsOf(ended, last)).toMatchObject({
    endText: 'All 150 ended · the last 30 Apr 2025',
    shortEndText: 'All 150 ended',
  });
});

test('plans and waivers are marked on the row and on its line', () => {
  const item = timelineItem({
    eolDate: '2026-12-30',
    plans: [{ day: '2026-12-01', count: 1 }],
    waivers: [{ day: '2027-02-28', count: 2 }],
  });
  const notes = barOf(item, today).notes.map(({ kind }) => kind);
  expect(notes).toEqual(['plan', 'waiver']);
  const [line] = rowsOfLine(timelineLine(item, timelineItem({ cycle: '22' })), false, today);
  expect(line?.bar.notes).toHaveLength(2);
});

test('plans and waivers of a cycle are marked once, whatever the number of its package types', () => {
  const facts = {
    eolDate: '2026-12-30',
    plans: [
      { day: '2026-12-01', count: 1 },
      { day: '2027-02-28', count: 1 },
    ],
    waivers: [{ day: '2027-02-28', count: 2 }],
  };
  const types = ['binary', 'npm'].map((artifactType) => timelineItem({ ...facts, artifactType }));
  const [line] = rowsOfLine(timelineLine(...types), false, today);
  const kinds = line?.bar.notes.map(({ kind, at }) => [kind, at]);
  expect(kinds).toEqual([
    ['plan', day('2026-12-01')],
    ['plan', day('2027-02-28')],
    ['waiver', day('2027-02-28')],
  ]);
});
