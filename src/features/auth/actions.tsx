'use client';

import { useEffect, useState, type ReactNode } from 'react';
import { signIn, signOut as endSession } from 'next-auth/react';
import { Button, type ButtonVariant } from '@/components/ui/button';
import { signInFailureOf, type SignInFailure } from '@/domain/user/sign-in';
import { hrefs } from '@/features/hrefs';
import { FormProblem } from '@/features/frame/form-problem';

/** Reason why a sign-in failed. `cookies`: the browser does not keep ours. */
export type SignInProblem = SignInFailure | { readonly why: 'cookies' };

/** Signs in with e-mail and password; null on success. Never rejects. */
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
 * Leaves for the provider, which sends the person back to `destination`. Rejects when the browser stays.
 * @param refused whether the provider must ask again who is there, since the last person was refused
 */
async function goToProvider(destination: string, refused: boolean): Promise<void> {
  await signIn('oidc', { callbackUrl: destination }, refused ? { prompt: 'login' } : undefined);
}

/** Tells whether the provider named a person who was refused. */
function isRefusedPerson({ why }: SignInProblem): boolean {
  return why === 'unverified' || why === 'no_account' || why === 'other_identity';
}

/** Describes a problem and what to do about it. */
export function describeSignInProblem(problem: SignInProblem, provider: string): string {
  switch (problem.why) {
    case 'wrong':
      return 'The e-mail address or the password is wrong.';
    case 'too_many':
      return `Too many failed attempts. Try again ${inWords(problem.retryAfterSeconds)}.`;
    case 'cookies':
      return 'Your browser did not keep the sign-in cookie. Allow cookies for this site, and open it at its https address if it has one.';
    case 'unverified':
      return `${provider} does not say that your e-mail address is verified. Have it verified there, then sign in again. Where everybody is told so, whoever runs this service has to ask ${provider} for it.`;
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

/**
 * Ends the session here and, where the person signed in there, at the provider; then goes to a page of this
 * site, by default the sign-in page.
 */
export async function signOut(destination = hrefs.signIn()): Promise<void> {
  const { url } = await endSession({ redirect: false, callbackUrl: destination });
  // A full load: nothing of what this person saw stays around.
  window.location.assign(url);
}

export interface ProviderButtonProps {
  /** Name of the sign-in provider. */
  readonly provider: string;
  /** Path of this site to go to afterwards. */
  readonly destination: string;
  /** Failure of an earlier attempt, when the page was opened with one. */
  readonly failure?: SignInFailure | null;
  readonly variant?: ButtonVariant;
}

/** Goes to the sign-in provider. */
export function ProviderButton({
  provider,
  destination,
  failure = null,
  variant = 'secondary',
}: ProviderButtonProps) {
  const [problem, setProblem] = useState<SignInProblem | null>(failure);
  const [busy, setBusy] = useState(false);

  // The browser may bring this page back as it was left, spinner and all, when the person goes Back.
  useEffect(() => {
    const rest = () => setBusy(false);
    window.addEventListener('pageshow', rest);
    return () => window.removeEventListener('pageshow', rest);
  }, []);

  return (
    <div className="grid gap-4">
      <FormProblem>{problem && describeSignInProblem(problem, provider)}</FormProblem>
      <Button
        variant={variant}
        size="lg"
        loading={busy}
        className="h-auto min-h-10 py-2 whitespace-normal"
        onClick={() => {
          setBusy(true);
          setProblem(null);
          goToProvider(destination, problem !== null && isRefusedPerson(problem)).catch(() => {
            setBusy(false);
            setProblem({ why: 'unavailable' });
          });
        }}
      >
        <span className="min-w-0 wrap-anywhere">Continue with {provider}</span>
      </Button>
    </div>
  );
}

/** Separates two ways to sign in. */
export function OrDivider({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-center gap-3 text-xs text-muted">
      <span aria-hidden className="h-px flex-1 bg-border" />
      {children}
      <span aria-hidden className="h-px flex-1 bg-border" />
    </div>
  );
}

export interface SignOutButtonProps {
  readonly label?: string;
  /** Path of this site to go to afterwards; by default the sign-in page. */
  readonly destination?: string;
}

export function SignOutButton({ label = 'Sign out', destination }: SignOutButtonProps) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        loading={busy}
        onClick={() => {
          setBusy(true);
          setFailed(false);
          signOut(destination).catch(() => {
            setBusy(false);
            setFailed(true);
          });
        }}
      >
        {label}
      </Button>
      <p role="alert" className="text-sm text-danger-text empty:hidden">
        {failed && 'Signing out did not work. Try again.'}
      </p>
    </div>
  );
}
