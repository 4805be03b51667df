import { expect, it } from 'vitest';
import { RecentlyUsed } from './recently-used';

it('keeps as much as it may, and forgets first what was asked for longest ago', () => {
  const values = new RecentlyUsed<string>({ all: 300, one: 300 });
  values.keep('one', 'first', 100);
  values.keep('two', 'second', 100);
  values.keep('three', 'third', 100);
  values.find('one');
  values.keep('four', 'fourth', 100);
  expect(['one', 'two', 'three', 'four'].map((key) => values.find(key))).toEqual([
    'first',
    null,
    'third',
    'fourth',
  ]);
});

it('counts what is kept again once', () => {
  const values = new RecentlyUsed<string>({ all: 200, one: 200 });
  values.keep('one', 'first', 100);
  values.keep('one', 'again', 100);
  values.keep('two', 'second', 100);
  expect(values.find('one')).toBe('again');
  expect(values.find('two')).toBe('second');
});

it('does not keep what is too large by itself', () => {
  const values = new RecentlyUsed<string>({ all: 1_000, one: 10 });
  values.keep('large', 'value', 11);
  expect(values.find('large')).toBeNull();
});
