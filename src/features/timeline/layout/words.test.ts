import { describe, expect, test } from 'vitest';
import { parseDay } from '@/domain/eol/calendar';
import { timelineItem, timelineLine } from '../testing/timeline-items';
import { axisSeen, chooseWords, placeEnd } from './words';
import { drawBar, rowsOfLine } from './rows';
import { dayNumber, scaleOfDays } from './scale';

const today = parseDay('2026-11-21') ?? expect.fail();
const SIGHT = { startPx: 0, edgePx: 1_000 };

/** A bar whose words tell the end at `toldX`, with other marks. */
const bar = (toldX: number, others: readonly number[] = [], wordsX = toldX) => ({
  ...{ toldX, wordsX },
  ends: [toldX, ...others].map((x) => ({ x, state: 'soon' as const })),
  notes: [],
});
const place = (one: ReturnType<typeof bar>, wordsPx = 200) => placeEnd(one, wordsPx, SIGHT);

describe('words stand beside the end that they tell', () => {
  const beside = { arrow: null };

  test('after it, where nothing else is in their way', () => {
    const after = { at: 'after', beforeX: null, arrow: null };
    expect(place(bar(100))).toEqual(after);
    // Room for them before the next mark.
    expect(place(bar(100, [400]))).toEqual(after);
  });

  test('before it, where another mark or the edge is', () => {
    expect(place(bar(400, [500]))).toEqual({ ...beside, at: 'before', beforeX: 388 });
    expect(place(bar(900))).toEqual({ ...beside, at: 'before', beforeX: 888 });
    expect(place(bar(900, [600]))).toEqual({ ...beside, at: 'before', beforeX: 888 });
  });

  test('after the days of use past it, which end today', () => {
    expect(place(bar(100, [], 300))).toMatchObject({ at: 'after' });
    expect(place(bar(500, [], 850))).toEqual({ ...beside, at: 'before', beforeX: 488 });
  });
});

describe('elsewhere they have an arrow to it', () => {
  test('behind other marks', () => {
    // Neither side of 200 has room for them.
    const { beforeX, ...rest } = place(bar(200, [100, 300]));
    expect(rest).toEqual({ at: 'before', arrow: 'earlier' });
    // In the next room that there is: it begins at 312, and the arrow stands there, too.
    expect(beforeX).toBe(528);
    expect(place(bar(200, [100, 300, 450]))).toMatchObject({ beforeX: 678, arrow: 'earlier' });
  });

  test('before other marks', () => {
    expect(place(bar(900, [800, 980]))).toMatchObject({ beforeX: 788, arrow: 'later' });
  });

  test('at the edge that their end lies beyond, and on no mark where there is room', () => {
    expect(place(bar(1_200))).toEqual({ at: 'right', beforeX: null, arrow: 'later' });
    expect(place(bar(1_200, [950]))).toMatchObject({ beforeX: 938, arrow: 'later' });
    expect(place(bar(-50))).toEqual({ at: 'left', beforeX: null, arrow: 'earlier' });
    expect(place(bar(-50, [100]))).toMatchObject({ beforeX: 1_000, arrow: 'earlier' });
  });

  test('not where there is room nowhere', () => {
    const others = [100, 300, 400, 500, 600, 700, 800, 900];
    expect(place(bar(200, others))).toEqual({ at: 'crowded', beforeX: null, arrow: null });
    expect(place(bar(1_200, others))).toMatchObject({ at: 'crowded', arrow: 'later' });
    expect(place(bar(-50, others))).toMatchObject({ at: 'crowded', arrow: 'earlier' });
  });
});

describe('of several forms', () => {
  const forms = [
    { text: 'long', widthPx: 200 },
    { text: 'short', widthPx: 80 },
  ];
  const choose = (one: ReturnType<typeof bar>) => chooseWords(one, forms, SIGHT);

  test('the longest stands beside its end where it has room', () => {
    expect(choose(bar(100))).toEqual({ text: 'long', beforeX: null, arrow: null });
  });

  test('a shorter one beside its end comes before a longer one elsewhere', () => {
    expect(choose(bar(200, [50, 310]))).toEqual({ text: 'short', beforeX: null, arrow: null });
    // Neither has room beside it.
    expect(choose(bar(200, [150, 250]))).toMatchObject({ text: 'long', arrow: 'earlier' });
  });

  test('a shorter one has room where a longer one has none', () => {
    expect(choose(bar(1_200, [200, 400, 600, 800]))).toMatchObject({
      ...{ text: 'short', arrow: 'later' },
    });
  });

  test('none stands on marks', () => {
    const others = Array.from({ length: 21 }, (_, index) => index * 50);
    expect(choose(bar(220, others))).toBeNull();
    expect(choose(bar(1_200, others))).toBeNull();
  });
});

test('what is in sight begins behind the names, where these stand at the left', () => {
  const view = { leftPx: 500, widthPx: 800 };
  expect(axisSeen({ originPx: 300, isNarrow: false }, view)).toEqual({
    ...{ startPx: 500, edgePx: 1_000 },
  });
  expect(axisSeen({ originPx: 12, isNarrow: true }, view)).toEqual({
    ...{ startPx: 488, edgePx: 1_288 },
  });
});

describe('of a line', () => {
  const day = (text: string) => dayNumber(text) ?? expect.fail();
  const [from, until] = [day('2020-01-01'), day('2030-01-01')];
  const scale = scaleOfDays(from, until, until - from);
  const ended = timelineItem({ cycle: '16', eolDate: '2023-09-11' });
  const next = timelineItem({ cycle: '20', eolDate: '2026-12-30' });
  const later = timelineItem({ cycle: '24', eolDate: '2028-04-30' });
  const open = timelineItem({ cycle: '26' });
  const planned = timelineItem({ ...ended, plans: [{ day: '2027-06-01', count: 1 }] });
  const TODAY = day('2026-11-21') - from;

  test.each([
    [
      'of several, the words stand behind the next end',
      [ended, next, later],
      'soon',
      day('2026-12-30') - from,
    ],
    ['of one, behind its end', [next], 'soon', day('2026-12-30') - from],
    ['of what has ended, behind its use', [ended], 'ended', TODAY],
    ['of what has ended, not behind the plan', [planned], 'ended', TODAY],
    ['of what has no known end, behind the bar', [ended, open], 'unknown', TODAY + 365],
  ] as const)('%s', (_, items, state, x) => {
    const [row] = rowsOfLine(timelineLine(...items), false, today);
    expect(row?.toldState).toBe(state);
    expect(row && drawBar(row.bar, scale).wordsX).toBe(x);
  });
});
