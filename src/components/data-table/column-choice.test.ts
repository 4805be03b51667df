import { describe, expect, it } from 'vitest';
import { nextSort } from './columns';
import { visibilityOf, withChoice } from './column-choice';

const columns = [{ id: 'name' }, { id: 'age' }, { id: 'digest', hidden: true }];

describe('the column choice', () => {
  it.each([
    [null, { name: true, age: true, digest: false }],
    ['-age', { name: true, age: false, digest: false }],
    ['+digest', { name: true, age: true, digest: true }],
    ['-gone +digest', { name: true, age: true, digest: true }],
  ])('%s shows', (chosen, visible) => {
    expect(visibilityOf(columns, chosen)).toEqual(visible);
  });

  it.each([
    [null, 'age', false, '-age'],
    ['-age', 'digest', true, '-age +digest'],
    ['-age', 'age', true, null],
    ['+digest', 'digest', false, null],
  ])('%s and %s made %s is %s', (chosen, id, visible, next) => {
    expect(withChoice(columns, chosen, id, visible)).toBe(next);
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
