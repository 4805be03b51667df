'use client';

import { useState, type SubmitEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { submitSignIn } from '@/features/auth/actions';
import { FormProblem } from '@/features/auth/form-problem';
import { NewPasswordField } from '@/features/auth/password/form';
import type { checkNewPerson } from '@/features/auth/rules';
import { fieldFaultIn, refusalOf } from '@/features/frame/words';
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
    const rules = await import('@/features/auth/rules');
    const account = rules.checkNewPerson(entered);
    setErrors(account.errors ?? {});
    if (account.data) accept.mutate({ token, ...account.data });
  };
  const fault = fieldFaultIn(accept.error, 'password');
  return (
    <form
      method="post"
      onSubmit={(event) => void submit(event)}
      onChange={() => void import('@/features/auth/rules')}
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

export interface JoinButtonProps {
  readonly token: string;
  readonly email: string;
}

/** Joins as the signed-in person. */
export function JoinButton({ token, email }: JoinButtonProps) {
  const accept = useMutation({
    ...useTRPC().invitation.accept.mutationOptions(),
    // A full load: the session acts in another organization from here on.
    onSuccess: () => window.location.assign('/'),
  });
  return (
    <div className="grid gap-4">
      <FormProblem>{accept.error && refusalOf(accept.error, 'You have not joined.')}</FormProblem>
      <p className="text-sm">
        You are signed in as <strong className="font-medium wrap-anywhere">{email}</strong>.
      </p>
      <Button
        variant="primary"
        size="lg"
        loading={accept.isPending || accept.isSuccess}
        onClick={() => accept.mutate({ token })}
      >
        Join
      </Button>
    </div>
  );
}

export interface OpenOrganizationProps {
  readonly organizationId: string;
  readonly organizationName: string;
}

/** The way into an organization for a member of it, whichever they act in now. */
export function OpenOrganization({ organizationId, organizationName }: OpenOrganizationProps) {
  const enter = useMutation({
    ...useTRPC().session.switchOrganization.mutationOptions(),
    // A full load: the session acts in another organization from here on.
    onSuccess: () => window.location.assign('/'),
  });
  return (
    <div className="grid gap-4">
      <FormProblem>{enter.error && refusalOf(enter.error, 'It was not opened.')}</FormProblem>
      <Button
        variant="primary"
        size="lg"
        className="h-auto min-h-10 py-2 whitespace-normal"
        loading={enter.isPending || enter.isSuccess}
        onClick={() => enter.mutate({ organizationId })}
      >
        <span className="min-w-0 wrap-anywhere">Open {organizationName}</span>
      </Button>
    </div>
  );
}
