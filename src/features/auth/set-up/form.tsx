'use client';

import { useState, type SubmitEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { TextLink } from '@/components/ui/text-link';
import { fieldFaultIn } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import { statusOf } from '@/trpc/query-client';
import { submitSignIn } from '../actions';
import { FormProblem } from '../form-problem';
import { NewPasswordField } from '../password/form';
import type { checkFirstAccount } from '../rules';

type FieldErrors = NonNullable<ReturnType<typeof checkFirstAccount>['errors']>;
type FieldName = keyof FieldErrors;

export interface SetUpFormProps {
  /** From the link in the log; "" when the page was opened without it. */
  readonly token: string;
  readonly organizationName: string;
  /** The environment names the organization; there is nothing to choose. */
  readonly organizationIsGiven: boolean;
}

/** The first account and the first organization. */
export function SetUpForm({ token, organizationName, organizationIsGiven }: SetUpFormProps) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const complete = useMutation({
    ...useTRPC().setup.complete.mutationOptions(),
    onSuccess: async (_done, { email, password }) => {
      const problem = await submitSignIn(email, password);
      window.location.assign(problem ? '/sign-in' : '/');
    },
  });

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const entered = Object.fromEntries(new FormData(form));
    const rules = await import('../rules');
    const account = rules.checkFirstAccount({ token, organizationName, ...entered });
    setErrors(account.errors ?? {});
    if (account.errors) focusFirst(form, account.errors);
    else complete.mutate(account.data);
  }

  const field = (name: FieldName) => ({ error: errors[name]?.[0] });
  // After success the page is about to be left; until then there is nothing more to press.
  const busy = complete.isPending || complete.isSuccess;
  return (
    <form
      method="post"
      onSubmit={(event) => void submit(event)}
      onChange={() => void import('../rules')}
      noValidate
      className="grid gap-4"
    >
      <FormProblem>
        {complete.error && fieldFaultIn(complete.error, 'password') === null && (
          <SetUpProblem error={complete.error} />
        )}
      </FormProblem>
      {token === '' && (
        <Field
          label="Set-up token"
          hint="In the server's log, in the line that begins with “Nobody can sign in yet”."
          {...field('token')}
        >
          <Input name="token" autoComplete="off" spellCheck={false} autoFocus required />
        </Field>
      )}
      <Field label="Your name" {...field('name')}>
        <Input name="name" autoComplete="name" autoFocus={token !== ''} required />
      </Field>
      <Field label="E-mail" hint="You sign in with it." {...field('email')}>
        <Input name="email" type="email" autoComplete="username" required />
      </Field>
      <NewPasswordField error={errors.password?.[0] ?? fieldFaultIn(complete.error, 'password')} />
      {!organizationIsGiven && (
        <Field label="Organization" {...field('organizationName')}>
          <Input
            name="organizationName"
            defaultValue={organizationName}
            autoComplete="organization"
            required
          />
        </Field>
      )}
      {organizationIsGiven && (
        <p className="text-sm text-muted">
          You will administer <span className="font-medium text-fg">{organizationName}</span>.
        </p>
      )}
      <Button type="submit" variant="primary" size="lg" loading={busy}>
        Create the account
      </Button>
    </form>
  );
}

function focusFirst(form: HTMLFormElement, errors: FieldErrors): void {
  const inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement);
  inputs.find(({ name }) => name in errors)?.focus();
}

function SetUpProblem({ error }: { readonly error: unknown }) {
  switch (statusOf(error)) {
    case 409:
      return (
        <>
          Somebody has created the first account already.{' '}
          <TextLink href="/sign-in">Sign in</TextLink>
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
