import { describe, expect, it } from 'vitest';
import { DomainError } from '@/domain/errors';
import { signInFailureCode, signInFailureOf } from './sign-in-failure';

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

  it('is unforeseen when it is not one of ours', () => {
    expect(signInFailureOf('CredentialsSignin')).toEqual({ why: 'unavailable' });
    expect(signInFailureOf('too_many-x')).toEqual({ why: 'unavailable' });
  });
});
