'use client';

import { useState, type SubmitEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { checkNewPerson } from '@/features/auth/account-rules';
import { fieldFaultIn } from '@/features/auth/field-fault';
import { FormProblem } from '@/features/auth/form-problem';
import { loadAccountRules } from '@/features/auth/load-account-rules';
import { NewPasswordField } from '@/features/auth/new-password-field';
import { submitSignIn } from '@/features/auth/submit-sign-in';
import { refusalOf } from '@/features/frame/refusal';
import { useTRPC } from '@/trpc/client';

type FieldErrors = NonNullable<ReturnType<typeof checkNewPerson>['errors']>;

export interface JoinAsNewPersonProps {
  readonly token: string;
  readonly email: string;
}

/** Creates the account of the invited address, joins with it and signs in. */
export function JoinAsNewPerson({ token, email }: JoinAsNewPersonProps) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const accept = useMutation({
    ...useTRPC().invitation.acceptAsNewPerson.mutationOptions(),
    onSuccess: async (joined, { password }) => {
      const problem = await submitSignIn(joined.email, password);
      window.location.assign(problem ? '/sign-in' : '/');
    },
  });
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = Object.fromEntries(new FormData(event.currentTarget));
    const rules = await loadAccountRules();
    const account = rules.checkNewPerson(entered);
    setErrors(account.errors ?? {});
    if (account.data) accept.mutate({ token, ...account.data });
  };
  const fault = fieldFaultIn(accept.error, 'password');
  return (
    <form
      method="post"
      onSubmit={(event) => void submit(event)}
      onChange={() => void loadAccountRules()}
      noValidate
      className="grid gap-4"
    >
      <FormProblem>
        {accept.error && fault === null && refusalOf(accept.error, 'You have not joined.')}
      </FormProblem>
      <Field label="E-mail" hint="The invitation is for this address. You sign in with it.">
        <Input name="email" type="email" autoComplete="username" value={email} readOnly />
      </Field>
      <Field label="Your name" error={errors.name?.[0]}>
        <Input name="name" autoComplete="name" autoFocus required />
      </Field>
      <NewPasswordField error={errors.password?.[0] ?? fault} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        loading={accept.isPending || accept.isSuccess}
      >
        Create the account and join
      </Button>
    </form>
  );
}
