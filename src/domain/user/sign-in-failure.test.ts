import { describe, expect, it } from 'vitest';
import { DomainError } from '@/domain/errors';
import {
  isProviderFailure,
  providerFailureCode,
  signInFailureCode,
  signInFailureOf,
} from './sign-in-failure';

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
