'use client';

import type { SubmitEvent } from 'react';
import Link from 'next/link';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { refusalOf } from '@/features/frame/refusal';
import { useTRPC } from '@/trpc/client';
import { fieldFaultIn } from './field-fault';
import { FormProblem } from './form-problem';
import { NewPasswordField } from './new-password-field';

export interface ResetPasswordFormProps {
  readonly token: string;
  /** Of the account that the link is for. */
  readonly email: string;
  readonly name: string;
}

/** Chooses a new password with a mailed link. */
export function ResetPasswordForm({ token, email, name }: ResetPasswordFormProps) {
  const reset = useMutation(useTRPC().account.resetPassword.mutationOptions());
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    if (typeof password === 'string') reset.mutate({ token, password });
  };
  if (reset.isSuccess) {
    return (
      <div role="status" className="grid justify-items-start gap-4">
        <p className="text-sm">
          You have a new password. Every browser in which you were signed in is signed out.
        </p>
        <Button asChild variant="primary" size="lg">
          <Link href="/sign-in">Sign in</Link>
        </Button>
      </div>
    );
  }
  const fault = fieldFaultIn(reset.error, 'password');
  return (
    <form method="post" onSubmit={submit} noValidate className="grid gap-4">
      <FormProblem>
        {reset.error && fault === null && refusalOf(reset.error, 'The password stays as it is.')}
      </FormProblem>
      <Field label="E-mail" hint="The link is for this account.">
        <Input name="email" type="email" autoComplete="username" value={email} readOnly />
      </Field>
      <input type="hidden" name="name" value={name} />
      <NewPasswordField label="New password" error={fault} autoFocus />
      <Button type="submit" variant="primary" size="lg" loading={reset.isPending}>
        Save the new password
      </Button>
    </form>
  );
}
