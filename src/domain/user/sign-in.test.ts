import { describe, expect, it } from 'vitest';
import { DomainError } from '@/domain/errors';
import {
  isProviderFailure,
  localPathOf,
  isPathOrAddress,
  ownAddressOf,
  providerFailureCode,
  signInFailureCode,
  signInFailureOf,
} from './sign-in';

describe('the reason a sign-in failed', () => {
  it.each([
    [new DomainError('unauthorized', 'x'), { why: 'wrong' }],
    [
      new DomainError('too_many_requests', 'x', { retryAfterSeconds: 8 }),
      { why: 'too_many', retryAfterSeconds: 8 },
    ],
    [new DomainError('unavailable', 'the database at 10.0.0.7 is gone'), { why: 'unavailable' }],
    [null, { why: 'unavailable' }],
  ])('survives the way to the browser: %s', (error, failure) => {
    expect(signInFailureOf(signInFailureCode(error))).toEqual(failure);
  });

  it.each([
    'unverified',
    'no_account',
    'other_identity',
    'unreachable',
    'cancelled',
    'failed',
  ] as const)('survives it too when it is about the provider: %s', (why) => {
    expect(signInFailureOf(providerFailureCode(why))).toEqual({ why });
    expect(isProviderFailure({ why })).toBe(true);
  });

  it.each([
    ['CredentialsSignin', 'wrong'],
    ['OAuthSignin', 'unreachable'],
    ['OAuthCallback', 'failed'],
    ['OAuthCreateAccount', 'failed'],
    ['Callback', 'failed'],
    ['OAuthAccountNotLinked', 'other_identity'],
    ['AccessDenied', 'cancelled'],
    ['Configuration', 'unavailable'],
    ['SessionRequired', 'unavailable'],
    ['Verification', 'unavailable'],
    ['Default', 'unavailable'],
    ['constructor', 'unavailable'],
  ])('is read from next-auth: %s', (code, why) => {
    expect(signInFailureOf(code)).toEqual({ why });
  });

  it('is unforeseen when it is not one of ours', () => {
    expect(signInFailureOf('too_many-x')).toEqual({ why: 'unavailable' });
    expect(isProviderFailure({ why: 'unavailable' })).toBe(false);
  });
});

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

  it('is taken from an address of this site, and of no other', () => {
    const origin = 'https://eol.example.com';
    expect(localPathOf(`${origin}/images?page=2`, origin)).toBe('/images?page=2');
    for (const asked of [
      'https://eol.example.com.evil.example/images',
      'https://eol.example.com@evil.example/',
      `${origin}//evil.example`,
      `${origin}/\\evil.example`,
      `${origin}/sign-in`,
      origin,
    ])
      expect(localPathOf(asked, origin)).toBe('/');
  });
});

describe('the whole address of a place', () => {
  const here = 'https://eol.example.com';

  it('is given for addresses of ours', () => {
    expect(ownAddressOf('/images?page=2', here)).toBe('https://eol.example.com/images?page=2');
    expect(ownAddressOf('https://eol.example.com/sign-in', here)).toBe(
      'https://eol.example.com/sign-in',
    );
    expect(ownAddressOf(here, here)).toBe('https://eol.example.com/');
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/images/..//evil.example',
    'https://eol.example.com//evil.example',
    'http://eol.example.com/',
    'blob:https://eol.example.com/x',
    'https://eol.example.com:8443/',
    'https://eol.example.com@evil.example/',
    'https://eol.example.com.evil.example/',
    'javascript:alert(1)',
    'https://[',
  ])('is the start for %j', (asked) => {
    expect(ownAddressOf(asked, here)).toBe(here);
  });
});

describe('a place to go to', () => {
  it.each(['/', '/images?page=2', 'https://eol.example.com', 'http://evil.example/x'])(
    'may be %s',
    (text) => {
      expect(isPathOrAddress(text)).toBe(true);
    },
  );

  it.each(['', 'x', '%', 'http://[', '//[', 'javascript:alert(1)', 'blob:http://a.example/x'])(
    'is not %j',
    (text) => {
      expect(isPathOrAddress(text)).toBe(false);
    },
  );
});
