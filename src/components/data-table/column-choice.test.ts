import { describe, expect, it } from 'vitest';
import { nextSort } from './columns';
import { afterChoice, shownColumns, withColumn, withMoved } from './column-choice';

const columns = [
  { id: 'name', primary: true },
  { id: 'age' },
  { id: 'size' },
  { id: 'digest', hidden: true },
  { id: 'actions', hideable: false },
];

describe('the column choice', () => {
  it.each([
    [null, ['name', 'age', 'size', 'actions']],
    ['size,age', ['name', 'size', 'age', 'actions']],
    ['digest', ['name', 'digest', 'actions']],
    ['gone,age,name', ['name', 'age', 'actions']],
    ['', ['name', 'actions']],
  ])('%s shows', (chosen, shown) => {
    expect(shownColumns(columns, chosen).map(({ id }) => id)).toEqual(shown);
  });

  it.each([
    [null, 'age', false, 'size'],
    [null, 'digest', true, 'age,size,digest'],
    ['size', 'age', true, null],
    ['digest,size', 'age', true, 'age,digest,size'],
    ['age', 'age', false, ''],
    ['age,size', 'age', true, null],
  ])('%s with %s made %s is %s', (chosen, id, visible, next) => {
    expect(withColumn(columns, chosen, id, visible)).toBe(next);
  });

  it.each([
    [null, 'age', 1, 'size,age'],
    ['size,age', 'age', -1, null],
    [null, 'age', -1, null],
    ['size,age', 'age', 1, 'size,age'],
    ['size', 'digest', 1, 'size'],
  ] as const)('%s with %s moved by %i is %s', (chosen, id, by, next) => {
    expect(withMoved(columns, chosen, id, by)).toBe(next);
  });
});

describe('a choice', () => {
  it.each([
    // The reader's own list, before and after its address says so.
    [{ kept: null, inAddress: null }, 'age', { kept: 'age', inAddress: 'age' }],
    [{ kept: 'age', inAddress: 'age' }, 'size', { kept: 'size', inAddress: 'size' }],
    [{ kept: 'age', inAddress: null }, null, { kept: null, inAddress: null }],
    // Another one's.
    [{ kept: 'age', inAddress: 'size' }, 'digest', { kept: 'age', inAddress: 'digest' }],
    [{ kept: null, inAddress: 'size' }, 'digest', { kept: null, inAddress: 'digest' }],
    [{ kept: null, inAddress: 'size' }, null, { kept: null, inAddress: null }],
    [{ kept: 'age', inAddress: 'size' }, null, { kept: 'age', inAddress: 'age,size' }],
  ])('with %o, of %s, leaves %o', (places, next, after) => {
    expect(afterChoice(columns, places, next)).toEqual(after);
  });
});

describe('nextSort', () => {
  it.each([
    [null, { by: 'age', direction: 'desc' }],
    [{ by: 'name', direction: 'asc' } as const, { by: 'age', direction: 'desc' }],
    [{ by: 'age', direction: 'desc' } as const, { by: 'age', direction: 'asc' }],
  ])('after %o', (current, next) => {
    expect(nextSort({ id: 'age', firstSort: 'desc' }, current)).toEqual(next);
  });
});
