'use client';

import { useMutation } from '@tanstack/react-query';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { displayNameSchema, newPasswordSchema } from '@/domain/user/account';
import { submitSignIn } from '@/features/auth/actions';
import { FormProblem } from '@/features/frame/form-problem';
import { NewPasswordField } from '@/features/auth/password/form';
import { passwordIn, setServerErrors } from '@/features/frame/forms';
import { fieldFaultIn, refusalOf } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';

const newPersonSchema = z.object({ name: displayNameSchema, password: newPasswordSchema });

export interface JoinAsNewPersonProps {
  readonly token: string;
  readonly email: string;
}

/** Creates the account of the invited address, joins with it and signs in. */
export function JoinAsNewPerson({ token, email }: JoinAsNewPersonProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(newPersonSchema),
    defaultValues: { name: '', password: '' },
  });
  const accept = useMutation({
    ...useTRPC().invitation.acceptAsNewPerson.mutationOptions(),
    onSuccess: async (joined, { password }) => {
      const problem = await submitSignIn(joined.email, password);
      window.location.assign(problem ? hrefs.signIn() : hrefs.start);
    },
    onError: (error) => setServerErrors(setError, error, { fieldOf: passwordIn }),
  });
  const { name, password } = formState.errors;
  return (
    <form
      method="post"
      onSubmit={handleSubmit((account) => accept.mutate({ token, ...account }))}
      noValidate
      className="grid gap-4"
    >
      <FormProblem>
        {accept.error &&
          fieldFaultIn(accept.error, 'password') === null &&
          refusalOf(accept.error, 'You have not joined.')}
      </FormProblem>
      <Field label="E-mail" hint="The invitation is for this address. You sign in with it.">
        <Input name="email" type="email" autoComplete="username" value={email} readOnly />
      </Field>
      <Field label="Your name" error={name?.message}>
        <Input {...register('name')} autoComplete="name" autoFocus required />
      </Field>
      <NewPasswordField input={register('password')} error={password?.message} />
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

/** Joins as the person who is signed in. */
export function JoinButton({ token, email }: JoinButtonProps) {
  const accept = useMutation({
    ...useTRPC().invitation.accept.mutationOptions(),
    // A full load: the session acts in another organization from here on.
    onSuccess: () => window.location.assign(hrefs.start),
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

/** Switches a member to the organization of the invitation. */
export function OpenOrganization({ organizationId, organizationName }: OpenOrganizationProps) {
  const enter = useMutation({
    ...useTRPC().session.switchOrganization.mutationOptions(),
    // A full load: the session acts in another organization from here on.
    onSuccess: () => window.location.assign(hrefs.start),
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
