import { describe, expect, it } from 'vitest';
import { localPathOf } from './local-path';

describe('the place to go to after signing in', () => {
  it.each(['/', '/images', '/images?search=a%2Fb&page=2', '/software/1#notes', '/a b'])(
    'is %s when asked for',
    (asked) => {
      expect(localPathOf(asked)).toBe(encodeURI(decodeURI(asked)).replaceAll('%252F', '%2F'));
    },
  );

  it.each([
    undefined,
    '',
    'images',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    'javascript:alert(1)',
    ' /images',
    '/.//evil.example',
    '/images/..//evil.example',
    '/sign-in?callbackUrl=/sign-in',
    '/set-up',
    '/api/auth/signout',
    ['/images', '/projects'],
  ])('is the start for %j', (asked) => {
    expect(localPathOf(asked)).toBe('/');
  });
});
