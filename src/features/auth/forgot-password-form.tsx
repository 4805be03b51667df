'use client';

import { useState, type SubmitEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { refusalOf } from '@/features/frame/refusal';
import { useTRPC } from '@/trpc/client';
import { FormProblem } from './form-problem';
import { loadAccountRules } from './load-account-rules';

/** Asks for a link by mail. What comes of it is said by the mail alone. */
export function ForgotPasswordForm() {
  const [error, setError] = useState<string | null>(null);
  const request = useMutation(useTRPC().account.requestReset.mutationOptions());
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget).get('email');
    const rules = await loadAccountRules();
    const { email, problem } = rules.checkEmail(entered);
    setError(problem);
    if (email !== null) request.mutate({ email });
  };
  if (request.isSuccess) {
    return (
      <div role="status" className="mt-4 grid gap-2 text-sm">
        <p className="font-medium">Look into your mailbox.</p>
        <p className="text-muted">
          If <span className="wrap-anywhere text-fg">{request.variables.email}</span> has an account
          here, a link to choose a new password is on its way. It holds for one hour. Nothing there
          after some minutes? Look among the unwanted mail.
        </p>
      </div>
    );
  }
  return (
    <form method="post" onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <p className="mt-1 mb-2 text-pretty text-muted">
        Enter the address that you sign in with, and you get a link to choose a new one.
      </p>
      <FormProblem>
        {request.error && refusalOf(request.error, 'The mail was not asked for.')}
      </FormProblem>
      <Field label="E-mail" error={error}>
        <Input name="email" type="email" autoComplete="username" autoFocus required />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={request.isPending}>
        Mail me a link
      </Button>
    </form>
  );
}
