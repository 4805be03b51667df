'use client';

import { useState, type SubmitEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { SignInFailure } from '@/domain/user/sign-in';
import { describeSignInProblem, submitSignIn, type SignInProblem } from './actions';
import { FormProblem } from '@/features/frame/form-problem';

export interface SignInFormProps {
  /** Path of this site to go to afterwards. */
  readonly destination: string;
  /** Failure of an earlier attempt, when the page was opened with one. */
  readonly failure: SignInFailure | null;
  /** Name of the sign-in provider. */
  readonly provider: string;
}

/** Signs in with e-mail and password. */
export function SignInForm({ destination, failure, provider }: SignInFormProps) {
  const [problem, setProblem] = useState<SignInProblem | null>(failure);
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const entered = new FormData(form);
    setBusy(true);
    setProblem(null);
    const found = await submitSignIn(textIn(entered, 'email'), textIn(entered, 'password'));
    if (!found) {
      // A full load: nothing that was rendered for nobody stays around. The button stays busy until then.
      window.location.assign(destination);
      return;
    }
    setBusy(false);
    setProblem(found);
    const password = form.elements.namedItem('password');
    if (found.why === 'wrong' && password instanceof HTMLInputElement) password.select();
  }

  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <FormProblem>{problem && describeSignInProblem(problem, provider)}</FormProblem>
      <Field label="E-mail">
        <Input name="email" type="email" autoComplete="username" autoFocus required />
      </Field>
      <Field label="Password">
        <Input name="password" type="password" autoComplete="current-password" required />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={busy}>
        Sign in
      </Button>
    </form>
  );
}

function textIn(entered: FormData, name: string): string {
  const value = entered.get(name);
  return typeof value === 'string' ? value : '';
}
