import { describe, expect, it } from 'vitest';
import { wildcard } from './wildcard';

describe('a pattern with stars', () => {
  it.each([
    ['', ''],
    ['*', ''],
    ['*', 'a\nb'],
    ['***', 'abc'],
    ['abc', 'abc'],
    ['abc*', 'abc'],
    ['*abc', 'abc'],
    ['a*c', 'ac'],
    ['a*c', 'abbcc'],
    ['a**c', 'abc'],
    ['*b*', 'abc'],
    ['a*b*c', 'axbxbxc'],
    // The middle part may stand where the end does: then it has to be taken before.
    ['*ab*ab', 'abab'],
    ['ab*aba', 'ababa'],
    ['a.c', 'a.c'],
    ['(a+)+$*', '(a+)+$'],
    ['*😀', 'a😀'],
  ])('%j means %j', (pattern, text) => {
    expect(wildcard(pattern)(text)).toBe(true);
  });

  it.each([
    ['', 'a'],
    ['abc', 'abcd'],
    ['abc', 'xabc'],
    ['abc', ''],
    ['a*c', 'a'],
    ['a*c', 'acd'],
    ['*abc', 'abcd'],
    ['*b*', 'ac'],
    // No sign counts for two parts.
    ['aba*aba', 'ababa'],
    ['ab*b', 'ab'],
    ['*ab*ab', 'aab'],
    ['a*b*c', 'acb'],
    ['a.c', 'abc'],
    ['a*', 'A'],
  ])('%j does not mean %j', (pattern, text) => {
    expect(wildcard(pattern)(text)).toBe(false);
  });

  it.each([
    ['of one letter', '*a'.repeat(250), 'a'.repeat(1_000_000)],
    ['of long parts', `*${'a'.repeat(60)}`.repeat(8), 'a'.repeat(1_000_000)],
    ['that is there but for its end', '*ab'.repeat(170), 'ab'.repeat(500_000)],
  ])('is looked for in one walk through a text: %s', (_, pattern, text) => {
    expect(wildcard(`${pattern}*b*c`)(text)).toBe(false);
  });
});
