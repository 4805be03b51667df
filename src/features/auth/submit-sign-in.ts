import { signIn } from 'next-auth/react';
import { signInFailureOf, type SignInFailure } from '@/domain/user/sign-in';

/** What came of a sign-in: null when it went through. `cookies`: the browser does not keep ours. */
export type SignInProblem = SignInFailure | { readonly why: 'cookies' };

/** Signs in with e-mail and password. Never rejects. */
export async function submitSignIn(email: string, password: string): Promise<SignInProblem | null> {
  try {
    const answer = await signIn('credentials', { email, password, redirect: false });
    if (!answer) return { why: 'unavailable' };
    if (answer.error) return signInFailureOf(answer.error);
    // next-auth sends a form whose cookie did not come back to its own page, with this mark and no error.
    if (answer.url !== null && new URL(answer.url).searchParams.has('csrf'))
      return { why: 'cookies' };
    return answer.ok ? null : { why: 'unavailable' };
  } catch {
    return { why: 'unavailable' };
  }
}

/**
 * Leaves for the provider, and comes back to `destination`. Resolves when the browser is about to go, and
 * rejects when it stays.
 * @param refused the provider named somebody who may not come in: it has to ask again who is there
 */
export async function goToProvider(destination: string, refused: boolean): Promise<void> {
  await signIn('oidc', { callbackUrl: destination }, refused ? { prompt: 'login' } : undefined);
}

/** Whether the provider has named somebody, and they may not come in. */
export function isRefusedPerson({ why }: SignInProblem): boolean {
  return why === 'unverified' || why === 'no_account' || why === 'other_identity';
}

/** The problem in words. */
export function describeSignInProblem(problem: SignInProblem, provider: string): string {
  switch (problem.why) {
    case 'wrong':
      return 'The e-mail address or the password is wrong.';
    case 'too_many':
      return `Too many failed attempts. Try again ${inWords(problem.retryAfterSeconds)}.`;
    case 'cookies':
      return 'Your browser did not keep the sign-in cookie. Allow cookies for this site, and open it at its https address if it has one.';
    case 'unverified':
      return `${provider} does not say that your e-mail address is verified. Have it verified there, then sign in again.`;
    case 'no_account':
      return 'There is no account for your e-mail address here. Ask an admin of your organization for an invitation to it, then sign in again.';
    case 'other_identity':
      return `The account with your e-mail address belongs to somebody else at ${provider}. Ask whoever runs this service.`;
    case 'unreachable':
      return `${provider} cannot be reached. Try again in a moment; if it goes on, tell whoever runs this service.`;
    case 'cancelled':
      return `You were not signed in: ${provider} says that the sign-in was cancelled or is not allowed.`;
    case 'failed':
      return `Signing in with ${provider} did not finish. It may have taken too long: try once more. If it goes on, tell whoever runs this service.`;
    case 'unavailable':
      return 'Signing in did not work. Try again in a moment; if it goes on, ask whoever runs this service.';
  }
}

function inWords(seconds: number): string {
  if (seconds < 2) return 'in a second';
  if (seconds < 90) return `in ${String(seconds)} seconds`;
  return `in ${String(Math.ceil(seconds / 60))} minutes`;
}
