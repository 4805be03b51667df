import { expect, test } from 'vitest';
import { placeBeside, type Placement } from './place-beside';

const viewport = { width: 1000, height: 600 };
const size = { width: 100, height: 20 };
const placement: Placement = { side: 'bottom', align: 'center', gapPx: 6, marginPx: 8 };
const middle = { left: 400, top: 300, width: 60, height: 30 };

test.each<[string, Partial<Placement>, { left: number; top: number }]>([
  ['below, centred', {}, { left: 380, top: 336 }],
  ['above', { side: 'top' }, { left: 380, top: 274 }],
  ['at the left', { side: 'left' }, { left: 294, top: 305 }],
  ['at the right', { side: 'right' }, { left: 466, top: 305 }],
  ['from the start', { align: 'start' }, { left: 400, top: 336 }],
  ['to the end', { align: 'end' }, { left: 360, top: 336 }],
])('%s', (_where, changes, place) => {
  expect(placeBeside(middle, size, viewport, { ...placement, ...changes })).toEqual(place);
});

test('goes to the other side where there is no room, and stays where neither has any', () => {
  const low = { ...middle, top: 560 };
  expect(placeBeside(low, size, viewport, placement).top).toBe(534);
  const flat = { width: 1000, height: 62 };
  expect(placeBeside({ ...middle, top: 16 }, size, flat, placement).top).toBe(34);
});

test('never leaves the window', () => {
  const corner = { left: 980, top: 0, width: 20, height: 20 };
  expect(placeBeside(corner, size, viewport, placement)).toEqual({ left: 892, top: 26 });
  const wide = { width: 2000, height: 20 };
  expect(placeBeside(middle, wide, viewport, placement).left).toBe(8);
});
