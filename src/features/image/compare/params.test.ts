import { describe, expect, test } from 'vitest';
import { swapped, toDifferenceQuery, type CompareParams } from './params';

const [A, B] = ['a', 'b'].map((digit) => `${digit.repeat(8)}-0000-7000-8000-000000000000`);
const state = (more: Partial<CompareParams>): CompareParams => ({
  ...{ from: null, fromScan: null, to: null, toScan: null },
  ...more,
});

describe('what the server is asked', () => {
  test.each([
    [state({}), null],
    [state({ to: A }), null],
    [state({ from: A }), null],
    [state({ from: A, to: A }), null],
    [state({ from: A, fromScan: B, toScan: B }), null],
    [state({ from: A, fromScan: B }), { from: A, from_scan: B }],
    [state({ from: A, to: B }), { from: A, to: B }],
    [state({ from: A, to: B, toScan: A }), { from: A, to: B, to_scan: A }],
  ])('%o', (params, asked) => expect(toDifferenceQuery(params)).toEqual(asked));
});

describe('the two change places', () => {
  test.each([
    [state({ from: A, fromScan: B }), state({ from: A, toScan: B })],
    [state({ from: A, to: B, toScan: A }), state({ from: B, fromScan: A, to: A })],
  ])('%o', (before, after) => expect(swapped(before)).toEqual(after));
});
