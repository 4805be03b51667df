'use client';

import { useEffect, useState } from 'react';
import { Button, type ButtonVariant } from '@/components/ui/button';
import type { SignInFailure } from '@/domain/user/sign-in';
import { FormProblem } from './form-problem';
import {
  describeSignInProblem,
  goToProvider,
  isRefusedPerson,
  type SignInProblem,
} from './submit-sign-in';

export interface ProviderButtonProps {
  /** What people call the provider. */
  readonly provider: string;
  /** Where to go afterwards; a path of this site. */
  readonly destination: string;
  /** What came of an earlier attempt, when the page was opened with it. */
  readonly failure?: SignInFailure | null;
  readonly variant?: ButtonVariant;
}

/** The way to the provider that people sign in with. */
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
