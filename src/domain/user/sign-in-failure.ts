import type { DomainError } from '@/domain/errors';

/** Why a sign-in did not succeed, as far as the person who tried is told. */
export type SignInFailure =
  | { readonly why: 'wrong' }
  | { readonly why: 'too_many'; readonly retryAfterSeconds: number }
  | { readonly why: 'unavailable' };

const TOO_MANY = /^too_many-(\d{1,6})$/;

/** A failure as one word, which is all that fits through next-auth. `null`: anything unforeseen. */
export function signInFailureCode(error: DomainError | null): string {
  if (error?.code === 'too_many_requests')
    return `too_many-${String(error.retryAfterSeconds ?? 0)}`;
  return error?.code === 'unauthorized' ? 'wrong' : 'unavailable';
}

/** Reads what {@link signInFailureCode} wrote; next-auth's own codes count as unforeseen. */
export function signInFailureOf(code: string): SignInFailure {
  const seconds = TOO_MANY.exec(code)?.[1];
  if (seconds !== undefined) return { why: 'too_many', retryAfterSeconds: Number(seconds) };
  return { why: code === 'wrong' ? 'wrong' : 'unavailable' };
}
