import { expect, test } from 'vitest';
import { timelineItem, timelineLine } from '../testing/timeline-items';
import { batchesOf, byPlace, joined, type TimelineList } from './actions';

const line = (name: string) => timelineLine(timelineItem({ productName: name }));
const states = { ended: 0, soon: 0, next: 0, later: 0, unknown: 0 };

function list(from: number, count: number): TimelineList {
  const lines = Array.from({ length: count }, (_, index) =>
    line(`Product ${String(from + index)}`),
  );
  return { lines, from, first: 0, total: 500, cycles: 500, states };
}

test('lines stand at their places, whichever pages of them are loaded', () => {
  const lines = byPlace([list(200, 2), list(0, 1)]);
  expect([...lines].map(([place, { productName }]) => [place, productName])).toEqual([
    [200, 'Product 200'],
    [201, 'Product 201'],
    [0, 'Product 0'],
  ]);
});

test('images are counted in batches that begin at the same places however the reader has moved', () => {
  const lines = byPlace([list(0, 100)]);
  const firstNames = (from: number, until: number) =>
    batchesOf(lines, from, until).map((names) => [names[0], names.length]);
  expect(firstNames(0, 30)).toEqual([['Product 0', 40]]);
  expect(firstNames(7, 39)).toEqual(firstNames(0, 30));
  expect(firstNames(39, 41)).toEqual([
    ['Product 0', 40],
    ['Product 40', 40],
  ]);
  // The last is as long as there are lines, and what is not loaded is not asked for.
  expect(firstNames(90, 200)).toEqual([['Product 80', 20]]);
  expect(firstNames(300, 320)).toEqual([]);
});

test('counts of several batches are one', () => {
  const counts = joined([
    { lines: [{ productName: 'Ferry', images: 3 }], software: [{ id: 'a', images: 2 }] },
    { lines: [{ productName: 'Keel', images: 0 }], software: [] },
  ]);
  expect(counts.ofLine).toEqual(
    new Map([
      ['Ferry', 3],
      ['Keel', 0],
    ]),
  );
  expect(counts.ofSoftware.get('a')).toBe(2);
});
