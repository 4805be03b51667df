import { expect, test } from 'vitest';
import { rowsBetween, withRows } from './selection';

const rows = ['a', 'b', 'c', 'd'];
const idOf = (row: string) => row;

test.each([
  [{ from: 'b', to: 'd' }, ['b', 'c', 'd']],
  [{ from: 'c', to: 'a' }, ['a', 'b', 'c']],
  [{ from: null, to: 'b' }, ['b']],
  [{ from: 'gone', to: 'b' }, ['b']],
  [{ from: 'a', to: 'gone' }, []],
])('%o is %o', (ids, expected) => {
  expect(rowsBetween(rows, ids, idOf)).toEqual(expected);
});

test('rows are added once, and taken out', () => {
  const some = withRows(new Map(), ['a', 'b'], { idOf, isSelected: true });
  const more = withRows(some, ['b', 'c'], { idOf, isSelected: true });
  expect([...more.keys()]).toEqual(['a', 'b', 'c']);
  const fewer = withRows(more, ['a', 'd'], { idOf, isSelected: false });
  expect([...fewer.keys()]).toEqual(['b', 'c']);
});
