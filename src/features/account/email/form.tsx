'use client';

import { useState, type SubmitEvent } from 'react';
import { Link } from '@/components/ui/link';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MailQuestionMark } from 'lucide-react';
import { DateTime } from '@/components/status/date-time';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { toast } from '@/components/ui/toast';
import { PART_IS_GONE } from '@/features/frame/failed-part';
import { FormProblem } from '@/features/frame/form-problem';
import type { checkAddressChange } from '@/features/auth/schema';
import { fieldFaultIn, refusalOf } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

type Account = Outputs['account']['get'];

/** Shows the reader's address, and changes it. */
export function ChangeEmail({ account }: { account: Account }) {
  const { email, emailProven, pendingEmail } = account;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
        <span className="wrap-anywhere">{email}</span>
        {!emailProven && <Badge tone="outline">Not confirmed</Badge>}
      </p>
      {!emailProven && <ProveEmail account={account} />}
      {pendingEmail && <PendingEmail pending={pendingEmail} />}
      <WayToAnother account={account} />
    </>
  );
}

function WayToAnother({ account }: { account: Account }) {
  const [open, setOpen] = useState(false);
  const why = whyNot(account);
  if (why !== null) return <p className="text-sm text-pretty text-muted">{why}</p>;
  if (open) return <EmailForm onDone={() => setOpen(false)} />;
  return <Button onClick={() => setOpen(true)}>Change the address</Button>;
}

function whyNot({ passwordsInUse, hasPassword, sendsMail }: Account): string | null {
  if (!passwordsInUse || !hasPassword)
    return 'You sign in without a password of this service, so the address cannot be changed here.';
  if (!sendsMail)
    return 'This service is not set up to send mail, so a new address cannot be confirmed. Whoever runs it can help.';
  return null;
}

type FieldErrors = NonNullable<ReturnType<typeof checkAddressChange>['errors']>;

function EmailForm({ onDone }: { onDone: () => void }) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const request = useRequestChange(onDone);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = Object.fromEntries(new FormData(event.currentTarget));
    const rules = await import('@/features/auth/schema').catch(() => null);
    if (rules === null) return setErrors({ email: [PART_IS_GONE] });
    const change = rules.checkAddressChange(entered);
    setErrors(change.errors ?? {});
    if (change.data) request.mutate(change.data);
  };
  const errorOf = (name: keyof FieldErrors) =>
    errors[name]?.[0] ?? fieldFaultIn(request.error, name);
  const isOfField = ['email', 'currentPassword'].some((name) => fieldFaultIn(request.error, name));
  return (
    <form
      method="post"
      onSubmit={(event) => void submit(event)}
      noValidate
      className="grid w-full max-w-md gap-3"
    >
      <FormProblem>
        {request.error && !isOfField && refusalOf(request.error, 'The address stays as it is.')}
      </FormProblem>
      <Field
        label="New e-mail"
        hint="It gets a link to confirm it. The address so far gets a notice."
        error={errorOf('email')}
      >
        <Input name="email" type="email" autoComplete="email" autoFocus required />
      </Field>
      <Field label="Your password" error={errorOf('currentPassword')}>
        <Input name="currentPassword" type="password" autoComplete="current-password" required />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" loading={request.isPending}>
          Mail the link
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}

function useRequestChange(onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation({
    ...trpc.account.requestEmailChange.mutationOptions(),
    onSuccess: async () => {
      await queryClient.invalidateQueries(trpc.account.get.pathFilter());
      onDone();
    },
  });
}

/** Says what follows from an unconfirmed address, and mails a link to confirm it. */
function ProveEmail({ account }: { account: Account }) {
  return (
    <div className="grid w-full max-w-md justify-items-start gap-2 text-sm">
      <p className="text-pretty text-muted">
        Nothing has shown yet that this address is yours. Whoever shows it first, by a link that is
        mailed there or at a sign-in provider, gets this account.
      </p>
      {account.passwordsInUse && account.sendsMail && <MailLink email={account.email} />}
    </div>
  );
}

function MailLink({ email }: { email: string }) {
  const request = useMutation(useTRPC().account.requestEmailProof.mutationOptions());
  if (request.isSuccess) {
    return (
      <p role="status" className="text-pretty">
        A link is on its way to <strong className="font-medium wrap-anywhere">{email}</strong>. It
        holds for one hour; open it in this browser.
      </p>
    );
  }
  return (
    <>
      <FormProblem>{request.error && refusalOf(request.error, 'Nothing was mailed.')}</FormProblem>
      <Button loading={request.isPending} onClick={() => request.mutate()}>
        Mail a link to confirm it
      </Button>
    </>
  );
}

/** Shows a new address that is not confirmed yet. */
function PendingEmail({ pending }: { pending: NonNullable<Account['pendingEmail']> }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const cancel = useMutation({
    ...trpc.account.cancelEmailChange.mutationOptions(),
    onSuccess: () => queryClient.invalidateQueries(trpc.account.get.pathFilter()),
    onError: (error) => toast.error(refusalOf(error, 'The change was not taken back.')),
  });
  return (
    <div
      role="status"
      className="flex w-full max-w-md flex-wrap items-start gap-x-3 gap-y-2 rounded-md border bg-sunken px-3 py-2 text-sm"
    >
      <MailQuestionMark aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <p className="min-w-0 grow basis-48 text-pretty">
        Waiting for <strong className="font-medium wrap-anywhere">{pending.email}</strong> to be
        confirmed. The link in the mail holds until <DateTime value={pending.expiresAt} />.
      </p>
      <Button size="sm" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        Take back
      </Button>
    </div>
  );
}

export interface ConfirmEmailProps {
  readonly token: string;
  /** The new address. */
  readonly email: string;
  /** The current address. */
  readonly currentEmail: string;
}

/** Confirms the address that the link was mailed to. It takes a press, since mail filters open links too. */
export function ConfirmEmail({ token, email, currentEmail }: ConfirmEmailProps) {
  const confirm = useMutation(useTRPC().account.confirmEmail.mutationOptions());
  const isSame = email === currentEmail;
  if (confirm.isSuccess) {
    return (
      <div role="status" className="grid justify-items-start gap-4">
        <p className="text-sm">
          {isSame ? (
            <>
              <strong className="font-medium wrap-anywhere">{email}</strong> is confirmed.
            </>
          ) : (
            <>
              You sign in with <strong className="font-medium wrap-anywhere">{email}</strong> from
              now on.
            </>
          )}
        </p>
        <Button asChild variant="primary" size="lg">
          <Link href={hrefs.account}>To your account</Link>
        </Button>
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <FormProblem>
        {confirm.error && refusalOf(confirm.error, 'The address stays as it is.')}
      </FormProblem>
      <p className="text-sm">
        You sign in with <strong className="font-medium wrap-anywhere">{currentEmail}</strong>.{' '}
        {isSame ? (
          'The link in the mail shows that this address is yours.'
        ) : (
          <>
            From now on it is to be <strong className="font-medium wrap-anywhere">{email}</strong>.
          </>
        )}
      </p>
      <Button
        variant="primary"
        size="lg"
        loading={confirm.isPending}
        onClick={() => confirm.mutate({ token })}
      >
        Confirm the address
      </Button>
    </div>
  );
}
