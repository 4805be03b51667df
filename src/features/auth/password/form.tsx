'use client';

import { useRef, useState, useEffect, type RefObject, type SubmitEvent } from 'react';
import { Link } from '@/components/ui/link';
import { useMutation } from '@tanstack/react-query';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { describePasswordFault, lengthFault, PASSWORD_LENGTH } from '@/domain/user/password';
import { PART_IS_GONE } from '@/features/frame/failed-part';
import { refusalOf, fieldFaultIn } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { useTRPCClient, useTRPC } from '@/trpc/client';
import { FormProblem } from '@/features/frame/form-problem';

export interface NewPasswordFieldProps {
  readonly label?: string;
  /** Name of the input where its form reads form data. */
  readonly name?: string;
  /** Registration of the input where its form is one of react-hook-form. */
  readonly input?: UseFormRegisterReturn;
  /** Error of the password that was sent. */
  readonly error?: string | null | undefined;
  readonly autoFocus?: boolean;
}

const HINT = `At least ${String(PASSWORD_LENGTH.min)} characters; several words are easy to keep in mind.`;

/**
 * Asks for a new password and advises while it is typed. The form around it must have the account's address
 * in a field `email` and its name, when known, in `name`.
 */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const { label = 'Password', name = 'password', input, error, autoFocus } = props;
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const help = usePasswordHelp(password, field);
  const [refused, setRefused] = useState<{ password: string; error: typeof error } | null>(null);
  // The error of the password that was sent does not hold for the next one.
  if (error !== refused?.error) setRefused({ password, error });
  const said = refused?.password === password ? error : null;
  const byLength = password === '' ? null : lengthFault(password);
  return (
    <Field
      label={label}
      hint={byLength && !said ? describePasswordFault(byLength) : HINT}
      error={said ?? help}
    >
      <Input
        ref={(element) => {
          field.current = element;
          input?.ref(element);
        }}
        name={input?.name ?? name}
        onBlur={input?.onBlur}
        type="password"
        autoComplete="new-password"
        autoFocus={autoFocus}
        required
        value={password}
        onChange={(event) => {
          setPassword(event.target.value);
          void input?.onChange(event);
        }}
      />
    </Field>
  );
}

/** Longer than the pauses between two keystrokes. */
const PAUSE_MS = 400;

/**
 * Asks the server what would improve a password, once its reader pauses; null while it is fine or too short.
 * Takes the person's address and name from the form around the field.
 */
function usePasswordHelp(
  password: string,
  field: RefObject<HTMLInputElement | null>,
): string | null {
  const client = useTRPCClient();
  const [answer, setAnswer] = useState<{ password: string; help: string | null } | null>(null);
  useEffect(() => {
    if (lengthFault(password)) return;
    const controller = new AbortController();
    const ask = async () => {
      const form = field.current?.form;
      const entered = form ? new FormData(form) : new FormData();
      const { help } = await client.account.checkPassword.mutate(
        { password, email: textIn(entered, 'email'), name: textIn(entered, 'name') },
        { signal: controller.signal },
      );
      setAnswer({ password, help });
    };
    // Without an answer the form says it when it is sent.
    const timer = window.setTimeout(() => void ask().catch(() => undefined), PAUSE_MS);
    return () => {
      window.clearTimeout(timer);
      controller.abort();
    };
  }, [password, field, client]);
  return answer?.password === password ? answer.help : null;
}

function textIn(entered: FormData, name: string): string {
  const value = entered.get(name);
  return typeof value === 'string' ? value : '';
}

export interface ResetPasswordFormProps {
  readonly token: string;
  /** Address of the account that the link is for. */
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
          <Link href={hrefs.signIn()}>Sign in</Link>
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

/** Asks for a link by mail. The answer is the same whether the address has an account or not. */
export function ForgotPasswordForm() {
  const [error, setError] = useState<string | null>(null);
  const request = useMutation(useTRPC().account.requestReset.mutationOptions());
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget).get('email');
    const rules = await import('@/features/auth/schema').catch(() => null);
    if (rules === null) return setError(PART_IS_GONE);
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
          after some minutes? Check your spam folder.
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
