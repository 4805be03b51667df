import { describe, expect, it } from 'vitest';
import { matching, matchRank } from './match-text';

describe('matchRank', () => {
  it.each([
    ['', 'Images', 0],
    ['IMA', 'Images', 0],
    ['shop', 'acme/shop', 1],
    ['mag', 'Images', 2],
    ['container', 'Images', 3],
    ['cont im', 'Images', 4],
    ['im zzz', 'Images', null],
    ['zzz', 'Images', null],
  ])('%j names %j with rank %s', (query, label, rank) => {
    expect(matchRank(query, label, ['containers'])).toBe(rank);
  });
});

describe('matching', () => {
  it('puts the best first and keeps the order of equals', () => {
    const items = ['homepage', 'acme/page', 'pages', 'page 2', 'other'].map((label) => ({ label }));
    expect(matching(items, 'page').map(({ label }) => label)).toEqual([
      'pages',
      'page 2',
      'acme/page',
      'homepage',
    ]);
  });
});
