import { expect, test } from 'vitest';
import { WriteGate } from './write-gate';

const NOW_MS = 1_800_000_000_000;

test('a note is written once a minute, with what came meanwhile', () => {
  const gate = new WriteGate();
  const taken = [0, 1, 59_999, 60_000].map((ms) => gate.take('acme', 'key', NOW_MS + ms));
  expect(taken).toEqual([1, 0, 0, 3]);
});

test('a clock that is set back a day keeps no note from being written', () => {
  const gate = new WriteGate();
  for (let count = 0; count < 100; count += 1) gate.take('acme', String(count), NOW_MS);
  const dayBefore = NOW_MS - 86_400_000;
  expect(gate.take('acme', '0', dayBefore)).toBe(1);
  expect(gate.take('acme', '0', dayBefore + 1)).toBe(0);
});
