import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  indent,
  shellQuote,
  withoutGithubExpressions,
  withoutGitlabVariables,
  yamlQuote,
} from './quoting';

const words = [
  "it's",
  '$HOME',
  '`id`',
  '$(id)',
  '"',
  '\\',
  '; rm -rf /',
  '#',
  ': ',
  '- a',
  '*',
  '',
  '${{ x }}',
];
const oneLine = fc
  .string({ unit: 'grapheme', maxLength: 40 })
  .filter((text) => !/\p{Cc}/u.test(text));

describe('shellQuote', () => {
  it('puts every text between quotes, its own ones outside of them', () => {
    expect(words.map(shellQuote)).toContain(`'it'\\''s'`);
    expect(words.map(shellQuote)).toContain(`'$(id)'`);
  });

  it.each(['a\nb', 'a\rb', 'a\0b', '\u0085'])('refuses control characters: %j', (text) => {
    expect(() => shellQuote(text)).toThrow(RangeError);
    expect(() => yamlQuote(text)).toThrow(RangeError);
  });
});

describe('yamlQuote', () => {
  it('gives YAML a string, unchanged', () => {
    expect(parse(words.map((word) => `- ${yamlQuote(word)}`).join('\n'))).toEqual(words);
    fc.assert(
      fc.property(oneLine, (text) => {
        expect(parse(`key: ${yamlQuote(text)}`)).toEqual({ key: text });
      }),
    );
  });
});

describe('the CI systems’ own expansion', () => {
  it('leaves GitHub nothing but an expression that yields the opening of one', () => {
    expect(withoutGithubExpressions('a ${{ secrets.X }} b')).toBe("a ${{ '${{' }} secrets.X }} b");
    expect(withoutGithubExpressions('$HOME {{ x }}')).toBe('$HOME {{ x }}');
  });

  it('doubles the dollars GitLab looks for', () => {
    expect(withoutGitlabVariables('a$B$$c')).toBe('a$$B$$$$c');
  });
});

it('indent moves lines and leaves empty ones empty', () => {
  expect(indent('a\n\n  b', 2)).toBe('  a\n\n    b');
});
