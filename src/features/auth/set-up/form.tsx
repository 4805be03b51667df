'use client';

import { useMutation } from '@tanstack/react-query';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { TextLink } from '@/components/ui/text-link';
import { firstAccountSchema } from '@/domain/user/account';
import { passwordIn, setServerErrors } from '@/features/frame/forms';
import { fieldFaultIn } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import { statusOf } from '@/trpc/query-client';
import { submitSignIn } from '../actions';
import { FormProblem } from '@/features/frame/form-problem';
import { NewPasswordField } from '../password/form';

type FieldName = keyof z.input<typeof firstAccountSchema>;

export interface SetUpFormProps {
  /** Token from the link in the log; "" when the page was opened without it. */
  readonly token: string;
  readonly organizationName: string;
  /** Whether the environment names the organization, so that nobody chooses. */
  readonly organizationIsGiven: boolean;
}

/** Creates the first account and the first organization. */
export function SetUpForm({ token, organizationName, organizationIsGiven }: SetUpFormProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(firstAccountSchema),
    defaultValues: { token, name: '', email: '', password: '', organizationName },
  });
  const complete = useComplete((error) =>
    setServerErrors(setError, error, { fieldOf: passwordIn }),
  );
  const errorOf = (name: FieldName) => formState.errors[name]?.message;
  // After success the page is about to be left; until then there is nothing more to press.
  const busy = complete.isPending || complete.isSuccess;
  return (
    <form
      method="post"
      onSubmit={handleSubmit((account) => complete.mutate(account))}
      noValidate
      className="grid gap-4"
    >
      <FormProblem>
        {complete.error && passwordFault(complete.error) === null && (
          <SetUpProblem error={complete.error} />
        )}
      </FormProblem>
      {token === '' && (
        <Field
          label="Set-up token"
          hint="The end of the address in the server’s log, below “Nobody can sign in yet”. The whole address will do."
          error={errorOf('token')}
        >
          <Input {...register('token')} autoComplete="off" spellCheck={false} autoFocus required />
        </Field>
      )}
      <Field label="Your name" error={errorOf('name')}>
        <Input {...register('name')} autoComplete="name" autoFocus={token !== ''} required />
      </Field>
      <Field label="E-mail" hint="You sign in with it." error={errorOf('email')}>
        <Input {...register('email')} type="email" autoComplete="username" required />
      </Field>
      <NewPasswordField input={register('password')} error={errorOf('password')} />
      {organizationIsGiven ? (
        <GivenOrganization name={organizationName} />
      ) : (
        <Field label="Organization" error={errorOf('organizationName')}>
          <Input
            {...register('organizationName')}
            // In the server's HTML too, where the form's own values are not.
            defaultValue={organizationName}
            autoComplete="organization"
            required
          />
        </Field>
      )}
      <Button type="submit" variant="primary" size="lg" loading={busy}>
        Create the account
      </Button>
    </form>
  );
}

function GivenOrganization({ name }: { readonly name: string }) {
  return (
    <p className="text-sm text-muted">
      You will administer <span className="font-medium text-fg">{name}</span>.
    </p>
  );
}

/** Creates the account, signs in with it and leaves the page. */
function useComplete(onError: (error: unknown) => void) {
  return useMutation({
    ...useTRPC().setup.complete.mutationOptions(),
    onSuccess: async (_done, { email, password }) => {
      const problem = await submitSignIn(email, password);
      window.location.assign(problem ? hrefs.signIn() : hrefs.start);
    },
    onError,
  });
}

const passwordFault = (error: unknown) => fieldFaultIn(error, 'password');

function SetUpProblem({ error }: { readonly error: unknown }) {
  switch (statusOf(error)) {
    case 409:
      return (
        <>
          Somebody has created the first account already.{' '}
          <TextLink href={hrefs.signIn()}>Sign in</TextLink>
        </>
      );
    case 403:
      return 'This set-up link is not valid. Each start of the server prints a new one in its log and voids the one before.';
    case 429:
      return 'Too many attempts. Wait a few seconds, then try again.';
    default:
      return 'The account could not be created, and nothing was changed. Try again in a moment.';
  }
}
