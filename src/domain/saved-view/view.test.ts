import { expect, test } from 'vitest';
import { seenQuery, staleParameters, viewQuery } from './view';

test.each([
  ['', ''],
  ['?state=ended&q=a%20b', 'q=a+b&state=ended'],
  ['page=3&sort=name&view=x', 'sort=name'],
  ['q=a&q=b', 'q=b'],
  ['columns=end,image', 'columns=end%2Cimage'],
  ['as_of=2026-03-01', 'as_of=2026-03-01'],
  ['a b=1', null],
  [`q=${'x'.repeat(4_000)}`, null],
])('%s is kept as %s', (query, kept) => {
  expect(viewQuery(query)).toBe(kept);
});

test('what is seen is kept without what means nothing, or not at all: never without its filters', () => {
  const parsers = { q: { parse: (text: string) => text } };
  expect(seenQuery('page=2&q=shop&gone=1', parsers, ['tag', 'eol'])).toBe(
    'columns=tag%2Ceol&q=shop',
  );
  expect(seenQuery(`gone=${'x'.repeat(4_000)}&q=shop`, parsers, [])).toBe('columns=&q=shop');
  expect(seenQuery(`q=${'é'.repeat(700)}`, parsers, ['tag'])).toBeNull();
});

test('what a list does not know, or no longer, is named', () => {
  const parsers = { state: { parse: (text: string) => (text === 'ended' ? text : null) } };
  expect(staleParameters('state=ended', parsers)).toEqual([]);
  expect(staleParameters('state=EOL&gone=1&toString=1', parsers)).toEqual([
    'state=EOL',
    'gone=1',
    'toString=1',
  ]);
});
